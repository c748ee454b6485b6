"""Random C programs from csmith, run natively and in the machine: both must print the same.

A program is named by an option set, a seed and a level of optimisation; everything else follows.
It is run with the word "1", which makes it print its checksum after every global variable, so that
a difference also says where it begins.
"""

import collections
import json
import pathlib
import re
import shutil
import subprocess

INCLUDE = "/usr/include/csmith"

# What keeps a program short, in text and in time.
SMALL = ("--max-funcs 4 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 6 "
         "--max-array-dim 2 --max-array-len-per-dim 6")
MEDIUM = "--max-funcs 6 --max-block-depth 4"

# Option sets: what the programs of each are about.
SETS = {
    "default": "",
    "medium": MEDIUM,
    "small": SMALL,
    "float": f"{MEDIUM} --float",
    "builtins": f"{MEDIUM} --builtins --builtin-function-prob 40",
    "bitfields": f"{SMALL} --bitfields --max-struct-fields 14",
    "packed": f"{SMALL} --packed-struct --bitfields --max-struct-fields 12",
    "unions": f"{SMALL} --unions --max-union-fields 8 --no-union-read-type-sensitive",
    "structs": f"{SMALL} --arg-structs --return-structs --arg-unions --return-unions "
               "--max-struct-nested-level 4",
    "narrow": f"{SMALL} --no-longlong --no-math64",
    "plain": f"{SMALL} --no-volatiles --no-volatile-pointers --no-consts --no-const-pointers",
    "pointers": f"{SMALL} --max-pointer-depth 5 --addr-taken-of-locals",
    "arrays": f"{SMALL} --max-array-dim 4 --max-array-len-per-dim 5 --no-structs --no-unions",
    "jumps": f"{MEDIUM} --jumps --max-block-depth 5 --const-as-condition",
    "inline": f"{MEDIUM} --inline-function --inline-function-prob 90",
    "random": f"{SMALL} --random-random",
}

# Flags of clang by level: crc32 for csmith's builtins, and wide vectors.
FLAGS = dict.fromkeys("012s", "-w -mcrc32") | {"3": "-w -mcrc32 -mavx2"}

Program = collections.namedtuple("Program", "options seed level")
# kind: same, different, crash, unsupported, skipped; why: one line; printed: (natively, machine)
Verdict = collections.namedtuple("Verdict", "kind why printed", defaults=(("", ""),))


def run(words, seconds, folder):
    """(exit code, what it printed, what it complained), None if it took too long."""
    try:
        done = subprocess.run(list(map(str, words)), stdin=subprocess.DEVNULL, cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    return (done.returncode, done.stdout.decode(errors="replace"),
            done.stderr.decode(errors="replace"))


def run_machine(words, out, seconds, folder):
    """(what the program printed, report), or the Verdict when there is no report."""
    shutil.rmtree(out, ignore_errors=True)  # else the run would go to another folder
    done = run(words, seconds, folder)
    if not done:
        return Verdict("crash", "does not end")
    code, printed, err = done
    begin = 0 if printed.startswith("{\n") else printed.rfind("\n{\n") + 1
    try:
        report = json.loads(printed[begin:])
    except ValueError:
        report = None
    if code or report is None:
        return Verdict("crash", f"exit code {code}: {(err.splitlines() or ['no report'])[0]}",
                       ("", err))
    return printed[:begin], report


class Bench:
    """Where programs are made, compiled and run: the program under test and a folder."""

    def __init__(self, nadir, folder, native_seconds=2, machine_seconds=30):
        self.nadir, self.folder = nadir, pathlib.Path(folder)
        self.native_seconds, self.machine_seconds = native_seconds, machine_seconds
        # csmith makes this file if it is not there; two that do so at once read a half of it and fail.
        (self.folder / "platform.info").write_text("integer size = 4\npointer size = 8\n")

    def generate(self, options, seed):
        """The program's text, or None: csmith itself does not always come to an end."""
        done = run(["csmith", "--seed", seed, *options.split()], 20, self.folder)
        return done[1] if done and done[0] == 0 else None

    def native(self, source, level):
        """(exit code, what it printed, what it complained), or the Verdict when there is no end."""
        binary = source.with_suffix(f".native{level}")
        built = run(["clang-19", f"-O{level}", *FLAGS[level].split(), "-I", INCLUDE, source,
                     "-o", binary, "-lm"], 60, self.folder)
        if not built or built[0]:
            return Verdict("skipped", "does not compile natively")
        try:
            done = run([binary, "1"], self.native_seconds, self.folder)
        finally:
            binary.unlink()
        if not done:
            return Verdict("skipped", "does not end natively")
        if done[0] < 0:
            return Verdict("skipped", f"is killed natively by signal {-done[0]}")
        return done

    def machine_words(self, source, level):
        return [self.nadir, "run", "--exit-zero", f"-O{level}", "-I", INCLUDE, "--cflags", FLAGS[level],
                "--arg", "1", "--output", "--json", "--max-time", f"{self.machine_seconds}s",
                "--set", f"explore.max-path-instructions={10**15}",
                "--out", source.with_suffix(".out"), source]

    def machine(self, source, level):
        return run_machine(self.machine_words(source, level), source.with_suffix(".out"),
                           self.machine_seconds + 60, self.folder)

    def why(self, source):
        """How the one path ended, from the ledger."""
        for line in source.with_suffix(".out").joinpath("ledger").read_text().splitlines():
            if not line.startswith("#"):
                _, ended, _, _, _, place, text = line.split("\t")
                return ended, place, text
        return "nothing", "-", "-"

    def judge(self, source, level):
        """Compares a program's runs."""
        native = self.native(source, "0")
        if isinstance(native, Verdict):
            return native
        machine = self.machine(source, level)
        if isinstance(machine, Verdict):
            return machine
        printed, report = machine
        verdict = self.compare(source, native[1], printed, report)
        if verdict.kind == "different" and self.levels_differ(source, level, printed):
            return Verdict("skipped", "clang's levels of optimisation differ")
        return verdict

    def compare(self, source, native, printed, report):
        if report["limit"] == "time":
            return Verdict("skipped", "takes too long in the machine")
        ended, place, text = self.why(source)
        if ended == "unsupported":
            return Verdict("unsupported", re.sub(r"\b\d+\b", "N", text))
        if report["paths"]["finished"] != 1:
            return Verdict("different", f"{ended} at {place}: {text}", (native, printed))
        if printed != native:
            return Verdict("different", first_difference(native, printed), (native, printed))
        return Verdict("same", "")

    def levels_differ(self, source, level, printed):
        """Is what the machine printed what the same level prints natively?  Then it is not the
        machine that differs from -O0."""
        if level == "0":
            return False
        native = self.native(source, level)
        return not isinstance(native, Verdict) and native[1] == printed

    def check(self, program):
        """(verdict, file) of a program by its name."""
        source = self.folder / f"{program.options}-{program.seed}-O{program.level}.c"
        text = self.generate(SETS[program.options], program.seed)
        if text is None:
            return Verdict("skipped", "csmith does not end"), source
        source.write_text(text)
        return self.judge(source, program.level), source


def first_difference(native, printed):
    for a, b in zip(native.splitlines(), printed.splitlines()):
        if a != b:
            return f"'{b}' instead of '{a}'"
    return f"{len(printed.splitlines())} lines instead of {len(native.splitlines())}"
