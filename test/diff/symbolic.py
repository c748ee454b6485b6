"""Random small programs with symbolic inputs, explored by nadir and run natively.

A program reports every decision it takes: each condition is wrapped in test(), each case of a
switch says its letter, and at the end the path is printed with a value computed from everything;
the machine computes it for the input that it puts into the path's test.  What is held against the
machine:

  - each test that it writes, run natively, prints what the machine printed for that path;
  - if all inputs can be tried natively (one or two bytes), the paths are exactly those that exist,
    each once (where no index is split), those that end at a null pointer among them.

A program is named by a seed and a level of optimisation; wrapping, shifts and division are kept
within what is defined under -fwrapv.
"""

import collections
import pathlib
import random
import subprocess

from csmith import Verdict, run, run_machine
from ktest import read_ktest

FLAGS = "-w -fwrapv"
MAX_PATHS = 300  # of a program whose inputs are all tried
TYPES = ("uint8_t", "int8_t", "uint16_t", "int16_t", "uint32_t", "int32_t", "uint64_t", "int64_t")
# Ways to explore, by seed: the paths are the same in each, but splits make several of one.
WHOLE = "--set machine.max-split=0"
SEARCHES = (f"--search dfs {WHOLE}", f"--search bfs {WHOLE}", f"--search random-state {WHOLE}",
            f"--search random-path {WHOLE}", f"--search dfs --max-states 2 {WHOLE}",
            "--search dfs --set machine.max-split=8", "--search bfs --max-states 2 --set machine.max-split=3", "--search bfs",
            "--search dfs --max-states 2")
Program = collections.namedtuple("Program", "seed level")

HEAD = """#include <nadir.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char path[4096];
static unsigned n_path;

/* Functions of their own, so that no compiler makes one value of two decisions. */
static __attribute__((noinline)) int yes(void) { path[n_path++] = 'T'; return 1; }
static __attribute__((noinline)) int no(void) { path[n_path++] = 'F'; return 0; }
#define test(c) ((c) ? yes() : no())

/* Says a small number by decisions. */
static __attribute__((noinline)) void tell(uint64_t n) {
  for (uint64_t i = 0; i < 8; i++)
    if (!test(i < n)) return;
}

static int compare(const void *a, const void *b) {
  uint8_t x = *(const uint8_t *)a, y = *(const uint8_t *)b;
  return test(x < y) ? -1 : test(x > y);
}

/* A pointer that is followed without a look at it: natively a path ends where it is null. */
#ifdef ALL_INPUTS
static jmp_buf null_pointer;
static uint8_t *followed(void *p) {
  if (!p) longjmp(null_pointer, 1);
  return p;
}
#elif defined __OPTIMIZE__ /* the compiler must neither conclude that it is not null nor drop the access */
static volatile uint8_t *followed(void *p) {
  volatile uint8_t *volatile q = p;
  return q;
}
#else
#define followed(p) ((uint8_t *)(p))
#endif

struct bits {
  unsigned a : 3;
  int b : 5;
  unsigned c : 11;
  int64_t d : 37;
};
"""

TAIL = """
static uint32_t run(const uint8_t *in) {
  n_path = 0;
  uint32_t result = subject(in);
  path[n_path] = 0;
  return result;
}

#ifdef ALL_INPUTS
int main(void) {
  for (volatile unsigned k = 0; k < 1u << 8 * N_INPUTS; k++) {
    uint8_t in[2] = {(uint8_t)k, (uint8_t)(k >> 8)};
    if (setjmp(null_pointer)) {
      path[n_path] = 0;
      printf("-%s! null\\n", path);
      continue;
    }
    uint32_t result = run(in);
    printf("-%s %08x\\n", path, result);
  }
}
#else
int main(void) {
  uint8_t in[N_INPUTS];
  nadir_symbolic(in, sizeof in, "in");
  uint32_t result = (uint32_t)nadir_concrete(run(in));
  printf("-%s %08x\\n", path, result);
}
#endif
"""


