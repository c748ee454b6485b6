"""Random functions whose worst cases are known, because every input of every size is tried natively.

A function reads an array of N small numbers, loops, compares, swaps, and calls tick(); the cost is
the number of these calls.  What is held against `nadir worst`:

  - a proven cost is the highest that exists, and no cost is higher than that;
  - the input that comes with a cost has that cost natively;
  - a law that is exact at the proven sizes holds at the next ones, too (said apart: a law of few
    sizes may end).
"""

import collections
import fractions
import json
import pathlib
import random
import subprocess

from csmith import Verdict, run
from ktest import read_ktest

LADDER, LARGE = 5, 8  # sizes up to LADDER are searched, and LARGE
BAD = ("too low", "too high", "false input", "law broken")
Program = collections.namedtuple("Program", "seed level")

HEAD = """static unsigned long ticks;
__attribute__((noinline)) void tick(void) { ticks++; }
"""

# All arrays of each size, the last place changing fastest; a line for a size: cost, arrays of that cost.
TAIL = """
#ifdef ALL_INPUTS
#include <stdio.h>
int main(void) {
  for (int n = 1; n <= LARGE; n++) {
    unsigned long most = 0, a = 1;
    for (int i = 0; i < n; i++) a *= VALUES;
    for (unsigned long k = 0; k < a; k++) {
      int v[LARGE];
      unsigned long rest = k;
      for (int i = n; i-- > 0; rest /= VALUES) v[i] = (int)(rest % VALUES);
      ticks = 0;
      subject(v, n);
      printf("%d %lu %lu\\n", n, k, ticks);
      if (ticks > most) most = ticks;
    }
    printf("%d most %lu\\n", n, most);
  }
}
#endif
"""


