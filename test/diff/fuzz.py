"""The long run of script/fuzz-vm and script/fuzz-errors: random programs until the time is over.

    fuzz.py NADIR SECONDS SEED FOLDER [--symbolic | --ir | --errors | --worst]

What differs is saved in FOLDER with the commands that show it again, and a smaller program that
differs, too, if one is found.
"""

import collections
import concurrent.futures
import pathlib
import shlex
import shutil
import sys
import tempfile
import time

import csmith
import errors
import ir
import symbolic
import worst

LEVELS = ("0", "1", "2", "3", "s")
BAD = ("different", "crash", *errors.BAD, *worst.BAD)
# Options that make a program smaller, tried one after the other on top of its own.
SMALLER = ("--max-funcs 1", "--max-block-depth 1", "--max-block-size 1", "--max-expr-complexity 2",
           "--max-array-dim 1 --max-array-len-per-dim 2", "--no-jumps", "--no-arrays",
           "--no-structs", "--no-unions", "--no-bitfields", "--no-pointers", "--no-volatiles",
           "--no-compound-assignment", "--no-embedded-assigns", "--no-comma-operators",
           "--max-struct-fields 2", "--no-longlong")


class Concrete:
    """csmith's programs: every option set, every level."""

    name = "fuzz-vm"

    def __init__(self, nadir, folder):
        self.bench = csmith.Bench(nadir, folder)

    def batches(self, seed):
        """Programs to be checked together."""
        names = list(csmith.SETS)
        while True:
            yield [csmith.Program(names[seed % len(names)], seed,
                                  LEVELS[seed // len(names) % len(LEVELS)])]
            seed += 1

    def check(self, batch):
        """{program: (verdict, file)}"""
        return {program: self.bench.check(program) for program in batch}

    def group(self, program):
        """By what those that are fine are counted."""
        return f"-O{program.level}"

    def commands(self, program, source):
        words = self.bench.machine_words(source, program.level)
        return [f"csmith --seed {program.seed} {csmith.SETS[program.options]} >{source}",
                f"clang-19 -w -I {csmith.INCLUDE} {source} -lm && ./a.out 1",
                shlex.join(map(str, words))]

    def reduce(self, program, kind):
        """(options, text) of a smaller program that is judged the same, or None."""
        options, found = csmith.SETS[program.options], None
        source = self.bench.folder / f"small-{program.seed}.c"
        for smaller in SMALLER:
            text = self.bench.generate(f"{options} {smaller}", program.seed)
            if text is None:
                continue
            source.write_text(text)
            if self.bench.judge(source, program.level).kind == kind:
                options, found = f"{options} {smaller}", text
        return found and (options, found)


class Symbolic(Concrete):
    """Small programs with symbolic inputs."""

    def __init__(self, nadir, folder):
        self.bench = symbolic.Bench(nadir, folder)

    def batches(self, seed):
        while True:
            yield [symbolic.Program(seed, LEVELS[seed % 3])]
            seed += 1

    def commands(self, program, source):
        return [shlex.join(map(str, self.bench.machine_words(source, program)))]

    def reduce(self, program, kind):
        return None


class Assembly(Symbolic):
    """LLVM assembly over vectors and odd widths."""

    def __init__(self, nadir, folder):
        self.bench = ir.Bench(nadir, folder)

    def commands(self, program, source):
        return [shlex.join(map(str, self.bench.machine_words(source, program.level)))]

    def batches(self, seed):
        while True:
            yield [ir.Program(seed, "0")]
            seed += 1


class Erroneous(Symbolic):
    """Programs with a planted error, and their twins."""

    name = "fuzz-errors"

    def __init__(self, nadir, folder):
        self.bench = errors.Bench(nadir, folder)

    def batches(self, seed):
        while True:
            yield errors.batch(range(seed, seed + errors.BATCH))
            seed += errors.BATCH

    def check(self, batch):
        return self.bench.check(batch)

    def group(self, program):
        return errors.group(program)

    def commands(self, program, source):
        again = ["test/diff/errors.py", self.bench.nadir, program.seed, *["twin"][:program.is_twin]]
        return [f"python3 {shlex.join(map(str, again))}",
                shlex.join(map(str, self.bench.machine_words(source, program)))]


class Worst(Symbolic):
    """Functions whose worst cases are known."""

    def __init__(self, nadir, folder):
        self.bench = worst.Bench(nadir, folder)

    def batches(self, seed):
        while True:
            yield [worst.Program(seed, LEVELS[seed % 2])]
            seed += 1

    def commands(self, program, source):
        return [shlex.join(map(str, self.bench.machine_words(source, program)))]


def save(kind, program, verdict, source, folder):
    name = source.stem
    kept = folder / source.name
    if source.exists():
        kept.write_text(source.read_text())
    about = [f"{verdict.kind}: {verdict.why}", "", *kind.commands(program, kept)]
    smaller = kind.reduce(program, verdict.kind)
    if smaller:
        (folder / f"{name}.small.c").write_text(smaller[1])
        about += ["", f"smaller: csmith --seed {program.seed} {smaller[0]}"]
    (folder / f"{name}.txt").write_text("\n".join(about) + "\n")
    for suffix, text in zip(("native", "machine"), verdict.printed):
        if not text:
            continue
        (folder / f"{name}.{suffix}").write_text(text)
    print(f"{kind.name}: {name}: {verdict.kind}: {verdict.why}; see {kept.with_suffix('.txt')}",
          flush=True)


class Tally:
    def __init__(self, kind):
        self.kind, self.n = kind, 0
        self.kinds, self.groups = collections.Counter(), collections.Counter()
        self.reasons = collections.Counter()

    def add(self, program, verdict):
        self.n += 1
        self.kinds[verdict.kind] += 1
        self.groups[verdict.kind, self.kind.group(program)] += 1
        if verdict.why:
            self.reasons[f"{verdict.kind}: {verdict.why}"] += 1

    def say(self, seconds):
        kinds = ", ".join(f"{n} {kind}" for kind, n in self.kinds.most_common())
        print(f"{self.kind.name}: {seconds:.0f} s, {self.n} programs: {kinds}", flush=True)

    def say_all(self):
        for kind, _ in self.kinds.most_common():
            groups = ", ".join(f"{group} {n}" for (k, group), n in sorted(self.groups.items())
                               if k == kind)
            print(f"{self.kind.name}: {kind}: {groups}")
        for reason, n in self.reasons.most_common():
            print(f"{n:6}  {reason}")


def fuzz(kind, seconds, seed, folder):
    """True if nothing differed."""
    begin, tally, said = time.monotonic(), Tally(kind), 0
    batches, running = kind.batches(seed), set()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        while running or time.monotonic() - begin < seconds:
            while len(running) < 2 and time.monotonic() - begin < seconds:
                running.add(pool.submit(kind.check, next(batches)))
            done, running = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                for program, (verdict, source) in future.result().items():
                    tally.add(program, verdict)
                    if verdict.kind in BAD:
                        save(kind, program, verdict, source, folder)
                    source.unlink(missing_ok=True)
                    shutil.rmtree(source.with_suffix(".out"), ignore_errors=True)
            if time.monotonic() - begin - said >= 10:
                said = time.monotonic() - begin
                tally.say(said)
    tally.say(time.monotonic() - begin)
    tally.say_all()
    return not any(tally.kinds[kind] for kind in BAD)


def main():
    nadir, seconds, seed, folder = sys.argv[1:5]
    kept = pathlib.Path(folder).resolve()
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        kinds = {"--symbolic": Symbolic, "--ir": Assembly, "--errors": Erroneous, "--worst": Worst}
        kind = kinds.get(sys.argv[-1], Concrete)(pathlib.Path(nadir).resolve(), work)
        return 0 if fuzz(kind, float(seconds), int(seed), kept) else 1


if __name__ == "__main__":
    sys.exit(main())
