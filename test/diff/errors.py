"""Programs with one planted error (planted.py), judged by the machine and by the sanitizers.

    errors.py NADIR SEED [twin]      what each says about one program

The sanitizers run a program on all its inputs, natively at -O0: gcc's and clang's AddressSanitizer
with UndefinedBehaviorSanitizer and LeakSanitizer, and clang's MemorySanitizer.  The machine explores
it with all its checks.  What is expected:

  - whatever a sanitizer says about an input, the machine says, too: the same kind at the same line,
    and no path of such an input finishes as if nothing were wrong; else it is *missed*;
  - what the machine says and no sanitizer does is *more*, if it is the planted error; AddressSanitizer
    does not see accesses that land in another object, or in a variable-length array that is gone,
    MemorySanitizer no unset value on which nothing depends; anything else is a *false alarm*;
  - the planted error is found, unless the compiler need not do the access (`*p;` as a statement)
    and none of the three does;
  - the twin without the error is *clean*: no error, and the exploration complete.

MemorySanitizer is heard about unset values only where that is what is planted, and in twins: after
an access to foreign memory its words mean nothing.  A far access natively lands anywhere: any report
about memory at its line agrees, and what is said elsewhere afterwards does not count.
"""

import collections
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from csmith import Verdict, run_machine
from ktest import read_ktest
from planted import Writer
from sanitized import Native, Oracle

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CHECKS = "--check-overflow --check=shift --check=leak"
Program = collections.namedtuple("Program", "seed is_twin")
GOOD, BAD = ("agreed", "more", "clean"), ("missed", "false alarm", "unconfirmed", "broken")
BATCH = 20  # seeds whose programs are compiled together
REPLAYED = 8  # each so many-th erroneous program is also replayed by nadir itself
MEMORY = ("bounds", "access", "null-pointer", "use-freed", "use-returned", "use-scope", "other")
# What a report about memory without a kind of its own may be.
BAD_ACCESS = ("read-bounds", "write-bounds", "write-constant", "use-freed", "use-returned",
              "use-scope", "invalid-free")


def batch(seeds):
    return [Program(seed, is_twin) for seed in seeds for is_twin in (False, True)]


def group(program):
    """What is planted."""
    plan = Writer(*program).write()[1]
    return plan.kind if plan else "twin"


def writes_unset(program):
    return group(Program(program.seed, False)) == "read-unset"


def agrees(sign, finding, plan):
    kind, line = finding
    if sign.line != line:
        return False
    if plan and plan.is_wild and kind.endswith("-bounds"):
        return sign.kind in MEMORY
    if sign.kind == "bounds":
        return kind == f"{sign.role}-bounds" if sign.role else kind.endswith("-bounds")
    if sign.kind == "access":
        return kind in BAD_ACCESS and (sign.role != "read" or kind != "write-bounds")
    if sign.kind == "double-free":  # what it finds before a local of the stack may look freed
        return kind in ("double-free", "invalid-free")
    return sign.kind == kind


def show(findings):
    return ", ".join(sorted({f"{f[0]} at {f[-1]}" for f in findings})) or "nothing"


def judge(plan, signs, findings, finished):
    """The verdict on a program: what was planted, what the sanitizers say for each input, what the
    machine says, and the inputs of its paths without an error."""
    heard = {v: [s for s in all_of if s.tool != "msan" or not plan or plan.kind == "read-unset"]
             for v, all_of in signs.items()}
    said = {(s.kind, s.role, s.line, s.tool) for all_of in heard.values() for s in all_of}
    about = {(f"{tool}: {kind}", line) for kind, _, line, tool in said}
    if not plan:
        if said:
            return Verdict("broken", f"a twin is not clean: {show(about)}")
        return Verdict("false alarm", show(findings)) if findings else Verdict("clean", "")
    planted, is_there = (plan.kind, plan.line), False
    for v, all_of in heard.items():
        for s in all_of:
            is_there = True
            if any(agrees(s, f, plan) for f in findings):
                continue
            if not (plan.is_wild and s.line != plan.line and planted in findings):
                return Verdict("missed", f"{s.tool} says {s.kind} {s.role} at {s.line}, "
                               f"the machine {show(findings)}")
        if all_of and v in finished:
            return Verdict("missed", f"input {v} finished, natively {show(about)}")
    for f in findings:
        if f != planted and not any(agrees(s, f, plan) for all_of in heard.values() for s in all_of):
            return Verdict("false alarm", f"{show([f])}, natively {show(about)}")
    if is_there:
        return Verdict("agreed", "")
    if findings:
        return Verdict("more", "")
    if plan.is_optional:
        return Verdict("agreed", "nothing is done")
    return Verdict("missed", f"{plan.kind} at {plan.line}, seen by nobody")


