"""nadir worst: its results by hand-computed values, its files, its options, and what it says when
something is wrong.

    worst_test.py [--every N] PROGRAM

With --every only each Nth case is run.
"""

import argparse
import json
import pathlib
import re
import shlex
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import ktest
import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SORT = ROOT / "examples/insertion_sort.c"
SORT_CALL = ("--call", "insertion_sort(int a[N], N)")
STRATEGIES = ("auto", "exhaustive", "dfs", "random", "wise", "spf-wca", "xstressor", "ga")
NADIR = ""

COSTS = """#include <nadir.h>
#include <stdlib.h>

static int helper(int x) {
  return x + 1;
}

void work(const unsigned char *a, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] > 9) {
      k = helper(k);
      nadir_cost(3);
      nadir_target();
      char *p = malloc(10);
      free(p);
    }
  }
}
"""
LENGTHS = """#include <stdlib.h>
#include <string.h>
static char a[4096], b[4096];
void fill(unsigned n) { memset(a, 1, n); }
void copy(unsigned n) { memmove(a, b, n); }
void grown(unsigned n) {
  char *p = malloc(n);
  memset(p, 1, n);
  free(p);
}
void clear(unsigned n) {
  char p[n + 1];
  memset(p, 0, n);
}
"""
VARIADIC = """#include <stdarg.h>
typedef struct Pair { double x; long y; } Pair;
static int next(va_list *v) { return va_arg(*v, int); }
static double sum(int n, double x, ...) {
  va_list v, w;
  va_start(v, x);
  va_copy(w, v);
  for (int i = 0; i < n; i++) {
    Pair p = va_arg(v, Pair);
    x += next(&v) + va_arg(v, double) + p.x + (double)p.y;
  }
  va_end(v);
  x += va_arg(w, Pair).x;
  va_end(w);
  return x;
}
int some(const int *a, int n) {
  int k = 0;
  Pair p = {1, 2};
  for (int i = 0; i < n; i++)
    if (a[i] > 3) k += (int)sum(4, 1, p, a[i], 2., p, 3, 4., p, 5, 6., p, 7, 8.);
  return k;
}
"""
CALLED = """#include <string.h>
typedef struct Pair { short x; unsigned char y; } Pair;
enum { WIDTH = 2 };
static int pick(const int g[][WIDTH], int rows, const char *s, unsigned u, Pair p, const char *t,
                double d, char c) {
  int k = 0;
  for (int r = 0; r < rows; r++)
    if (g[r][1] == 2 * r + 5) k++;
  for (const char *at = s; *at; at++)
    if (*at == c) k++;
  if (u == 7) k++;
  if (p.x == -3) k++;
  if (p.y == 200) k++;
  return k + (int)strlen(t) + (int)d;
}
int rows(int **g, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (g[i][i] > 100) k++;
  return k;
}
"""
PRINTING = """#include <stdio.h>
void number(int a) { printf("%d\\n", a); }
void both(unsigned char a) {
  for (int i = printf("%u %c\\n", a * 3u, a); i > 0; i--) putchar(a);
}
int unset(int a) {
  int t[4], k = 0;
  t[1] = 7;
  if (t[a & 3] == 7)
    for (int i = 0; i < 10; i++) k++;
  return k;
}
"""
PURE = """__attribute__((pure)) int count(const unsigned char *a, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (a[i] == 'x') k++;
  return k;
}
"""
CRASHES = """int some(const int *a, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0) k++;
  return k == n ? 1 / (k - n) : k;
}
int all(const int *a) {
  if (a[0] > 3) __builtin_abort();
  return *(volatile const int *)0;
}
int large(const int *a, int n) {
  int b[3], k = 0;
  for (int i = 0; i < n; i++)
    if ((b[i] = a[i]) > 5) k++;
  return k;
}
int never(const int *a) {
  if (a[0] == 7) for (unsigned long n = 0;; n++) {}
  return 0;
}
int always(const int *a) {
  for (unsigned long n = 0;; n++) {}
}
int skips(const int *a, int n) {
  int i = 0;
  while (i < n) {
    if (a[i] == 7) continue;
    i++;
  }
  return i;
}
int forgets(int x) {
  if (x > 5) return 1;
}
/* Concrete work, and work that is one instruction. */
int pastes(const char *s, char *to, int n) {
  for (int i = 0; i < n; i++) {
    int length = 0;
    if (s[i] == 'x') break;
    for (int k = 0; k < i; k++) length++;
    __builtin_memmove(to + 1, to, (unsigned)(8 * i));
  }
  return 0;
}
int nothing(const int *a, int n) {
  return n;
}
"""
HARD = """#include <stdint.h>
int product(const uint64_t *a, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] * a[(i + 1) % n] == 0x123456789abcdef1 && a[i] > 1) k++;
    uint64_t h = a[i] * 0x9e3779b97f4a7c15;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9;
    if (((h ^ h >> 32) & 0xffffff) == 0xabcde) k++;
  }
  return k;
}
int billion(const int *a) {
  volatile long s = 0;
  for (long i = a[0] > 0; i < 1000000000; i++) s += i;
  return 0;
}
int sites(const unsigned char *a) {
  int k = 0;
#define SITE(i) if (a[i] > 100 + i) k += i; else k ^= i;
  SITE(0) SITE(1) SITE(2) SITE(3) SITE(4) SITE(5) SITE(6) SITE(7) SITE(8) SITE(9) SITE(10)
  return k;
}
int pairs(const unsigned char *a, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (a[i] > a[j] + 3) k++;
  return k;
}
"""
FLOATS = """void sort(double *a, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
      double x = a[j];
      a[j] = a[j - 1], a[j - 1] = x;
    }
}
int odd(const float *a, int n, double x) {
  int k = x != x;
  for (int i = 0; i < n; i++) k += a[i] != a[i] || a[i] < 1 || a[i] > 3;
  return k;
}
"""
HARNESS = """#include <nadir.h>
int main(void) {
  unsigned n = nadir_size(), k = 0;
  unsigned char a[64];
  nadir_symbolic(a, n, "a");
  for (unsigned i = 1; i < n; i++)
    if (a[i - 1] < a[i]) k++;
  return 0;
}
"""


