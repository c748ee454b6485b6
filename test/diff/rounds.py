"""Random programs that read bytes one after the other and go from state to state.

Most bytes are forgotten, so that many paths come together; some stay in a variable, in memory, or tied to another
byte by a condition, and are looked at again.
"""

import json
import pathlib
import random
import subprocess
import tempfile

HEAD = """#include <nadir.h>
static int state, kept, table[4] = {1, 2, 3, 4};
static unsigned char memory[4];
static int next(void) {
  unsigned char c;
  nadir_symbolic(&c, 1, "c");
  return c;
}
static int is_word(int c) { return c == '_' || (c >= 'a' && c <= 'z'); }
"""


class Writer:
    """Writes one program: rounds of a byte and what is done with it."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines = []
        self.values = self.rng.sample((0, 1, 2, 10, ord("a"), ord("_"), ord("z"), 128, 255), 2)

    def value(self):
        """One of few, so that what is asked was asked before."""
        return self.rng.choice(self.values)

    def condition(self):
        at = self.rng.randrange(4)
        byte = self.rng.choice(("c", "c", "c", "last", "kept", f"memory[{at}]"))
        return self.rng.choice((
            f"{byte} == {self.value()}", f"{byte} < {self.value()}", f"is_word({byte})",
            f"{byte} == 'a' || {byte} == 'b'", f"state == {self.rng.randrange(4)}", "c < last", "kept == c",
            f"memory[{at}] + c == {self.value()}"))

    def action(self):
        at = self.rng.randrange(4)
        return self.rng.choice((
            "", "", "state ^= 1;", "state = (state + 1) & 3;", f"state = {self.rng.randrange(4)};", "kept = c;",
            "kept = 0;", f"memory[{at}] = c;", f"memory[{at}] = 0;", f"memory[{at}] = c & 7;", "last = c;"))

    def fault(self):
        """What goes wrong in some states."""
        return self.rng.choice((
            f"state = table[state + (kept == {self.value()}) * {self.rng.randrange(1, 4)}] & 3;",
            f"state = 7 / (memory[{self.rng.randrange(4)}] + kept + {self.rng.randrange(2)}) & 3;",
            f"if (state == 3 && memory[0] == {self.value()} && kept == {self.value()}) __builtin_trap();"))

    def statement(self, depth):
        r = self.rng.random()
        if r < 0.15:
            name = self.rng.choice(("kept", "memory[1]"))
            self.lines.append(f"{name} = c; if ({name} == {self.value()}) {{ {self.action()} }}")
        elif r < 0.5:
            self.lines.append(f"if ({self.condition()}) {{ {self.action()} }} else {{ {self.action()} }}")
        elif r < 0.65 and depth < 2:
            self.lines.append(f"if ({self.condition()}) {{")
            self.statement(depth + 1)
            self.lines.append("}")
        elif r < 0.85:
            self.lines.append(self.action())
        else:
            self.lines.append(self.fault())

    def look_back(self):
        """What only some paths show that are not the same at the end."""
        last = [f"kept == {self.value()}", f"kept < {self.value()}", "is_word(kept)", f"memory[1] == {self.value()}",
                f"memory[1] < {self.value()}", f"state == {self.rng.randrange(4)}", f"last == {self.value()}",
                f"memory[0] < {self.value()}"]
        self.lines.append(" ".join(f"if ({c})" for c in self.rng.sample(last, 3)) + " state ^= 5;")

    def write(self):
        n_rounds = self.rng.choice((1, 2, 2, 3))
        self.lines.append(f"for (int i = 0; i < {n_rounds}; i++) {{ int c = next();")
        for _ in range(self.rng.randrange(4, 8)):
            self.statement(0)
        self.lines.append("}")
        for _ in range(6):
            self.look_back()
        return HEAD + "int main(void) {\nint last = 0;\n" + "\n".join(self.lines) + "\nreturn state;\n}\n"


def explored(nadir, n):
    """(seed, source, covered sides, errors, report) of those of the first n programs whose every path is explored"""
    for seed in range(n):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "p.c"
            source.write_text(Writer(seed).write())
            sides, errors, report = explore(nadir, source, "--max-paths", "20000")
            if report["complete"]:
                yield seed, source, sides, errors, report


def explore(nadir, source, *options):
    """(covered sides, errors, the report)"""
    words = [nadir, "cover", "--json", "--exit-zero", "--mutate", "0", "--native", "off", "--no-page", "--max-time", "60s",
             "--out", source.with_suffix(".out"), *options, source]
    report = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    sides = {(b["line"], b["column"], side["side"]) for file in report["files"] for b in file["branches"]
             for side in b["sides"] if side.get("tests")}
    errors = {(e["kind"], e["line"]) for e in report["errors"]}
    return sides, errors, report
