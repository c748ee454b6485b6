"""Programs that carry their command and what is to be expected of it.

    prog.py [--every N] [--replay] NADIR [FILE...]

All of test/prog when no file is named, or each Nth: C, also preprocessed (.i), and LLVM assembly
(.ll, where `;` stands for `//`).  With --replay the errors are also looked for natively.

Each line `// RUN: run OPTIONS [-- ARGS]` is one run of `nadir run OPTIONS --json` on the file (@FOLDER@
in a word: the folder of the file).  The lines
that follow, up to the next RUN, say what it gives:

    // EXPECT: finished 6             so many paths ended this way; ways not mentioned have none,
                                      but "finished" and "error" are free then
    // EXPECT: error assert 12        this error at this line; errors not mentioned fail the test
    // EXPECT: warning 12             a decision, output or the exit code at this line depends on unset memory; others fail
    // EXPECT: limit paths            the run was ended by this limit; else it must be complete
    // EXPECT: output TEXT            a line of what the program prints (with --output), on either stream
    // EXPECT: text TEXT              part of what is said about some error
    // EXPECT: parked                 states were put aside
    // EXPECT: ledger TEXT            part of a line of the ledger
    // EXPECT: native differs         with --replay: not every error is seen natively
    // EXPECT: refused TEXT           no run: nadir exits with 1 or 2 and says this

`// NATIVE: same output` compiles the file natively, too: it must exit with 0, and every RUN must
print what it prints.  It is linked with musl, or, with `same output, host's library`, with that of the
host (mathematical functions are the host's in the machine, too).

`// BITCODE: OPTIONS` has clang compile the file to bitcode with these, and the RUNs are of that.

An error can also be announced where it is, for every RUN of the file: `// ERROR: assert` at the end
of a line of code.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import musl
import tap

FOLDER = pathlib.Path(__file__).resolve().parent / "prog"


class Run:
    """One RUN line with its expectations."""

    def __init__(self, line, words, errors):
        self.line, self.words = line, words
        self.counts, self.errors, self.outputs, self.texts = {}, set(errors), [], []
        self.ledger, self.limit, self.parked, self.differs = [], None, False, False
        self.refused, self.warnings = None, set()

    def expect(self, words):
        kind, rest = words.split(None, 1) if " " in words else (words, "")
        if kind == "error" and not rest.isdigit():
            stop, line = rest.split()
            self.errors.add((stop, int(line.rpartition(":")[2])))
        elif kind == "warning":
            self.warnings.add(int(rest))
        elif kind == "limit":
            self.limit = rest
        elif kind == "output":
            self.outputs.append(rest)
        elif kind == "text":
            self.texts.append(rest)
        elif kind == "ledger":
            self.ledger.append(rest)
        elif kind == "refused":
            self.refused = rest
        elif kind == "parked":
            self.parked = True
        elif kind == "native":
            self.differs = True
        else:
            self.counts[kind] = int(rest)


def read_runs(path):
    lines = path.read_text().splitlines()
    errors = [(m.group(1), n) for n, line in enumerate(lines, 1)
              if (m := re.search(r"(?://|;) ERROR: (\S+)$", line))]
    runs = []
    for n, line in enumerate(lines, 1):
        if m := re.match(r"(?://|;) RUN: run\b(.*)", line):
            runs.append(Run(n, m.group(1).split(), errors))
        elif m := re.match(r"(?://|;) EXPECT: (.*\S)", line):
            runs[-1].expect(m.group(1))
    return runs


def native_output(path, folder):
    """The lines that the program prints natively, or None if this is not asked for."""
    asked = re.search(r"\n(?://|;) NATIVE: same output(.*)\n", path.read_text())
    if not asked:
        return None
    program = folder + "/native"
    std = "gnu89" if "-std=gnu89" in path.read_text() else "gnu17"
    host = asked.group(1) == ", host's library"
    flags, libraries = ([], ["-lm"]) if host else (musl.FLAGS, musl.LIBRARIES)
    subprocess.run(["clang-19", f"-std={std}", "-w", "-O0", *flags, path, *libraries, "-o", program],
                   check=True)
    done = subprocess.run([program], stdout=subprocess.PIPE, timeout=60, check=True)
    return done.stdout.decode(errors="replace").splitlines()


def subject(path, folder):
    """The file that is run: this one, or the bitcode of it."""
    options = re.search(r"^// BITCODE: (.*)", path.read_text(), re.MULTILINE)
    if not options:
        return path
    bitcode = pathlib.Path(folder, path.stem + ".bc")
    subprocess.run(["clang-19", "-w", "-g", "-c", "-emit-llvm", *options.group(1).split(), path,
                    "-o", bitcode], check=True)
    return bitcode


def native_complaints(run, errors):
    """Errors that a native run of their test does not show."""
    missed = [f"{e['kind']} in line {e['line']} is not seen natively: {e['native']['how']}"
              for e in errors if e["native"] and e["native"]["confirmed"] is False]
    if run.differs:
        return [] if missed else ["every error is seen natively"]
    return missed


def complaints(run, path, nadir, folder, native, replays):
    """What a run does not keep of its promises."""
    given = [word.replace("@FOLDER@", str(path.parent)) for word in run.words]
    mark = given.index("--") if "--" in given else len(given)
    arguments = given[mark:]
    words = [*given[:mark], "--json", "--exit-zero", "--out", folder + "/out", *([] if replays else ["--native", "off"])]
    done = subprocess.run([nadir, "run", *words, subject(path, folder), *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace", timeout=120)
    if run.refused:
        as_told = done.returncode in (1, 2) and run.refused in done.stderr
        return [] if as_told else [f"exit code {done.returncode}, says '{done.stderr}'"]
    if done.returncode:
        return [f"exit code {done.returncode}: {done.stderr}"]
    begin = done.stdout.rindex("\n{\n") + 1 if "\n{\n" in done.stdout else 0
    printed, result = done.stdout[:begin].splitlines(), json.loads(done.stdout[begin:])
    found = []
    for way, n in result["paths"].items():
        free = way in ("finished", "error") and way not in run.counts
        if not free and n != run.counts.get(way, 0):
            found.append(f"{n} paths ended as {way}, not {run.counts.get(way, 0)}")
    for way in run.counts.keys() - result["paths"].keys():
        found.append(f"there is no way to end called {way}")
    errors = {(e["kind"], e["line"] if e["file"].endswith(path.name) else e["file"])
              for e in result["errors"]}
    found += [f"missing error {e}" for e in run.errors - errors]
    found += [f"unexpected error {e}" for e in errors - run.errors]
    # A path that ran for long before a limit of time is a matter of the machine's speed.
    warnings = {w["line"] for w in result["warnings"] if w["kind"] != "long"}
    found += [f"missing warning in line {n}" for n in run.warnings - warnings]
    found += [f"unexpected warning in line {n}" for n in warnings - run.warnings]
    if result["limit"] != run.limit:
        found.append(f"limit {result['limit']}, not {run.limit}")
    found += [f"does not print '{line}' but {printed}" for line in run.outputs
              if line not in printed + done.stderr.splitlines()]
    if native is not None and printed != native:
        found.append(f"prints {printed}, not {native} as native code does")
    ledger = pathlib.Path(folder, "out", "ledger").read_text() if run.ledger else ""
    found += [f"no '{text}' in the ledger: {ledger}" for text in run.ledger if text not in ledger]
    found += [f"no error says '{text}' but {[e['text'] for e in result['errors']]}"
              for text in run.texts if not any(text in e["text"] for e in result["errors"])]
    if run.parked and not result["parked"]:
        found.append("nothing was put aside")
    if replays:
        found += native_complaints(run, result["errors"])
    tests = len(list(pathlib.Path(folder, "out").glob("*.ktest")))
    if tests != result["tests"]:
        found.append(f"{tests} tests were written, {result['tests']} announced")
    return found


def check(path, nadir, replays):
    """What a program complains about, one text each."""
    runs = read_runs(path)
    found = [] if runs else [f"{path.name} has no RUN line"]
    with tempfile.TemporaryDirectory() as folder:
        native = native_output(path, folder)
        for n, run in enumerate(runs):
            os.mkdir(f"{folder}/{n}")
            found += [f"{path.name}:{run.line}: {c}"
                      for c in complaints(run, path, nadir, f"{folder}/{n}", native, replays)]
    return found


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--every", type=int, default=1)
    args.add_argument("--replay", action="store_true")
    args.add_argument("nadir")
    args.add_argument("files", nargs="*")
    args = args.parse_args()
    del sys.argv[1:]
    paths = [pathlib.Path(f).resolve() for f in args.files]
    every = sorted(p for p in FOLDER.glob("**/*") if p.suffix in (".c", ".i", ".ll"))
    paths = paths or every[::args.every]

    class Programs(unittest.TestCase):
        pass

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        for path in paths:
            name = "test_" + path.relative_to(FOLDER).as_posix().replace("/", "_").replace(".c", "")
            checked = workers.submit(check, path, args.nadir, args.replay)
            setattr(Programs, name, lambda self, checked=checked:
                    self.assertFalse(checked.result(), "\n".join(map(str, checked.result()))))
        globals()["Programs"] = Programs
        tap.main()


if __name__ == "__main__":
    main()
