"""What a given input costs, counted by nadir's machine in a concrete run.

nadir's own main for the call is taken, with each nadir_symbolic replaced by a copy of given bytes.  That is a few
instructions more or less for each input, the same for every program: measured once with a program that does nothing.
"""

import functools
import json
import pathlib
import shutil
import subprocess
import tempfile

REPO = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = REPO / "runtime/include"

CONCRETE = """#include <nadir.h>
static const unsigned char wild_data[] = {%s0};
static const unsigned char *wild_next = wild_data;
#define nadir_symbolic(at, n, name) (__builtin_memcpy(at, wild_next, n), wild_next += (n))
"""


def nadir(binary, *words, timeout=900):
    """The worst.json of a run, or None, and what it said."""
    with tempfile.TemporaryDirectory(prefix="wild-") as folder:
        out = pathlib.Path(folder) / "out"
        run = subprocess.run([binary, "worst", *map(str, words), "--out", out, "--no-report"],
                             capture_output=True, text=True, timeout=timeout, cwd=folder)
        try:
            result = json.loads((out / "worst.json").read_text())
            harness = out / "harness.c"
            result["harness"] = harness.read_text() if harness.exists() else None
        except OSError:
            result = None
        return result, run.stdout + run.stderr


def harness(binary, file, call):
    """The main that nadir makes of a call."""
    result, said = nadir(binary, file, "--call", call, "--size", 1, "--strategy", "random", "--max-paths", 1,
                         "--max-time", "2s", "--no-verify")
    if not result or not result["harness"]:
        raise RuntimeError(f"{file}: no harness: {said}")
    return result["harness"]


def raw_cost(binary, text, data, size, metric, file):
    with tempfile.TemporaryDirectory(prefix="wild-") as folder:
        main = pathlib.Path(folder) / "main.c"
        main.write_text(CONCRETE % "".join(f"{b}," for b in data) + text)
        shutil.copy(file, folder)
        result, said = nadir(binary, main, "--cflags", f"-iquote{file.parent}", "--size", size, "--cost", metric,
                             "--strategy", "exhaustive", "--no-verify")
    cost = result and result["sizes"][0]["cost"]
    if cost is None:
        raise RuntimeError(f"{file}: size {size}: no cost: {said}")
    return cost


@functools.cache
def overhead(binary, metric):
    """What an input costs more when it is copied than when it is made symbolic."""
    with tempfile.TemporaryDirectory(prefix="wild-") as folder:
        file = pathlib.Path(folder) / "nothing.c"
        file.write_text("void nothing(int *a, int *b) { (void)a, (void)b; }\n")
        call, costs = "nothing(int a[N], int b[N])", []
        result, _ = nadir(binary, file, "--call", call, "--size", 1, "--cost", metric, "--no-verify")
        costs = raw_cost(binary, harness(binary, file, call), bytes(8), 1, metric, file)
        extra = costs - result["sizes"][0]["cost"]
        assert extra % 2 == 0, extra
        return extra // 2


def cost(binary, entry, text, data, size, metric):
    return raw_cost(binary, text, data, size, metric, entry.file) - len(entry.inputs) * overhead(binary, metric)