class Bench:
    """Where programs are written, run natively and explored."""

    def __init__(self, nadir, folder, seconds=20):
        self.nadir, self.folder, self.seconds = nadir, pathlib.Path(folder), seconds
        self.oracle = Oracle(ROOT, folder)

    def machine_words(self, source, program, replays=False):
        checks_unset = writes_unset(program) or program.seed % 2 == 0
        return [self.nadir, "run", "--exit-zero", *CHECKS.split(), *["--unset=error"][:checks_unset],
                "--cflags", "-w", "--json", *["--native", "off"][:2 * (not replays)],
                "--max-time", f"{self.seconds}s", "--out", source.with_suffix(".out"), source]

    def machine(self, source, program, replays=False):
        """(errors of the report, inputs of paths without one), or the Verdict."""
        out = source.with_suffix(".out")
        done = run_machine(self.machine_words(source, program, replays), out, self.seconds + 90,
                           self.folder)
        if isinstance(done, Verdict):
            return done
        report, finished = done[1], set()
        for line in (out / "ledger").read_text().splitlines():
            if line.startswith("#"):
                continue
            _, ended, _, _, test, _, text = line.split("\t")
            if ended == "unsupported":
                return Verdict("unsupported", text)
            if ended == "exit":
                finished.add(dict(read_ktest((out / test).read_bytes()))["in"][0])
        shutil.rmtree(out)
        if not report["complete"]:
            ways = [way for way, n in report["paths"].items() if n]
            return Verdict("skipped", f"not complete: {report['limit'] or ', '.join(ways)}")
        return report["errors"], finished

    def write(self, program):
        """(plan, program for the oracle)"""
        writer = Writer(*program)
        text, plan = writer.write()
        file = self.folder / f"errors-{program.seed}{'-twin' if program.is_twin else ''}.c"
        file.write_text(text)
        return plan, Native(file, writer.names, writer.n_inputs, text)

    def compare(self, program, plan, native, signs):
        replays = plan is not None and program.seed % REPLAYED == 0
        machine = self.machine(native.file, program, replays)
        if isinstance(machine, Verdict):
            return machine
        errors, finished = machine
        verdict = judge(plan, signs, {(e["kind"], e["line"]) for e in errors}, finished)
        return verdict if verdict.kind != "agreed" or not replays else self.replayed(errors, signs)

    def replayed(self, errors, signs):
        """What nadir's own native run of a test says, where its compiler's sanitizers see it."""
        for e in errors:
            seen = [s for s in signs[int(e["inputs"][0]["bytes"], 16)] if s.tool == "gcc"]
            how = e["native"]["how"] if e["native"] else ""
            at = re.search(r"\.c:(\d+)", how)
            if seen and (not e["native"]["confirmed"] or at and int(at[1]) != e["line"]):
                return Verdict("unconfirmed", f"{e['kind']} at {e['line']}: {how}")
        return Verdict("agreed", "")

    def check(self, programs):
        """{program: (verdict, file)} of a batch."""
        made = [self.write(program) for program in programs]
        signs = self.oracle.signs([native for _, native in made], f"batch-{programs[0].seed}")
        return {program: (self.compare(program, plan, native, said), native.file)
                for program, (plan, native), said in zip(programs, made, signs)}


def main():
    program = Program(int(sys.argv[2]), sys.argv[3:] == ["twin"])
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(sys.argv[1]).resolve(), folder)
        plan, native = bench.write(program)
        for k, line in enumerate(native.text.splitlines(), 1):
            print(f"{k:3}  {line}")
        signs = bench.oracle.signs([native], "batch")[0]
        for value, said in sorted(signs.items()):
            for s in said:
                print(f"in = {value}: {s.tool} says {s.kind} {s.role} at {s.line}")
        machine = bench.machine(native.file, program)
        if not isinstance(machine, Verdict):
            for e in machine[0]:
                print(f"the machine says {e['kind']} at {e['line']} for {e['inputs']}: {e['text']}")
            print("finished for in =", *sorted(machine[1]))
        print(*bench.compare(program, plan, native, signs)[:2])


if __name__ == "__main__":
    main()
