"""Real programs with symbolic arguments, as script/agree-symbolic and script/bench-real run them: those of the Homi paper
with its own, and others."""

import json
import os
import pathlib
import resource
import shlex
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
TABLE = "create table t(a, b); insert into t values (1, 'x'), (2, 'y')"
OTHERS = [
    ("sed", "sed", "sed/sed", "--sym-arg 6 --sym-stdin 6"),
    ("diff", "diffutils", "src/diff", "--sym-args 0 1 3 A B --sym-files 2 6"),
    ("cmp", "diffutils", "src/cmp", "--sym-args 0 1 3 A B --sym-files 2 6"),
    ("find", "findutils", "find/find", "--sym-args 1 3 6 --sym-files 1 4"),
    ("bc", "bc", "bc/bc", "--sym-args 0 1 3 --sym-stdin 8"),
    ("dc", "bc", "dc/dc", "-e --sym-arg 8"),
    ("m4", "m4", "src/m4", "--sym-args 0 1 3 --sym-stdin 10"),
    ("mawk", "mawk", "mawk", "--sym-arg 8 --sym-stdin 6"),
    ("sqlite3", "sqlite3", "sqlite3", f"-batch :memory: {shlex.quote(TABLE)} --sym-arg 12"),
    ("lua", "lua", "src/lua", "-e --sym-arg 8"),
    ("minigzip", "zlib", "minigzip", "--sym-args 0 1 3 --sym-stdin 8"),
    ("xmlwf", "expat", "xmlwf", "--sym-args 0 1 3 A --sym-files 1 10"),
]
TOOL = "--sym-args 0 2 3 --sym-files 1 4 --sym-stdin 4"


def tools():
    """Every program of coreutils."""
    folder = path_of("coreutils", "src")
    names = sorted(p.name for p in folder.iterdir() if p.is_file() and "." not in p.name and os.access(p, os.X_OK))
    return [(name, "coreutils", f"src/{name}", TOOL) for name in names if (folder / name).read_bytes()[:4] == b"\x7fELF"]


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
                          path, *shlex.split(arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    used = processor_time() - before
    if not (pathlib.Path(out) / "run.json").exists():
        raise RuntimeError(f"nadir run {path}: exit code {run.returncode}\n{run.stdout[-2000:]}")
    return json.loads((pathlib.Path(out) / "run.json").read_text()), used