class Writer:
    """Writes one program."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.n_inputs = self.rng.choice((1, 2, 2, 2, 4, 8))
        self.scalars, self.arrays, self.lines = [], [], []
        self.n_loops = self.n_cases = 0
        self.decisions = self.rng.randint(5, 10)

    def is_exhaustive(self):
        return self.n_inputs <= 2

    # ---- expressions ----

    def array(self):
        return self.rng.choice(self.arrays)

    def leaf(self):
        r = self.rng.random()
        if r < 0.2:
            return str(self.rng.choice((0, 1, 2, 3, 7, 10, 100, 127, 128, 255, -1, -128, 1000)))
        if r < 0.35:
            return f"in[{self.rng.randrange(self.n_inputs)}]"
        return self.rng.choice(self.scalars)

    def element(self, depth):
        name, _, n = self.array()
        return f"{name}[({self.expr(depth - 1)}) & {n - 1}]"

    def binary(self, depth):
        a, b = self.expr(depth - 1), self.expr(depth - 1)
        return self.rng.choice((
            f"({a} + {b})", f"({a} - {b})", f"({a} & {b})", f"({a} | {b})", f"({a} ^ {b})",
            f"({a} < {b})", f"({a} == {b})", f"({a} >= {b})", f"({a} * {self.rng.randint(-9, 99)})",
            f"((uint32_t){a} << ({b} & 31))", f"((int32_t){a} >> ({b} & 31))",
            f"((uint64_t){a} << ({b} & 63))", f"((int64_t){a} >> ({b} & 63))",
            f"__builtin_bswap32({a})", f"__builtin_rotateleft16({a}, {b})",
            f"({{ {a}; struct bits t = bits; t.c += {b}; t.c; }})"))

    def hard(self):
        """What takes a solver long, of little."""
        a, b = self.leaf(), self.leaf()
        return self.rng.choice((
            f"({a} * {b})", f"({a} / (({b} & 7) + 1))", f"({a} % (({b} & 7) + 1))",
            f"({a} / -(({b} & 7) + 2))", f"((uint16_t){a} / ((uint8_t){b} | 1))",
            f"(uint64_t)((unsigned __int128){a} * {b} >> 40)", f"__builtin_popcount({a})",
            f"__builtin_clz({a} | 1)", f"__builtin_ctz({a} | 256)"))

    def expr(self, depth):
        r = self.rng.random()
        if depth <= 0 or r < 0.2:
            return self.leaf()
        if r < 0.35:
            return self.element(depth)
        if r < 0.5:
            kind = self.rng.choice(("~", "-", "!", *(f"({t})" for t in TYPES)))
            return f"{kind}{self.expr(depth - 1)}".replace("--", "- -")
        if r < 0.58:
            return self.hard()
        return self.binary(depth)

    def condition(self):
        a = self.expr(2)
        b = self.rng.choice((self.expr(1), str(self.rng.randint(-5, 200))))
        one = f"test({a} {self.rng.choice(('<', '>', '<=', '>=', '==', '!='))} {b})"
        if self.rng.random() < 0.1:
            kind = self.rng.choice(("add", "sub", "mul"))
            one = f"test(__builtin_{kind}_overflow({a}, {b}, &{self.rng.choice(self.scalars)}))"
        if self.rng.random() < 0.25:
            return f"{one} {self.rng.choice(('&&', '||'))} test({self.expr(1)})"
        return one

    # ---- statements ----

    def say(self, depth, text):
        self.lines.append("  " * depth + text)

    def assign(self, depth):
        r = self.rng.random()
        op = self.rng.choice(("=", "=", "+=", "-=", "^=", "|=", "&="))
        if r < 0.45:
            target = self.rng.choice(self.scalars)
        elif r < 0.75:
            target = self.element(1)
        elif r < 0.85:
            name, kind, n = self.array()
            size = n * int(kind.strip("uint_")) // 8
            target = f"((uint8_t *){name})[({self.expr(1)}) & {size - 1}]"
        elif r < 0.95:
            target = f"bits.{self.rng.choice('abcd')}"
        else:
            name, kind, n = self.array()
            scalar = self.rng.choice(self.scalars)
            return self.say(depth, f"memcpy(&{scalar}, {name}, 1);")
        self.say(depth, f"{target} {op} {self.expr(2)};")

    def branch(self, depth):
        self.decisions -= 1
        self.say(depth, f"if ({self.condition()}) {{")
        self.block(depth + 1)
        if self.rng.random() < 0.6:
            self.say(depth, "} else {")
            self.block(depth + 1)
        self.say(depth, "}")

    def loop(self, depth):
        self.decisions -= 2
        i, self.n_loops = f"i{self.n_loops}", self.n_loops + 1
        kind = self.rng.choice(("uint8_t", "int", "uint64_t"))
        bound = f"(({self.expr(1)}) & {self.rng.choice((3, 7))})"
        self.say(depth, f"for ({kind} {i} = 0, end = {bound}; test({i} < end); {i}++) {{")
        self.assign(depth + 1)
        name, _, n = self.array()
        self.say(depth + 1, f"{name}[{i} & {n - 1}] += {self.expr(2)};")
        if self.rng.random() < 0.3:
            self.say(depth + 1, f"if (test({self.expr(1)} == {i})) break;")
        self.say(depth, "}")

    def switch(self, depth):
        self.decisions -= 1
        mask = self.rng.choice((3, 7, 15, 255))
        labels = self.rng.sample(range(mask + 1), self.rng.randint(2, 4))
        self.say(depth, f"switch (({self.expr(2)}) & {mask}) {{")
        for label in labels:
            self.say(depth, f"case {label}:")
            self.letter(depth + 1)
            if self.rng.random() < 0.8:
                self.say(depth + 1, "break;")
        self.say(depth, "default:")
        self.letter(depth + 1)
        self.say(depth, "}")

    def letter(self, depth):
        self.say(depth, f"case{self.new_case()}();")
        self.assign(depth)

    def new_case(self):
        self.n_cases += 1
        return self.n_cases - 1

    def jump(self, depth):
        """A computed goto."""
        self.decisions -= 1
        labels = [f"l{self.new_case()}" for _ in range(4)]
        table = ", ".join("&&" + label for label in labels)
        self.say(depth, "{")
        self.say(depth + 1, f"static void *const to[] = {{{table}}};")
        self.say(depth + 1, f"goto *to[({self.expr(2)}) & 3];")
        for label in labels:
            self.say(depth, f"{label}:")
            self.say(depth + 1, f"case{label[1:]}();")
            self.assign(depth + 1)
        self.say(depth, "}")

    def calls(self, depth):
        """A call through a table."""
        self.decisions -= 1
        table = ", ".join(f"case{self.new_case()}" for _ in range(4))
        self.say(depth, "{")
        self.say(depth + 1, f"void (*const call[])(void) = {{{table}}};")
        self.say(depth + 1, f"call[({self.expr(2)}) & 3]();")
        self.say(depth, "}")

    def string(self, depth):
        """Functions that look for a byte."""
        self.decisions -= 1
        name, kind, n = self.array()
        self.say(depth, f"((uint8_t *){name})[{min(n, 6)}] = 0;" if n > 4 else
                 f"((uint8_t *){name})[3] = 0;")
        self.say(depth, self.rng.choice((
            f"tell(strlen((char *){name}));",
            f"tell((char *)memchr({name}, 0, {n}) - (char *){name});")))

    def sort(self, depth):
        """qsort asks in the same order in both worlds."""
        self.decisions -= 2
        self.say(depth, f"qsort({self.array()[0]}, 3, 1, compare);")

    def sized(self, depth):
        """Memory, and lengths to fill, of a symbolic size."""
        self.decisions -= 1
        name = self.array()[0]
        self.say(depth, "{")
        self.say(depth + 1, f"uint64_t n = (({self.expr(1)}) & 3) + 1;")
        self.say(depth + 1, self.rng.choice((
            "uint8_t *p = malloc(n);", "uint8_t p[n];", f"uint8_t *p = (uint8_t *){name};")))
        self.say(depth + 1, f"memset(p, {self.expr(1)}, n);")
        self.say(depth + 1, f"{self.rng.choice(self.scalars)} += p[n - 1];")
        self.say(depth + 1, "tell(n);")
        self.say(depth, "}")

    def objects(self, depth):
        """An address in one of several objects."""
        self.decisions -= 1
        names = [name for name, _, _ in self.arrays]
        self.say(depth, "{")
        self.say(depth + 1, f"void *const at[] = {{{', '.join((names * 2)[:2])}}};")
        self.say(depth + 1, f"uint8_t *p = at[({self.expr(1)}) & 1];")
        self.say(depth + 1, f"p[({self.expr(1)}) & 3] ^= {self.expr(2)};")
        self.say(depth + 1, f"test((void *)p == {names[0]});")
        self.say(depth, "}")

    def hashed(self, depth):
        """A table of pointers: written, read and followed where a hash says."""
        self.decisions -= 1
        names = [name for name, _, _ in self.arrays]
        self.say(depth, "{")
        self.say(depth + 1, f"uint32_t h = {self.expr(2)};")
        self.say(depth + 1, f"void *slot[8] = {{[{self.rng.randint(0, 7)}] = {names[0]}}};")
        self.say(depth + 1, "h ^= h << 5 ^ h >> 3;")
        self.say(depth + 1, f"slot[h & 7] = {names[-1]};")
        self.say(depth + 1, f"uint8_t *p = slot[{self.rng.choice(('h', 'h >> 1', 'h + 1'))} & 7];")
        self.say(depth + 1, f"if (test(p != 0)) p[1] ^= {self.expr(1)};")
        self.say(depth + 1, f"test(p == (void *){names[0]});")
        self.say(depth, "}")

    def followed(self, depth):
        """The same, and nobody looks whether the pointer is null; one byte says where the table is written."""
        self.decisions -= 1
        first, last = self.arrays[0][0], self.arrays[-1][0]
        mask = self.rng.choice((3, 3, 7))
        a, b, c = (f"in[{self.rng.randrange(self.n_inputs)}]" for _ in range(3))
        index = self.rng.choice((f"({a} * 31u + {b})", f"({a} ^ {b} * 5u)", f"(uint32_t)({self.expr(1)})"))
        self.say(depth, "{")
        self.say(depth + 1, f"uint64_t i = {index} & {mask};")
        self.say(depth + 1, f"void *slot[{mask + 1}] = {{{self.rng.choice(('0', f'[1] = {first}'))}}};")
        self.say(depth + 1, f"if (test(i < {self.rng.randint(0, 2)})) i ^= 1;")
        self.say(depth + 1, f"slot[{c} & {mask}] = {last};")
        self.say(depth + 1, f"followed(slot[i])[{self.rng.randint(0, 3)}] ^= {self.expr(1)};")
        self.say(depth + 1, f"test(i == {self.rng.randint(1, mask)});")
        self.say(depth, "}")

    def block(self, depth):
        for _ in range(self.rng.randint(1, 3)):
            kinds = (self.branch, self.branch, self.loop, self.switch)
            decides = self.decisions > 0 and depth < 4 and self.rng.random() < 0.5
            kinds += (self.jump, self.calls, self.string, self.sort, self.sized, self.objects,
                      self.hashed, self.followed)
            (self.rng.choice(kinds) if decides else self.assign)(depth)

    # ---- the whole ----

    def declare(self):
        for k in range(self.rng.randint(2, 4)):
            kind = self.rng.choice(TYPES)
            first = f"in[{k % self.n_inputs}]"
            more = f" | (uint32_t)in[{(k + 1) % self.n_inputs}] << {self.rng.choice((3, 8, 24))}"
            self.say(1, f"{kind} v{k} = {first}{more if self.rng.random() < 0.5 else ''};")
            self.scalars.append(f"v{k}")
        for k in range(self.rng.randint(1, 3)):
            kind, n = self.rng.choice(TYPES), self.rng.choice((4, 8, 16))
            values = ", ".join(str(self.rng.randint(0, 127)) for _ in range(n))
            self.say(1, f"{kind} a{k}[{n}] = {{{values}}};")
            self.arrays.append((f"a{k}", kind, n))
        self.say(1, "struct bits bits = {0};")
        self.scalars += ["bits.a", "bits.b", "bits.c", "bits.d"]

    def write(self):
        self.declare()
        self.scalars, bits = self.scalars[:-4], self.scalars[-4:]
        while self.decisions > 0:
            self.block(1)
        self.say(1, "uint32_t sum = 0;")
        for name in self.scalars + bits:
            self.say(1, f"sum = sum * 31 + (uint32_t){name};")
        for name, _, n in self.arrays:
            self.say(1, f"for (int i = 0; i < {n}; i++) sum = (sum << 1 | sum >> 31) ^ {name}[i];")
        self.say(1, "return sum;")
        cases = "".join(f"static __attribute__((noinline)) void case{k}(void) "
                        f"{{ path[n_path++] = {k} + 'a'; }}\n" for k in range(self.n_cases))
        return (f"{HEAD}#define N_INPUTS {self.n_inputs}\n{cases}\n"
                "static uint32_t subject(const uint8_t *in) {\n" + "\n".join(self.lines) + "\n}\n" +
                TAIL)


class Bench:
    """Where programs are written, explored and run natively."""

    def __init__(self, nadir, folder, seconds=10):
        self.nadir, self.folder, self.seconds = nadir, pathlib.Path(folder), seconds

    def search(self, program):
        return SEARCHES[program.seed % len(SEARCHES)]

    def machine_words(self, source, program):
        return [self.nadir, "run", "--exit-zero", f"-O{program.level}", "--cflags", FLAGS, "--output", "--json",
                *self.search(program).split(),
                "--max-time", f"{self.seconds}s", "--max-paths", 2 * MAX_PATHS,
                "--out", source.with_suffix(".out"), source]

    def tests(self, source):
        """Those of paths that finished, those that end at a null pointer."""
        out, finished, failing = source.with_suffix(".out"), [], []
        for line in (out / "ledger").read_text().splitlines():
            if line.startswith("#"):
                continue
            _, ended, _, _, test, _, _ = line.split("\t")
            if test.endswith(".ktest"):
                (failing if ended == "null-pointer" else finished).append(out / test)
        return sorted(finished), sorted(failing)

    def machine(self, source, program):
        """(lines printed, report, inputs of the tests, of those with a null pointer), or the Verdict when there is no
        report."""
        out = source.with_suffix(".out")
        done = run_machine(self.machine_words(source, program), out, self.seconds + 60,
                           self.folder)
        if isinstance(done, Verdict):
            return done
        printed, report = done
        inputs = [[read_ktest(test.read_bytes())[0][1] for test in tests] for tests in self.tests(source)]
        return printed.splitlines(), report, *inputs

    def all_inputs(self, source, n_inputs):
        """What the program prints natively for each input."""
        binary = source.with_suffix(".native")
        include = self.folder / "include"
        include.mkdir(exist_ok=True)
        (include / "nadir.h").touch()
        subprocess.run(["clang-19", "-O1", *FLAGS.split(), "-DALL_INPUTS", "-I", include, source,
                        "-o", binary], check=True)
        lines = subprocess.run([binary], check=True, stdout=subprocess.PIPE, text=True,
                               timeout=60).stdout.splitlines()
        return {k.to_bytes(n_inputs, "little"): line for k, line in enumerate(lines)}

    def replayed(self, source):
        """What the program prints natively for each test, by the replay library; or a Verdict."""
        done = run([self.nadir, "replay", "--output", *self.tests(source)[0]], 120, self.folder)
        if not done or done[0]:
            return Verdict("crash", f"replay: {done[2].strip() if done else 'does not end'}")
        return [line for line in done[1].splitlines() if line.startswith("-")]

    def check(self, program):
        """(verdict, file) of a program by its name."""
        writer = Writer(program.seed)
        source = self.folder / f"symbolic-{program.seed}-O{program.level}.c"
        source.write_text(writer.write())
        check = self.check_all if writer.is_exhaustive() else self.check_tests
        return check(source, program, writer.n_inputs), source

    def check_tests(self, source, program, _):
        machine = self.machine(source, program)
        if isinstance(machine, Verdict):
            return machine
        printed, report, inputs, _ = machine
        bad = self.bad_end(report)
        if bad:
            return bad
        native = self.replayed(source) if inputs else []
        if isinstance(native, Verdict):
            return native
        if native != printed:
            return Verdict("different", "a test takes another path natively",
                           ("\n".join(native), "\n".join(printed)))
        return Verdict("same", "")

    def bad_end(self, report):
        for way, n in report["paths"].items():
            if n and way not in ("finished", "bound", "unknown", "unsupported", "budget", "error"):
                return Verdict("different", f"{n} paths ended as {way}")
        for error in report["errors"]:
            if error["kind"] != "null-pointer":
                return Verdict("different", f"{error['kind']} at {error['line']}")
        return None

    def check_all(self, source, program, n_inputs):
        native = self.all_inputs(source, n_inputs)
        paths = {line.split()[0] for line in native.values()}
        if len(paths) > MAX_PATHS:
            return Verdict("skipped", "has too many paths")
        machine = self.machine(source, program)
        if isinstance(machine, Verdict):
            return machine
        printed, report, inputs, failing = machine
        bad = self.bad_end(report)
        if bad:
            return bad
        expected = [native[i] for i in inputs]
        both = ("\n".join(expected), "\n".join(printed))
        if expected != printed:
            return Verdict("different", "a test takes another path natively", both)
        for i in failing:
            if not native[i].endswith("! null"):
                return Verdict("different", f"input {i.hex()} finds no null pointer natively", both)
        found = collections.Counter(line.split()[0] for line in (*printed, *(native[i] for i in failing)))
        splits = WHOLE not in self.search(program) or "slot[" in pathlib.Path(source).read_text()
        if report["limit"] == "time" or report["paths"].get("unknown"):
            return Verdict("skipped", "takes too long in the machine")
        if splits and report["limit"] == "paths":
            return Verdict("skipped", "has too many paths")
        if max(found.values()) > 1 and not splits:
            return Verdict("different", f"path {found.most_common(1)[0][0]} is taken twice", both)
        if set(found) != paths:
            return Verdict("different", f"path {min(paths - set(found))} is missing", both)
        return Verdict("same", "")
