"""The programs of the Homi paper with its symbolic arguments, as script/agree-symbolic and script/bench-real run them."""

import json
import os
import pathlib
import resource
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
USUAL = "--sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 --sym-stdout"
# Name, the row of script/real, the program there, its arguments.
PROGRAMS = [
    ("gawk", "gawk", "gawk", USUAL),
    ("grep", "grep", "src/grep", USUAL),
    ("trueprint", "trueprint", "src/trueprint", USUAL),
    ("ginstall", "coreutils", "src/ginstall", USUAL),
    ("ptx", "coreutils", "src/ptx", USUAL),
    ("vdir", "coreutils", "src/vdir", USUAL),
    ("pr", "coreutils", "src/pr", USUAL),
    ("dd", "coreutils", "src/dd", "--sym-args 0 3 10 --sym-files 1 8 --sym-stdin 8 --sym-stdout"),
]


def path_of(row, program):
    """Where script/real has built it; None: it has not."""
    store = pathlib.Path(os.environ.get("NADIR_REAL", ROOT / "real"))
    path = store / row / "tree" / program
    return path if path.exists() else None


def processor_time():
    """Of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def explore(nadir, path, arguments, seconds, out, *options):
    """What run.json says after so many seconds, and the processor time that it took, loading included."""
    before = processor_time()
    run = subprocess.run([nadir, "run", "--max-time", f"{seconds}s", "--max-memory", "2000M", "--out", out, *options,
                          path, *arguments.split()], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    used = processor_time() - before
    if not (pathlib.Path(out) / "run.json").exists():
        raise RuntimeError(f"nadir run {path}: exit code {run.returncode}\n{run.stdout[-2000:]}")
    return json.loads((pathlib.Path(out) / "run.json").read_text()), used
