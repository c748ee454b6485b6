"""bench.py — how fast nadir runs programs, in three tables; called by script/bench-vm.

Seconds are processor time (user and system, children included): the machine may be shared.  What
is compared is measured in the same run, one after the other, and the least of some repetitions
counts.  Programs are compiled before, so that no figure has the compiler in it; starting nadir and
lowering the program is in all of them.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
INCLUDE = HERE.parent.parent / "runtime" / "include"
KLEE = json.loads((HERE / "klee.json").read_text())
CLANG = "clang-19"

# program, rounds, rounds with --quick; about 10^8 instructions or more at full size
CONCRETE = [
    ("sieve", 4, 1),
    ("crc32", 6, 1),
    ("matrix", 2, 1),
    ("quicksort", 8, 1),
    ("strhash", 200, 20),
]

# program, N, how many times faster than KLEE it should be, in --quick
PATHS = [
    ("insertion", 7, 100, True),
    ("insertion", 9, None, False),
    ("tree", 7, 100, True),
    ("heap", 9, 100, True),
    ("mergesort", 7, 100, True),
    ("dijkstra", 5, 100, True),
    ("kmp", 9, 100, True),
    ("boyermoore", 8, 1000, True),
    ("boyermoore", 10, None, False),
    ("palindrome", 1024, 100, True),
    ("regexp", 7, 20, True),
]

LIMIT = "20s"  # of one run


def fail(text):
    sys.exit(f"bench-vm: {text}")


def run(command):
    """Runs a command to its end; its processor time in seconds and what it printed."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE)
        said = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        if status != 0:
            fail(f"{' '.join(map(str, command))}\n{said.decode(errors='replace')}")
        out.seek(0)
        return usage.ru_utime + usage.ru_stime, out.read()


class Bench:
    def __init__(self, nadir, folder, quick):
        self.nadir, self.quick = nadir, quick
        self.folder = pathlib.Path(folder)
        self.repeats = 1 if quick else 2
        self.n_outs = 0

    def compile(self, program, flags, name):
        """The file as nadir would compile it, to bitcode."""
        to = self.folder / f"{name}.bc"
        run([CLANG, "-O0", "-Xclang", "-disable-O0-optnone", "-g", "-emit-llvm", "-c",
             "-I", INCLUDE, *flags, PROGRAMS / f"{program}.c", "-o", to])
        return to

    def least(self, measure):
        """The repetition that took the least time."""
        return min((measure() for _ in range(self.repeats)), key=lambda result: result[0])

    def explore(self, bitcode, *options):
        """One run of nadir: processor time, what it says about itself, what was printed."""
        self.n_outs += 1
        out = self.folder / f"out{self.n_outs}"
        seconds, text = run([self.nadir, "run", "--exit-zero", "--out", out, *options, bitcode])
        report = json.loads((out / "run.json").read_text())
        shutil.rmtree(out)
        return seconds, report, text

    # ---- concrete ------------------------------------------------------------------------------

    def native(self, program, level, flags):
        to = self.folder / f"{program}{level}"
        run([CLANG, level, *flags, PROGRAMS / f"{program}.c", "-o", to])
        return self.least(lambda: run([to]))

    def concrete(self, program, rounds):
        flags = [f"-DROUNDS={rounds}"]
        bitcode = self.compile(program, flags, program)
        slow, printed = self.native(program, "-O0", flags)
        fast, _ = self.native(program, "-O2", flags)
        seconds, report, text = self.least(lambda: self.explore(bitcode, "--output"))
        if not text.startswith(printed):
            fail(f"{program}: prints {text[:40]!r} in nadir, {printed!r} natively")
        n = report["instructions"]
        return [program, f"{n / 1e6:.0f}", f"{seconds:.3f}", f"{n / seconds / 1e6:.0f}",
                f"{slow:.3f}", times(seconds, slow), f"{fast:.3f}", times(seconds, fast),
                verdict(seconds / max(slow, 1e-3) <= 15)]

    # ---- paths ---------------------------------------------------------------------------------

    def paths(self, program, size, aim):
        name = f"{program} {size}"
        bitcode = self.compile(program, [f"-DN={size}"], f"{program}{size}")
        limit = ["--max-time", LIMIT]
        bare, report, _ = self.least(lambda: self.explore(bitcode, "--only-errors", *limit))
        seconds, _, _ = self.least(lambda: self.explore(bitcode, *limit))
        n = sum(count for count in report["paths"].values())
        complete = not report.get("limit")
        klee = KLEE["seconds"].get(name)
        row = [name, f"{n}" if complete else f"{n} (limit)", f"{bare:.3f}", f"{n / bare:.0f}",
               f"{seconds:.3f}", f"{n / seconds:.0f}", f"{klee}" if klee else "-",
               times(klee, seconds) if klee and complete else "-"]
        return row + [f"{aim}" if aim else "-",
                      verdict(complete and klee / seconds >= aim) if aim else "-"]

    # ---- states --------------------------------------------------------------------------------

    def states(self, bits):
        """What 2^bits states cost that are alive at once, against a run that has few."""
        few = self.compile("states", ["-DN=1"], "few")
        many = self.compile("states", [f"-DN={bits}"], "many")
        options = ["--only-errors", "--search", "bfs"]
        _, small, _ = self.explore(few, *options)
        seconds, report, _ = self.least(lambda: self.explore(many, *options))
        n = report["max_states"]
        size = (report["max_bytes"] - small["max_bytes"]) / n
        return [f"{n}", f"{report['max_bytes'] / 2**20:.1f}", f"{size:.0f}",
                verdict(size < 4096), f"{seconds:.3f}", f"{seconds / n * 1e6:.2f}"]


