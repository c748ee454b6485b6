"""What a given input costs, counted by nadir's machine in a concrete run.

nadir's own main for the call is taken, with each nadir_symbolic replaced by a copy of given bytes.  That is a few
instructions more or less for each input, the same for every program: measured with one that does nothing.
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


def nadir(binary, *words, before=(), timeout=900):
    """The worst.json of a run, or None, and what it said; before: a command that runs it."""
    with tempfile.TemporaryDirectory(prefix="wild-") as folder:
        out = pathlib.Path(folder) / "out"
        run = subprocess.run([*before, binary, "worst", *map(str, words), "--out", out, "--no-report"],
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
def overhead(binary, metric, n_bytes):
    """What an input of so many bytes costs more when it is copied than when it is made symbolic."""
    with tempfile.TemporaryDirectory(prefix="wild-") as folder:
        file = pathlib.Path(folder) / "nothing.c"
        file.write_text("void nothing(char *a) { (void)a; }\n")
        call = "nothing(char a[N])"
        result, _ = nadir(binary, file, "--call", call, "--size", n_bytes, "--cost", metric, "--no-verify")
        copied = raw_cost(binary, harness(binary, file, call), bytes(n_bytes), n_bytes, metric, file)
        return copied - result["sizes"][0]["cost"]


def cost(binary, entry, text, data, size, metric):
    extra = sum(overhead(binary, metric, i.bytes * i.count(size)) for i in entry.inputs)
    return raw_cost(binary, text, data, size, metric, entry.file) - extra
