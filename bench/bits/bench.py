"""bench.py — programs that compute with bits: nadir, nadir with circuits alone, KLEE's figures; called by
script/bench-bits.

Seconds are processor time (user and system, children included).  All of a row is measured in this run,
one after the other, the least of some repetitions; KLEE's column is what klee.json says.
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
INCLUDE = HERE.parent.parent / "runtime" / "include"
KLEE = json.loads((HERE / "klee.json").read_text())
CLANG = "clang-19"

# program, N; where it is not among ours, its folder
ROWS = [
    ("crc_bits", 4), ("crc_bits", 8), ("crc_table", 4), ("tea", 2), ("siphash", 1), ("xorshift", 3),
    ("rc4", 1), ("sbox", 2), ("reads", 8), ("gcd", 6), ("date", 1), ("ipv4", 9), ("sums128", 3),
    ("booleans", 8), ("matrix", 2), ("lcg", 3), ("dijkstra", 5),
]
CALLS = [("hashtable", 4, "insert_all(uint32_t keys[N], N)", 10)]

SETTINGS = {
    "nadir": [],
    "without": ["--stages", "-repair,-sample,-xors,-solve_eqs"],
}


def fail(text):
    sys.exit(f"bench-bits: {text}")


def source(program):
    own = HERE / "programs" / f"{program}.c"
    return own if own.exists() else HERE.parent / "vm" / "programs" / f"{program}.c"


def cpu(command):
    """Processor time of a command in seconds; what it says about errors ends the bench."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status != 0:
        fail(f"{' '.join(map(str, command))}\n{said.decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime


class Bench:
    def __init__(self, nadir, folder, limit, repeats):
        self.nadir, self.limit, self.repeats = nadir, limit, repeats
        self.folder = pathlib.Path(folder)

    def least(self, command):
        """Seconds of the fastest repetition, and whether it came to its end."""
        best = None
        for _ in range(self.repeats):
            out = self.folder / "out"
            shutil.rmtree(out, ignore_errors=True)
            seconds = cpu([self.nadir, *command, "--max-time", f"{self.limit}s", "--out", out])
            is_run = command[0] == "run"
            said = json.loads((out / ("run.json" if is_run else "worst.json")).read_text())
            done = not said.get("limit") if is_run else all(s["proven"] for s in said["sizes"])
            if best is None or seconds < best[0]:
                best = (seconds, done)
            if not done:
                break
        return best

    def bitcode(self, program, size):
        to = self.folder / f"{program}{size}.bc"
        cpu([CLANG, "-O0", "-Xclang", "-disable-O0-optnone", "-g", "-emit-llvm", "-c", "-I", INCLUDE,
             f"-DN={size}", source(program), "-o", to])
        return to

    def row(self, program, size):
        bitcode, name = self.bitcode(program, size), f"{program} {size}"
        all_of = [self.least(["run", "--exit-zero", "--only-errors", *options, bitcode])
                  for options in SETTINGS.values()]
        klee = KLEE["seconds"].get(name)
        met = "-" if klee is None else "yes" if all_of[0][1] and all_of[0][0] <= klee else "NO"
        return [name, *(self.show(*each) for each in all_of), f"{klee or '-'}", met]

    def call(self, program, size, call, aim):
        seconds, done = self.least(["worst", "--exit-zero", "--strategy", "exhaustive", "--size", f"{size}",
                                    "--call", call, source(program)])
        met = "yes" if done and seconds <= aim else "NO"
        return [f"{program} {size}", self.show(seconds, done), "-", f"(aim {aim})", met]

    def show(self, seconds, done):
        return f"{seconds:.3f}" if done else f"> {self.limit}"


def show_row(cells):
    widths = [12, 10, 10, 9, 4]
    line = [cells[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(cells[1:], widths[1:]))]
    print("  " + " ".join(line).rstrip(), flush=True)


def main():
    parser = argparse.ArgumentParser(prog="bench-bits", description="measures questions about bits")
    parser.add_argument("--only", metavar="NAME", help="one program")
    parser.add_argument("--limit", type=int, default=15, metavar="S", help="seconds for one run (15)")
    parser.add_argument("--repeats", type=int, default=2, metavar="N", help="of each run (2)")
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    args = parser.parse_args()
    names = sorted({row[0] for row in [*ROWS, *CALLS]})
    if args.only and args.only not in names:
        fail(f"no program '{args.only}'; there are: {', '.join(names)}")
    folder = tempfile.mkdtemp(prefix="bench-bits-")
    try:
        b = Bench(pathlib.Path(args.build) / "src" / "cli" / "nadir", folder, args.limit, args.repeats)
        show_row(["program", "nadir s", "sat alone", "KLEE s", "met"])
        for row in ROWS:
            if args.only in (None, row[0]):
                show_row(b.row(*row))
        for row in CALLS:
            if args.only in (None, row[0]):
                show_row(b.call(*row))
        print(f"  (KLEE: {KLEE['remark']})")
    finally:
        shutil.rmtree(folder)


main()