def insertion_sort(a):
    """The sides that its comparisons take."""
    a, sides = list(a), []
    for i in range(1, len(a)):
        for j in range(i, 0, -1):
            sides.append(int(a[j - 1] > a[j]))
            if not sides[-1]:
                break
            a[j - 1], a[j] = a[j], a[j - 1]
    return sides


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def file(self, text, name="prog.c"):
        (self.dir / name).write_text(text)
        return name

    def run_nadir(self, *words, code=0, cwd=None):
        """What it prints: its errors if it is to fail."""
        done = subprocess.run([NADIR, *map(str, words)], cwd=cwd or self.dir, timeout=100,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done.stderr if code else done.stdout

    def worst(self, *words, code=0, cwd=None):
        """By branches, of which most programs here know how many there are, unless it says otherwise."""
        cost = [] if "--cost" in words else ["--cost", "branches"]
        found = [] if code else ["--exit-zero"]
        return self.run_nadir("worst", *found, *words, *cost, code=code, cwd=cwd)

    def json(self, *words):
        return json.loads(self.worst(*words, "--no-report", "--json"))

    def costs(self, *words):
        """Costs at the sizes, without verification."""
        return [s["cost"] for s in self.json(*words, "--no-verify")["sizes"]]

    def ended_in(self, seconds, *words, code=0):
        begin = time.monotonic()
        out = self.worst(*words, code=code)
        self.assertLess(time.monotonic() - begin, seconds)
        return out


class Floats(Case):
    def test_sort(self):
        result = self.json(self.file(FLOATS), "--call", "sort(double a[N], N)", "--size", "1:5",
                           "--strategy", "exhaustive")
        self.assertEqual([s["cost"] for s in result["sizes"]], [0, 1, 3, 6, 10])
        self.assertTrue(all(s["proven"] for s in result["sizes"]))

    def test_range(self):
        """No NaN, with a range or without: nothing is left open."""
        result = self.json(self.file(FLOATS), "--call", "odd(float a[N] in 1..3, N, double x)",
                           "--size", "3", "--strategy", "exhaustive")
        self.assertEqual(result["sizes"][0]["paths"]["feasible"], 1)


class Rerun(Case):
    """The cost that is shown is that of the input that is shown."""

    def of_call(self, call, *words):
        size = self.json(self.file(PRINTING), "--call", call, "--size", "1", "--only", "--cost", "instructions",
                         *words)["sizes"][0]
        return size["cost"], size["proven"], size["verified"]["vm"]

    def test_printing(self):
        """The number of digits is a decision where the work of printing is what is counted."""
        for call in "number(int a in {}..{})", "both(unsigned char a in {}..{})":
            costs = [self.of_call(call.format(x, x), "--no-verify")[0] for x in (5, 120)]
            self.assertGreater(len(set(costs)), 1, call)
            self.assertEqual(self.of_call(call.format(5, 120)), (max(costs), True, True), call)

    def test_unset_memory(self):
        """What the machine does not count again is not proven."""
        self.assertEqual(self.of_call("unset(int a)")[1:], (False, False))
        out = self.worst("prog.c", "--call", "unset(int a)", "--size", "1", "--cost", "instructions", "--no-report")
        self.assertRegex(out, r"unset: at least ([\d,]+) instructions[^|]*\nDOUBT   N=1: the search counted [\d,]+, "
                              r"the machine \1 when")


class Result(Case):
    def test_steps_of_growth(self):
        """Costs that rise by the same at each doubling."""
        power = ROOT / "bench/wild/programs/power_mod.c"
        out = self.worst(power, "--call", "power(unsigned b, unsigned e in 0..N, unsigned m in 1..1000)", "--size", "1:9,100",
                         "--cost", "instructions", "--no-verify", "--no-report")
        self.assertRegex(out, r"^power: the inputs found cost about [\d,]+ instructions more when N doubles "
                              r"\(25 → 50 → 100\): (about|at least like) log N; ")

    def test_a_run_that_was_given_up_is_a_lower_bound(self):
        """No number of one that ended stands for the answer, and that values drive the cost is said."""
        (self.dir / "values.c").write_text(
            "unsigned long sum(unsigned long *a, int n) {\n"
            "  unsigned long s = 0;\n"
            "  for (int i = 0; i < n; i++)\n"
            "    for (unsigned long k = 0, end = a[i] > 99 ? ~0ul : a[i]; k < end; k++) s += k ^ i;\n"
            "  return s;\n"
            "}\n")
        out = self.worst(self.dir / "values.c", "--call", "sum(unsigned long a[N], N)", "--size", "1:2", "--max-time", "6s",
                         "--cost", "instructions", "--no-verify", "--no-report")
        self.assertRegex(out, r"^sum: values, more than N, drive the cost: at N=1 inputs cost from \d+ to at least [\d,]+ ")
        self.assertRegex(out, r"\ncost    at least [\d,]+ instructions at N=2, had not ended when nadir gave up")
        result = json.loads((self.dir / "nadir-out/worst.json").read_text())
        last = result["sizes"][-1]
        self.assertGreater(last["unended"], last["cost"] or 0)
        self.assertFalse(last["proven"])

    def test_long_inputs(self):
        """Of a row of millions worst.json has the beginning, and says how much it leaves out; the test has all."""
        (self.dir / "long.c").write_text(
            "#include <nadir.h>\nstatic unsigned char v[5 << 20];\nint main(void) {\n"
            "  nadir_symbolic(v, sizeof v, \"v\");\n  return v[0] > 3;\n}\n")
        result = self.json("long.c", "--size", "1", "--no-verify")
        shape, = result["sizes"][0]["shapes"]
        shown = shape["dimensions"][0]
        self.assertEqual(shown, 1 << 20)
        self.assertEqual((shown + shape["left_out"]) * shape["bytes"], 5 << 20)
        self.assertEqual(len(result["sizes"][0]["input"]["v"]), shown)
        self.assertGreater((self.dir / "nadir-out/worst-1.ktest").stat().st_size, 5 << 20)
        self.run_nadir("report", "nadir-out")
        self.assertIn(" more elements of it.", (self.dir / "nadir-out/report.html").read_text())

    def test_typical(self):
        """Random orders have about half of the inversions; the same seed draws the same ones."""
        words = (SORT, *SORT_CALL, "--size", "3,40", "--only", "--no-verify")
        first, again = (self.json(*words, "--out", f"out{i}")["sizes"] for i in range(2))
        self.assertIsNone(first[0]["typical"])
        typical = first[1]["typical"]
        self.assertEqual(typical["inputs"], 200)
        self.assertLess(abs(typical["median"] - 40 * 39 / 4 - 36), 60)
        self.assertTrue(typical["median"] < typical["high"] < 780)
        self.assertEqual(typical, again[1]["typical"])

    def test_text(self):
        out = self.worst(SORT, *SORT_CALL, "--size", "1:5,40", "-v")
        self.assertRegex(out, r"^insertion_sort: grows like N\^2: 1/2\*N\^2 - 1/2\*N branches, exact at "
                              r"sizes 1 to \d; the inputs found up to 40 follow it\n"
                              r"cost    at least 780 branches at N=40, best found; [12]\.\d+ times a typical input "
                              r"\(\d+, the median of 200 random ones\)\n"
                              r"input   a\[40\] = 39 38 37 36 .*\n        a\[i\] = N - i - 1( from N=\d on)?; "
                              r"nadir-out/worst-input.c makes it for any N\nwhere   .*insertion_sort.c:15 runs 819 times, 3\.92 times as often "
                              r"when N doubles\n(        .*:\d+ runs .*\n)+"
                              r"replay  .*nadir replay nadir-out/worst-40.ktest\n\n")
        row = r"^ +{} +{}  {} +machine, native +\d+ +\d+ +[\d,]+ +[\d,]+  +\d+\.\d\d s$"
        for n in range(1, 6):
            self.assertRegex(out, re.compile(row.format(n, n * (n - 1) // 2, "proven"), re.M))
        self.assertRegex(out, re.compile(row.format(40, 780, "best found"), re.M))
        self.assertRegex(out, r"\nhow     sizes 1 to \d: every path\n")
        self.assertIn("\npath    decisions 1x780\n", out)
        self.assertIn("\nnative  same path of ", out)
        self.assertTrue(out.endswith("\nreport  nadir-out/report.html\n"), out)

    def test_json(self):
        words = ["worst", str(SORT), *SORT_CALL, "--size", "1:5", "--cost", "branches",
                 "--seed", "7", "--json"]
        result = json.loads(self.run_nadir(*words))
        self.assertEqual(result, json.loads((self.dir / "nadir-out/worst.json").read_text()))
        self.assertEqual(result["call"], SORT_CALL[1])
        self.assertEqual([result[k] for k in ("function", "strategy", "metric", "seed", "out")],
                         ["insertion_sort", "auto", "branches", 7, "nadir-out"])
        self.assertEqual(shlex.split(result["command"]), ["nadir", *words])
        self.assertEqual(result["program"]["files"], ["nadir-out/harness.c"])
        self.assertEqual(result["growth"]["exact"], "1/2*N^2 - 1/2*N")
        self.assertEqual(result["growth"]["class"], "n^2")
        self.assertEqual(result["growth"]["coefficient"], 0.5)
        self.assertIn("sizes 1 to 5: every path", result["said"])
        self.assertTrue(result["version"] and result["seconds"] > 0)
        self.assertEqual([s["size"] for s in result["sizes"]], [1, 2, 3, 4, 5])
        self.check_size(result["sizes"][3])

    def check_size(self, s):
        """Insertion sort of four numbers, whole."""
        self.assertEqual([s[k] for k in ("cost", "proven", "how", "why")],
                         [6, True, "exhaustive", "the whole tree was searched"])
        v = s["verified"]
        self.assertEqual((v["vm"], v["native"], v["vm_cost"], v["native_cost"]),
                         (True, True, 6, None))
        self.assertIn("same path of ", v["native_how"])
        self.assertEqual(s["paths"], {"feasible": 24, "infeasible": 0, "error": 0,
                                      "unfinished": 0})
        self.assertEqual(s["queries"], 23)
        self.assertGreater(s["seconds"], 0)
        self.assertEqual((s["test"], s["path"]), ("worst-4.ktest", "worst-4.path"))
        self.assertEqual(s["shapes"], [{"name": "a", "kind": "signed", "bytes": 4,
                                        "dimensions": [4]}])
        site = s["sites"][0]
        self.assertEqual((site["function"], site["line"], site["kind"]),
                         ("insertion_sort", 15, "branch"))
        self.assertEqual(pathlib.Path(site["file"]).name, "insertion_sort.c")
        costs = [m["cost"] for m in s["history"]]
        self.assertEqual((costs, costs[-1]), (sorted(set(costs)), 6))
        self.check_decisions(s, insertion_sort(s["input"]["a"]))
        self.assertEqual([(r["reason"], r["n"]) for r in s["ledger"]], [("exit", 24)])

    def check_decisions(self, s, sides):
        self.assertEqual(len(sides), s["cost"])
        runs = [(int(a), int(b)) for a, b in (r.split("x") for r in s["decisions"].split())]
        self.assertEqual([side for side, n in runs for _ in range(n)], sides)
        self.assertEqual([side for _, side, n in s["strip"] for _ in range(n)], sides)
        lines = {line: n for f in s["lines"] for line, n in f["counts"]}
        n, moves = s["size"], sum(sides)
        self.assertEqual(lines, {12: n, 13: n - 1, 14: n - 1, 15: n - 1 + moves, 16: moves,
                                 17: moves, 19: n - 1})

    def test_harness(self):
        result = self.json(self.file(HARNESS), "--size", "1:5")
        self.assertEqual((result["call"], result["function"]), (None, None))
        self.assertEqual([s["cost"] for s in result["sizes"]], [0, 1, 2, 3, 4])
        self.assertEqual(result["growth"]["exact"], "N - 1")
        self.assertTrue(all(s["verified"]["native"] for s in result["sizes"]))

    def test_call(self):
        result = self.json(self.file(CALLED), "--size", "2", "--call",
                           "pick(int g[N][WIDTH] in -1..9, N, char s[N+1] string, unsigned u, "
                           "Pair p, \"abc\", 1.5, 'x')")
        size = result["sizes"][0]
        self.assertEqual((size["cost"], size["proven"]), (2 + 2 * 3 + 1 + 2, True))
        self.assertEqual(size["paths"]["feasible"], 2 ** 8)
        self.assertTrue(size["verified"]["native"])
        shapes = {s["name"]: (s["kind"], s["bytes"], s["dimensions"]) for s in size["shapes"]}
        self.assertEqual(shapes, {"g": ("signed", 4, [2, 2]), "s": ("char", 1, [3]),
                                  "u": ("unsigned", 4, []), "p": ("bytes", 4, [])})
        self.assertTrue(all(-1 <= x <= 9 for row in size["input"]["g"] for x in row))
        self.assertEqual(self.costs("prog.c", "--call", "rows(int *g[N][N], N)", "--size", "1:3"),
                         [1, 2, 3])

    def test_found_in_another_folder(self):
        (self.dir / "src").mkdir()
        (self.dir / "else").mkdir()
        self.file('#include "part.h"\n#include "up.h"\n' + CRASHES, "src/prog.c")
        self.file("int part(void);\n", "src/part.h")
        self.file("", "up.h")
        self.file("int part(void) { return 1; }\n", "part.c")
        out = self.worst("../src/prog.c", "../part.c", "-I", "..", "--call",
                         "some(int a[N], N)", "--size", "3", cwd=self.dir / "else")
        self.assertIn("machine, native", out)
        command = re.search(r"^replay  nadir (.*)$", out, re.M)[1]
        self.run_nadir(*shlex.split(command), cwd=self.dir / "else")
        self.run_nadir("replay", "else/nadir-out/worst-3.ktest")

    def test_replay_and_report(self):
        self.worst(SORT, *SORT_CALL, "--size", "2,5")
        out = self.dir / "nadir-out"
        for n in (2, 5):
            self.run_nadir("replay", f"nadir-out/worst-{n}.ktest")
            (name, data), = ktest.read_ktest((out / f"worst-{n}.ktest").read_bytes())
            self.assertEqual(name, "a")
            self.assertEqual(len(insertion_sort(struct.unpack(f"<{n}i", data))), n * (n - 1) // 2)
        page = (out / "report.html").read_text()
        (out / "report.html").unlink()
        self.run_nadir("report", "nadir-out")
        self.assertEqual((out / "report.html").read_text(), page)


class Costs(Case):
    # cost: (value at N, is it counted natively?); all elements are over 9 in the worst case
    LAWS = {"branches": (lambda n: n, False),
            "statements": (lambda n: 1 + (n + 1) + 7 * n, True),
            "block:prog.c:10": (lambda n: n + 1, True),
            "block:prog.c:12": (lambda n: n, True),
            "calls:helper": (lambda n: n, True),
            "calls:malloc": (lambda n: n, True),
            "allocated": (lambda n: n + 10 * n, False),
            "peak-heap": (lambda n: n + 10, False),
            "user": (lambda n: 3 * n, True),
            "target": (lambda n: n, True)}

    def test_each(self):
        prog = self.file(COSTS)
        for cost, (law, is_native) in self.LAWS.items():
            with self.subTest(cost):
                result = self.json(prog, "--call", "work(unsigned char a[N], N)", "--size", "1,4",
                                   "--cost", cost)
                self.assertEqual(result["metric"], cost)
                for s in result["sizes"]:
                    n, v = s["size"], s["verified"]
                    self.assertEqual((s["cost"], s["proven"], v["vm"], v["native"]),
                                     (law(n), True, True, True), v["native_how"])
                    self.assertEqual(v["native_cost"], law(n) if is_native else None)

    def test_default(self):
        """It sees loops that no symbol decides, and how much is copied at once."""
        words = ("worst", self.file(CRASHES), "--call", "pastes(char s[N] string, char to[8*N+1], N)",
                 "--size", "1:6", "--no-verify", "--no-report", "--json")
        result = json.loads(self.run_nadir(*words))
        self.assertEqual((result["metric"], result["growth"]["class"]), ("instructions", "n^2"))
        costs = [s["cost"] for s in result["sizes"]]
        steps = [b - a for a, b in zip(costs, costs[1:])]
        loop = self.json(*words[1:4], "--cost", "memory", "--size", "1:6")
        self.assertEqual({b - a for a, b in zip(steps, steps[1:])}, {steps[1] - steps[0]})
        self.assertEqual(loop["growth"]["class"], "n^2")
        result = self.json(*words[1:4], "--size", "1:6")
        self.assertEqual(result["growth"]["exact"], "N")
        self.assertIn("; on these inputs instructions grow faster, about like N^2", result["growth"]["text"])
        self.assertTrue(all(0 < s["instructions"] <= most for s, most in zip(result["sizes"], costs)))

    def test_lengths(self):
        """A length that a symbol decides costs what the input makes of it, where its size is learned from, too."""
        prog = self.file(LENGTHS)
        for name in ("fill", "copy", "grown", "clear"):
            with self.subTest(name):
                words = (prog, "--call", f"{name}(unsigned n in 0..8*N)")
                result = self.json(*words, "--size", "1:6,12", "--cost", "instructions", "--strategy", "exhaustive")
                costs = {s["size"]: s["cost"] for s in result["sizes"]}
                rest = {costs[n] - n for n in range(1, 7)}
                self.assertEqual(len(rest), 1)
                self.assertTrue(all(s["proven"] for s in result["sizes"][:6]))
                for s in result["sizes"]:  # of so many lengths perhaps not all are tried
                    self.assertTrue(not s["proven"] or {s["cost"] - s["size"]} == rest, s)
                for s in self.json(*words, "--size", "1:6", "--cost", "user")["sizes"]:
                    self.assertLessEqual(s["instructions"], costs[s["size"]])

    def test_of_the_machine(self):
        """What depends on the code that clang makes: one load for each element, and so on."""
        words = (self.file(COSTS), "--call", "work(unsigned char a[N], N)", "--size", "1:4",
                 "--cost")
        memory, stack, code = (self.costs(*words, c) for c in ("memory", "stack", "instructions"))
        self.assertEqual([b - a for a, b in zip(memory, memory[1:])], [1, 1, 1])
        self.assertEqual(len(set(stack)), 1)
        self.assertEqual(len({b - a for a, b in zip(code, code[1:])}), 1)
        self.assertGreater(code[0], 10)

    def test_variadic(self):
        """A native run has the arguments in registers, which is no other path."""
        result = self.json(self.file(VARIADIC), "--call", "some(int a[N], N)", "--size", "1:3")
        self.assertEqual([s["verified"]["native"] for s in result["sizes"]], [True] * 3,
                         result["sizes"][0]["verified"]["native_how"])

    def test_wrong(self):
        words = (self.file(COSTS), "--call", "work(unsigned char a[N], N)", "--size", "2",
                 "--cost")
        self.assertIn("there is no cost 'time'; costs are: branches",
                      self.worst(*words, "time", code=2))
        self.assertIn("did you mean 'helper'?", self.worst(*words, "calls:helpr", code=1))
        self.assertIn("line 7 of 'prog.c' has no code", self.worst(*words, "block:prog.c:7", code=1))
        self.assertIn("block:FILE:LINE", self.worst(*words, "block:12", code=2))


class Options(Case):
    def test_strategies(self):
        for strategy in STRATEGIES:
            with self.subTest(strategy):
                result = self.json(SORT, *SORT_CALL, "--size", "2:5", "--strategy", strategy,
                                   "--max-paths", "300", "--out", strategy)
                self.assertEqual([s["cost"] for s in result["sizes"]], [1, 3, 6, 10])
                self.assertTrue(all(s["verified"]["native"] for s in result["sizes"]))
                proves = strategy in ("auto", "exhaustive", "dfs", "xstressor")
                self.assertEqual({s["proven"] for s in result["sizes"]}, {proves})

    def test_seed(self):
        """Two runs differ in nothing but times."""
        def no_times(text):
            times = r'"(seconds|building|predicting|solving|running)": ?[\d.e-]+'
            samples = r"\[(\d+),[\d.e-]+((,\d+){4}\])"
            return re.sub(r"-\d\b", "", re.sub(samples, r"[\1\2", re.sub(times, "", text)))
        for strategy in ("auto", "ga", "random", "spf-wca", "xstressor"):
            texts = []
            for _ in range(2):
                self.worst(SORT, *SORT_CALL, "--size", "1:4,9", "--strategy", strategy, "--seed",
                           "3", "--max-paths", "200", "--no-report", "--no-verify", "--out", "out")
                texts.append(no_times((self.dir / "out/worst.json").read_text()))
                (self.dir / "out").rename(self.dir / f"{strategy}{len(texts)}")
            self.assertEqual(*texts, strategy)

    def test_nothing_to_count(self):
        """A function without a line of code, and a single branch."""
        (self.dir / "bare.c").write_text("void f(long n) { }\nint g(int x) { return x > 3 ? 1 : 2; }\n")
        out = self.worst("bare.c", "--call", "f(N)", "--size", "1:2")
        self.assertNotIn("not verified", out)
        out = self.worst("bare.c", "--call", "g(int x)", "--size", "1", "--out", "one")
        self.assertTrue(out.startswith("g: 1 branch at N=1, proven; a typical input costs as much\n"), out)
        self.assertIn("<b>1 branch</b>", (self.dir / "one/report.html").read_text())

    def test_course_of_ga(self):
        """Inputs are no paths: the page shows them against time, and the summary says what became of them."""
        (self.dir / "traps.c").write_text(
            "int walk(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) {\n"
            "  if (a[i] % 16 == 3) s += 10 / (a[i] - 19);\n"
            "  if (a[i] % 16 == 5) for (;;) s++;\n"
            "  if (a[i] > 7) s++; } return s; }\n")
        out = self.worst("traps.c", "--call", "walk(int a[N], N)", "--size", "12", "--strategy", "ga", "--max-paths", "3000",
                         "--cost", "instructions", "-v")
        counts = json.loads((self.dir / "nadir-out/worst.json").read_text())["sizes"][0]["counts"]
        self.assertTrue(counts["input_errors"] and counts["input_unended"], counts)
        self.assertIn(f", that show an error {counts['input_errors']}", out)
        self.assertIn("division: divides by zero", out)
        page = (self.dir / "nadir-out/report.html").read_text()
        self.assertIn("Inputs on the way", page)
        self.assertIn("ga: its inputs", page)
        self.assertIn("best cost against time", page)
        self.assertNotIn("against paths", page)

    def test_policies(self):
        words = (SORT, *SORT_CALL, "--size", "12", "--train", "3,4", "--no-verify")
        for more in (("--strategy", "wise"), ("--strategy", "wise", "--set", "policy.points=line"),
                     ("--strategy", "wise", "--set", "policy.unless-infeasible"),
                     ("--strategy", "spf-wca", "--set", "policy.history=2"),
                     ("--strategy", "spf-wca", "--set", "policy.history=2", "--set", "policy.any-caller")):
            with self.subTest(more):
                size = self.json(*words, *more)["sizes"][0]
                self.assertEqual((size["cost"], size["proven"], size["paths"]["feasible"]),
                                 (66, False, 1))
        # all worst paths of insertion sort leave the first comparison of each round open
        rules = {}
        for keep in ("least", "one-way", "first", "last", "all"):
            result = self.json(*words, "--strategy", "wise", "--set", f"policy.keep={keep}", "--max-paths", "50")
            self.assertIn("trained at 4: 8 worst paths of cost 6", result["said"])
            rules[keep] = result["said"][-1]
        self.assertEqual(rules["least"], "policy: 1 rule, which decides every branch")
        self.assertEqual(rules["all"], "policy: 1 rule, which leaves both sides open")
        for setting in ("policy.keep", "policy.points"):
            self.assertIn(f"{setting}: there is no 'few'; there are ",
                          self.worst(*words, "--set", f"{setting}=few", code=2))
        for word, said in (("policy.keeps=all", "there is no setting 'policy.keeps'; did you mean 'policy.keep'?"),
                           ("policy", "there is no setting 'policy'"),
                           ("policy.keep", "setting 'policy.keep' needs a value"),
                           ("policy.any-caller=1", "takes no value"),
                           ("ese.population=20", "strategy wise has no setting 'ese.population'; these have it: ese"),
                           ("ga.no-gain=0", "setting 'ga.no-gain': 0 is too small")):
            self.assertIn(said, self.worst(*words, "--strategy", "wise", "--set", word, code=2))
        for strategy, option, value, readers in (("exhaustive", "--train", "2", "auto, wise, spf-wca, xstressor"),
                                                 ("wise", "--model", "inputs", "auto, xstressor"),
                                                 ("ga", "--arms", "ga", "auto, ese\\+"),
                                                 ("dfs", "--workers", "2", "auto, ga, ese\\+")):
            self.assertRegex(self.worst(*words[:-3], "--strategy", strategy, option, value, code=2),
                             f"{option}: strategy {strategy} does not use it; these do: {readers}\n")
        self.assertIn("did you mean '--set ese.population'?", self.worst(*words, "--population", "20", code=2))
        self.assertIn("there is no strategy 'hope'; there are auto, ",
                      self.worst(*words, "--strategy", "hope", code=2))

    def test_out_is_never_overwritten(self):
        for name in ("out", "out-2", "out-3"):
            self.assertEqual(self.json(SORT, *SORT_CALL, "--size", "2", "--out", "out",
                                       "--no-verify")["out"], name)
        self.assertIn("cannot make the folder 'out' in '/proc'",
                      self.worst(SORT, *SORT_CALL, "--size", "2", "--out", "/proc/out", code=1))

    def test_limits(self):
        words = (SORT, *SORT_CALL, "--size", "9", "--no-verify", "--strategy")
        for limit, why in (("--max-paths", "the number of paths was reached"),
                           ("--max-instructions", "the number of instructions was reached")):
            for strategy in ("exhaustive", "dfs"):
                size = self.json(*words, strategy, limit, "4000")["sizes"][0]
                self.assertEqual((size["proven"], size["why"]), (False, why))
                self.assertGreater(size["cost"], 0)
        size = self.json(*words, "exhaustive", "--max-depth", "10", "--max-time", "30s")["sizes"][0]
        self.assertFalse(size["proven"])
        self.assertLessEqual(size["cost"], 10)
        self.assertIn("paths are not known to their end", size["why"])
        out = self.worst(SORT, *SORT_CALL, "--size", "13", "--no-verify", "--strategy", "exhaustive", "--max-time",
                         "2s", "-v")
        self.assertRegex(out, r"\n +13 +\d+  best found")
        self.assertIn("N=13: time limit reached", out)


class Wrong(Case):
    def test_sizes(self):
        for size, text in (("0", "'0' is not a size from 1 to 100000000"),
                           ("1000000000", "'1000000000' is not a size from 1 to 100000000"),
                           ("8:1", "'8:1' ends before it begins"), ("x", "'x' is not a size"),
                           ("1,,2", "a size is missing beside a comma"), ("", "no size")):
            err = self.worst(SORT, *SORT_CALL, "--size", size, code=2)
            self.assertIn(f"--size: {text}", err)
        self.assertIn("--train: '0' is not a size",
                      self.worst(SORT, *SORT_CALL, "--size", "3", "--train", "0", code=2))
        self.assertEqual(list(self.dir.iterdir()), [])

    def test_calls(self):
        def error(call, code):
            return self.worst(SORT, "--call", call, "--size", "3", code=code)
        def pointed(call, column):
            return f"\n  {call}\n  {' ' * column}^\n"
        self.assertIn(pointed("insertion_sort(int a[N, N)", 22),
                      error("insertion_sort(int a[N, N)", 2))
        self.assertIn(pointed("insertion_sort(int a[N-4], N)", 21),
                      error("insertion_sort(int a[N-4], N)", 2))
        self.assertIn("'a' has over 256 MiB at N = 3",
                      error("insertion_sort(int a[N*100000000], N)", 2))
        self.assertIn("--call:1:1: error: call to undeclared function 'sort'",
                      error("sort(int a[N], N)", 1))
        self.assertIn("--call:1:21: error: incompatible pointer types",
                      error("insertion_sort(long a[N], N)", 1))
        self.assertIn("error: too few arguments", error("insertion_sort(int a[N])", 1))
        self.assertEqual(list(self.dir.iterdir()), [])

    def test_files(self):
        self.assertIn("cannot read 'no.c': No such file", self.worst("no.c", "--size", "3", code=1))
        self.assertIn("cannot read 'no.c': No such file",
                      self.worst("no.c", "--call", "f(N)", "--size", "3", code=1))
        for name in ("prog.o", "prog.bc", "prog.ll"):
            self.file("", name)
            self.assertIn(f"--call: '{name}' is not C",
                          self.worst(name, "--call", "f(N)", "--size", "3", code=2))

    def test_errors_of_the_program(self):
        prog = self.file(CRASHES)
        out = self.worst(prog, "--call", "some(int a[N], N)", "--size", "1:4", "--no-report", "-v")
        self.assertIn("4     4  proven if no error", out)
        self.assertIn("ends    N=4: returned from main or called exit (15), divides by zero (1)\n", out)
        for strategy in ("auto", "random", "wise"):
            out = self.worst(prog, "--call", "all(int a[N])", "--size", "2:3", "--strategy",
                             strategy, "--max-time", "2s", "--no-report")
            self.assertIn("all: no worst case was found\n", out)
            self.assertRegex(out, r"N=2: .*no.* to its end: called abort")
        result = self.json(prog, "--call", "large(int a[N], N)", "--size", "1:5")
        self.assertEqual([s["cost"] for s in result["sizes"]], [1, 2, 3, None, None])
        self.assertIn("writes out of bounds (8)", result["sizes"][3]["why"])
        self.assertEqual(result["sizes"][3]["paths"]["error"], 8)

    def test_ignored_input(self):
        result = self.json(self.file(CRASHES), "--call", "nothing(int a[N], N)", "--size", "1:4")
        self.assertEqual([(s["cost"], s["proven"]) for s in result["sizes"]], [(0, True)] * 4)
        self.assertIn("no decision of the program depends on its input", result["said"])

    def test_promises(self):
        """A pure function counts as any other; what an optimiser left out is told."""
        prog = self.file(PURE)
        result = self.json(prog, "--call", "count(unsigned char a[N], N)", "--size", "1:3")
        self.assertEqual([(s["cost"], s["proven"]) for s in result["sizes"]],
                         [(1, True), (2, True), (3, True)])
        self.assertFalse([text for text in result["said"] if "WARNING" in text])
        for level in ("1", "2"):
            result = self.json("-O", level, prog, "--call", "count(unsigned char a[N], N)",
                               "--size", "2")
            self.assertTrue([text for text in result["said"]
                             if f"WARNING: at -O{level} there is no call of 'count'" in text])

    def test_endless(self):
        """A loop that comes back to where it was is the worst of all, with the input that shows it."""
        prog = self.file(CRASHES)
        line = CRASHES[:CRASHES.index("while (i < n)")].count("\n") + 1
        out = self.worst(prog, "--call", "skips(int a[N], N)", "--size", "1:3")
        self.assertRegex(out, r"^skips: unbounded: an input on which it never ends\nwhere it ends: ")
        self.assertRegex(out, rf"\nerrors  prog.c:{line}: endless: never ends: .* \(confirmed natively\); nadir replay")
        self.assertRegex(out, r"\n +2  unbounded  of those that end  machine, native ")
        result = json.loads((self.dir / "nadir-out/worst.json").read_text())
        error, = result["errors"]
        self.assertEqual((error["kind"], error["line"], error["size"]), ("endless", line, 1))
        self.assertEqual(error["inputs"], [{"name": "a", "bytes": "07000000", "shown": "a[1] = 7"}])
        self.assertTrue((self.dir / error["test"]).exists())
        self.assertEqual([(s["proven"], s["whole"], s["unbounded"]) for s in result["sizes"]],
                         [(False, True, True)] * 3)
        page = (self.dir / "nadir-out/report.html").read_text()
        self.assertIn("<h1>skips is unbounded: an input on which it never ends</h1>", page)
        self.assertIn("<li><b>endless</b> at N = 1, ", page)

    def test_errors_on_the_way(self):
        """Shown as nadir run shows them, once; what they end is not called proven."""
        out = self.worst(self.file(CRASHES), "--call", "large(int a[N], N)", "--size", "1:5", "-v")
        self.assertIn("\n        inputs that crash are not counted as worst cases\n", out)
        self.assertEqual(out.count("write-bounds: writes out of bounds"), 1)
        self.assertIn("  native: confirmed (AddressSanitizer: stack-buffer-overflow", out)
        self.assertIn("replay nadir-out/test000001.ktest\n", out)
        self.assertRegex(out, r"\n +3 +3  proven +machine, native")
        self.assertTrue((self.dir / "nadir-out/test000001.ptr.err").exists())
        self.assertFalse((self.dir / "nadir-out/test000002.ktest").exists())
        result = json.loads((self.dir / "nadir-out/worst.json").read_text())
        self.assertEqual([e["kind"] for e in result["errors"]], ["write-bounds"])
        self.assertEqual(result["errors"][0]["native"]["confirmed"], True)

    def test_warnings(self):
        """The compiler's, of the user's own file, once, whatever is compiled how often."""
        prog = self.file(CRASHES)
        for words in (["worst", prog, "--size", "1"], ["run", prog]):
            done = subprocess.run([NADIR, *words, "--call", "forgets(int x)", "--out", words[0]],
                                  cwd=self.dir, text=True, capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stderr.count("does not return a value"), 1, done.stderr)

    def test_paths_without_end(self):
        prog = self.file(CRASHES)
        out = self.ended_in(15, prog, "--call", "never(int a[N])", "--size", "1:2", "--max-time",
                            "1s", "-v")
        self.assertIn("2     1  best found  machine, native", out)
        self.assertIn("the budget of the run was spent (", out)
        for strategy in ("auto", "exhaustive", "random"):
            out = self.ended_in(15, prog, "--call", "always(int a[N])", "--size", "2",
                                "--max-time", "2s", "--strategy", strategy)
            self.assertRegex(out, r"N=2: no path came to its end: given up \(\d+\): time limit reached")
        err = self.ended_in(15, prog, "--call", "always(int a[N])", "--size", "2", "--max-time",
                            "2s", "--strategy", "wise", code=1)
        self.assertIn("nothing to learn from: size 1 could not be searched: time limit", err)


class Time(Case):
    """Seldom is a search over at the second that was given, but it is over."""

    def test_huge_sizes(self):
        for strategy in ("auto", "exhaustive", "wise", "xstressor"):
            self.ended_in(20, SORT, *SORT_CALL, "--size", "1000000", "--max-time", "2s",
                          "--strategy", strategy, "--no-report", "--no-verify")

    def test_hard_questions(self):
        prog = self.file(HARD)
        for strategy in ("auto", "exhaustive", "random"):
            out = self.ended_in(15, prog, "--call", "product(uint64_t a[N], N)", "--size", "3,50",
                                "--max-time", "4s" if strategy == "auto" else "1s", "--strategy", strategy)
            if strategy == "auto":
                self.assertRegex(out, r"50 +\d+  best found  machine, native")

    def test_long_runs(self):
        prog = self.file(HARD)
        for strategy in ("auto", "exhaustive"):
            out = self.ended_in(15, prog, "--call", "billion(int a[N])", "--size", "2",
                                "--max-time", "2s", "--strategy", strategy)
            self.assertIn("time limit reached", out)

    def test_many_worst_paths(self):
        """Each of 2048 paths is a worst one, and a policy of its own."""
        prog = self.file(HARD)
        for strategy in ("auto", "wise"):
            out = self.ended_in(15, prog, "--call", "sites(unsigned char a[N+11])", "--size", "30",
                                "--max-time", "2s", "--strategy", strategy, "--no-verify")
            self.assertRegex(out, r"\n +30 +11  best found")

    def interrupted(self, number):
        """The result after a signal in the middle of a long search."""
        out = self.dir / "out"
        words = [NADIR, "worst", self.file(HARD), "--call", "pairs(unsigned char a[N], N)", "--size",
                 "3,14", "--strategy", "exhaustive", "--max-time", "100s", "--out", "out", "--cost",
                 "branches"]
        nadir = subprocess.Popen(words, cwd=self.dir, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            result = json.loads((out / "worst.json").read_text()) if (out / "worst.json").exists() else {}
            if any(s["size"] == 14 and s["cost"] == 196 for s in result.get("sizes", [])):
                break
            time.sleep(0.02)
        nadir.send_signal(number)
        text, _ = nadir.communicate(timeout=30)
        self.assertTrue((out / "worst-14.ktest").exists())
        return nadir.returncode, text, json.loads((out / "worst.json").read_text())

    def test_interrupt(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            code, text, result = self.interrupted(number)
            self.assertEqual(code, 0)
            self.assertRegex(text, r"14 +196  best found")
            self.assertIn("N=14: interrupted", text)
            self.assertNotIn("DOUBT", text)
            size = result["sizes"][1]
            self.assertEqual((size["cost"], size["why"]), (196, "interrupted"))
            self.run_nadir("replay", "out/worst-14.ktest")
            (self.dir / "out").rename(self.dir / f"out{number}")

    def test_kill(self):
        code, _, result = self.interrupted(signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        self.assertEqual([s["cost"] for s in result["sizes"]], [9, 196])
        self.run_nadir("replay", "out/worst-14.ktest")
        self.run_nadir("report", "out")

    def test_kill_while_it_improves(self):
        """Whenever it is killed, what worst.json says is whole, and the input is there."""
        for i, wait in enumerate((0, 0.01, 0.05, 0.3)):
            out = self.dir / f"killed{i}"
            words = [NADIR, "worst", self.file(HARD), "--call", "pairs(unsigned char a[N], N)",
                     "--size", "40", "--strategy", "random", "--max-time", "100s", "--out", out.name]
            nadir = subprocess.Popen(words, cwd=self.dir, stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL)
            deadline = time.monotonic() + 60
            while not (out / "worst.json").exists() and time.monotonic() < deadline:
                time.sleep(0.001)
            time.sleep(wait)
            nadir.kill()
            nadir.wait(timeout=30)
            size, = json.loads((out / "worst.json").read_text())["sizes"]
            self.assertEqual(size["cost"], size["history"][-1]["cost"])
            self.assertEqual(size["proven"], False)
            self.run_nadir("replay", f"{out.name}/worst-40.ktest")
            self.run_nadir("report", out.name)


def thin(every):
    """Leaves every Nth case."""
    names = [(c, n) for c in (Result, Costs, Options, Wrong, Time) for n in dir(c)
             if n.startswith("test_")]
    for i, (case, name) in enumerate(names):
        if i % every:
            delattr(case, name)


if __name__ == "__main__":
    args = argparse.ArgumentParser()
    args.add_argument("--every", type=int, default=1)
    args.add_argument("nadir", type=pathlib.Path)
    args = args.parse_args()
    NADIR = str(args.nadir.resolve())
    thin(args.every)
    tap.main()