def times(a, b):
    ratio = a / max(b, 1e-3)
    return f"{ratio:.0f}x" if ratio >= 10 else f"{ratio:.1f}x"


def verdict(met):
    return "yes" if met else "NO"


def table(title, heads, rows, notes):
    widths = [max(len(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
    print(title)
    for row in [heads, *rows]:
        cells = [cell.rjust(width) for cell, width in zip(row, widths)]
        cells[0] = row[0].ljust(widths[0])
        print("  " + "  ".join(cells).rstrip())
    for note in notes:
        print(f"  ({note})")
    print(flush=True)


def print_concrete(b, only):
    rows = [b.concrete(name, quick if b.quick else full)
            for name, full, quick in CONCRETE if only in (None, name)]
    if rows:
        table("Concrete programs (seconds; M = million LLVM instructions)",
              ["program", "M", "nadir", "M/s", "-O0", "nadir/-O0", "-O2", "nadir/-O2", "<= 15x"],
              rows, [f"KLEE, measured elsewhere: {KLEE['instructions_per_second'] / 1e6} M/s"])


def print_paths(b, only):
    rows = [b.paths(name, size, aim) for name, size, aim, is_quick in PATHS
            if only in (None, name) and (is_quick or not b.quick)]
    if rows:
        table("Paths (seconds, without and with writing the tests)",
              ["program", "paths", "s", "paths/s", "s, tests", "paths/s", "KLEE s", "faster",
               "aim", "met"],
              rows, [f"tests are written to {b.folder}", f"KLEE: {KLEE['remark']}"])


def print_states(b, only, measure):
    if only not in (None, "states"):
        return
    rows = [b.states(13 if b.quick else 17)]
    table("States alive at once (breadth first)",
          ["states", "MiB", "bytes/state", "< 4096", "s", "us/state"], rows,
          ["us/state: fork, question, decision, run to its end and free"])
    _, text = run([measure, b.folder / "many.bc", "10000" if b.quick else "100000"])
    print(text.decode())


def scratch():
    """A folder in memory, if there is one.  On ext4 a new file takes 0.4 ms instead of 0.01 ms while
    its part of the disk is full of files deleted a moment ago, as those of earlier runs are."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def main():
    parser = argparse.ArgumentParser(prog="bench-vm", description="measures nadir run")
    parser.add_argument("--quick", action="store_true", help="smaller sizes, no repetitions")
    parser.add_argument("--only", metavar="NAME", help="one program, or: states")
    parser.add_argument("--dir", help="for the output of the runs (default: in memory)")
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    args = parser.parse_args()
    build = pathlib.Path(args.build)
    names = {"states", *(row[0] for row in CONCRETE), *(row[0] for row in PATHS)}
    if args.only and args.only not in names:
        fail(f"no program '{args.only}'; there are: {', '.join(sorted(names))}")
    folder = tempfile.mkdtemp(prefix="bench-vm-", dir=args.dir or scratch())
    try:
        b = Bench(build / "src" / "cli" / "nadir", folder, args.quick)
        print_concrete(b, args.only)
        print_paths(b, args.only)
        print_states(b, args.only, build / "bench" / "bench-vm-states")
    finally:
        shutil.rmtree(folder)


main()