class Writer:
    """A function by its seed.  Every loop has a bound, so every run ends."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.n_values = self.random.choice((2, 3, 4))
        self.lines, self.n_loops = [], 0

    def say(self, depth, line):
        self.lines.append("  " * depth + line)

    def index(self, counters):
        """An expression that is an index of the array."""
        name = self.random.choice(counters or ["0"])
        return self.random.choice((name, f"(n - 1 - {name})", f"({name} + 1) % n", f"(s & 7) % n", "n - 1"))

    def value(self, counters):
        place = f"b[{self.index(counters)}]"
        choice = self.random.choice
        return choice((place, place, place, f"({place} + {self.random.randrange(3)})", f"{place} * 2", "t",
                       str(self.random.randrange(self.n_values)), "(s & 3)"))

    def condition(self, counters):
        test = f"{self.value(counters)} {self.random.choice(('<', '<=', '==', '!=', '>'))} {self.value(counters)}"
        if self.random.random() < 0.2:
            return f"({test} {self.random.choice(('&&', '||'))} {self.condition(counters)})"
        return test

    def step(self, depth, counters):
        """One of the things that a program does without deciding."""
        x, y = self.index(counters), self.index(counters)
        self.say(depth, self.random.choice((
            "tick();", "tick();", "tick();", f"s += {self.value(counters)};", f"t = {self.value(counters)};",
            f"s = s * 3 + b[{x}];", f"{{ int z = b[{x}]; b[{x}] = b[{y}]; b[{y}] = z; }}",
            f"b[{x}] = ({self.value(counters)}) & 3;")))

    def loop(self, depth, counters):
        name = f"i{self.n_loops}"
        self.n_loops += 1
        first = self.random.choice(("0", "0", "1", *[f"{c} + 1" for c in counters]))
        last = self.random.choice(("n", "n", "n", "n - 1", *counters, f"{self.value(counters)}"))
        also = f" && {self.condition(counters)}" if self.random.random() < 0.3 else ""
        head = f"for (int {name} = {first}; {name} < {last} && {name} < n{also}; {name}++) {{"
        if self.random.random() < 0.25:
            head = f"for (int {name} = n - 1; {name} >= {first} && {name} >= 0{also}; {name}--) {{"
        self.say(depth, head)
        if self.random.random() < 0.7:
            self.say(depth + 1, "tick();")
        self.block(depth + 1, counters + [name])
        if self.random.random() < 0.15:
            self.say(depth + 1, f"if ({self.condition(counters + [name])}) break;")
        self.say(depth, "}")

    def branch(self, depth, counters):
        self.say(depth, f"if ({self.condition(counters)}) {{")
        self.block(depth + 1, counters)
        if self.random.random() < 0.4:
            self.say(depth, "} else {")
            self.block(depth + 1, counters)
        self.say(depth, "}")

    def block(self, depth, counters):
        for _ in range(self.random.choice((1, 1, 2, 3) if depth > 1 else (2, 3, 4))):
            kind = self.random.random()
            if kind < 0.35 and len(counters) < 3 and self.n_loops < 5:
                self.loop(depth, counters)
            elif kind < 0.65 and depth < 6:
                self.branch(depth, counters)
            else:
                self.step(depth, counters)

    def write(self):
        self.loop(1, [])
        self.block(1, [])
        body = "\n".join(self.lines)
        return (f"#define VALUES {self.n_values}\n#define LARGE {LARGE}\n{HEAD}"
                "int subject(const int *a, int n) {\n"
                "  int b[LARGE];\n  unsigned s = 0, t = 0;\n"
                "  for (int i = 0; i < n; i++) b[i] = a[i];\n"
                f"{body}\n  return (int)(s + t);\n}}\n{TAIL}")


class Bench:
    """Where programs are written, searched and tried natively."""

    def __init__(self, nadir, folder, seconds=3):
        self.nadir, self.folder, self.seconds = nadir, pathlib.Path(folder), seconds

    def machine_words(self, source, program):
        values = Writer(program.seed).n_values
        return [self.nadir, "worst", "--exit-zero", source, "--call", f"subject(int a[N] in 0..{values - 1}, N)",
                "--cost", "calls:tick", "--size", f"1:{LADDER},{LARGE}", "--seed", program.seed % 100,
                "--max-time", f"{self.seconds}s", "--no-report", "--json", "--cflags", "-w",
                f"-O{program.level}", "--out", source.with_suffix(".out")]

    def all_costs(self, source):
        """({size: highest cost}, {(size, number of the array): cost})"""
        binary = source.with_suffix(".native")
        subprocess.run(["clang-19", "-O1", "-w", "-DALL_INPUTS", source, "-o", binary], check=True)
        most, costs = {}, {}
        out = subprocess.run([binary], check=True, stdout=subprocess.PIPE, text=True, timeout=120).stdout
        binary.unlink()
        for size, which, cost in map(str.split, out.splitlines()):
            if which == "most":
                most[int(size)] = int(cost)
            else:
                costs[int(size), int(which)] = int(cost)
        return most, costs

    def check(self, program):
        """(verdict, file) of a program by its name."""
        source = self.folder / f"worst-{program.seed}-O{program.level}.c"
        writer = Writer(program.seed)
        source.write_text(writer.write())
        done = run(self.machine_words(source, program), self.seconds + 120, self.folder)
        if not done:
            return Verdict("crash", "does not end"), source
        if done[0]:
            return Verdict("crash", f"exit code {done[0]}: {done[2].strip()[:200]}"), source
        report = json.loads(done[1])
        most, costs = self.all_costs(source)
        return self.judge(source, writer.n_values, report, most, costs), source

    def judge(self, source, n_values, report, most, costs):
        for at in report["sizes"]:
            size, cost = at["size"], at["cost"]
            if cost is None:
                continue
            if cost > most[size]:
                return Verdict("too high", f"N={size}: {cost} of {most[size]}")
            if at["proven"] and cost < most[size]:
                return Verdict("too low", f"N={size}: {cost} is 'proven', {most[size]} exists")
            test = read_ktest((source.with_suffix(".out") / at["test"]).read_bytes())
            if costs[size, number(test[0][1], n_values)] != cost:
                return Verdict("false input", f"N={size}: the input of {cost} costs something else")
        broken = law_broken(report["growth"], most)
        if broken:
            return Verdict("law broken", broken)
        short = [at["size"] for at in report["sizes"] if (at["cost"] or 0) < most[at["size"]]]
        return Verdict("short", "") if short else Verdict("same", "")


def number(data, n_values):
    """Which array it is in the order of TAIL."""
    k = 0
    for i in range(0, len(data), 4):
        k = k * n_values + int.from_bytes(data[i:i + 4], "little")
    return k


def law_broken(growth, most):
    """How an exact law fails at a size that can be tried, or None."""
    if growth["kind"] != "exact":
        return None
    for size, predicted in growth["curve"]:
        if size in most and fractions.Fraction(predicted) != most[size]:
            return f"{growth['text']}: {predicted} at N={size}, where {most[size]} exists"
    return None
