"""Calls that are proposed where none was given, or one that does not fit: the lines, and that each of
them can be typed.

    propose_test.py PROGRAM
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

NADIR = str(pathlib.Path(sys.argv.pop()).resolve())

# Functions, and the calls that are expected of them.
FUNCTIONS = """
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int w, v; } item_t;
struct point { short x, y; };
struct node { struct node *next; int v; };
typedef struct node *List;
typedef int (*compare_fn)(const void *, const void *);
struct ring { int a[4]; compare_fn f; };
struct hidden;
enum color { RED, GREEN };
typedef int flag_bool;

static int by_value(const void *a, const void *b) { return *(int *)a - *(int *)b; }      // by_value(int a[1], int b[1])
void sort(void *base, size_t n, size_t size, compare_fn f) { qsort(base, n, size, f); }  // sort(int base[N], N, sizeof(int), by_value)
void backwards(void *base, size_t width, size_t count) { memset(base, 0, count * width); } // backwards(int base[N], sizeof(int), N)
void wipe(void *bytes, size_t n) { memset(bytes, 0, n); }                                // wipe(unsigned char bytes[N], N)
int with(int *a, int n, void *context) { return context ? n : a[0]; }                    // with(int a[N], N, NULL)
static int part(int *a, int lo, int hi) { return a[lo] < a[hi]; }                        // part(int a[N], 0, N-1)
void quick(int a[], int low, int high) { if (low < high) quick(a, low + 1 + part(a, low, high), high); } // quick(int a[N], 0, N-1)
int span(int *a, int lower, int upper) { return a[upper] - a[lower]; }                  // span(int a[N], 0, N-1)
int pack(const item_t *items, int n, int cap) { return items[n - 1].w > cap; }           // pack(item_t items[N], N, int cap)
int by_copy(struct point p) { return p.x > p.y; }                                        // by_copy(struct point p)
int change(item_t *x, int d) { return x->w += d & 1; }                                   // change(item_t x[1], int d)
int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }                                  // gcd(int a in 0..N, int b in 0..N)
uint64_t fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }                 // fib(unsigned int n in 0..N)
bool match(const char *pattern, char *restrict text) { return !strcmp(pattern, text); }  // match(char pattern[N] string, char text[N] string)
int grid(int g[][10], int rows) { return g[rows - 1][0]; }                               // grid(int g[N][10], N)
int dense(int **g, int n) { return g[n - 1][n - 1]; }                                    // dense(int *g[N][N], N)
int words(char **w, int n) { return w[0][0] == w[n - 1][0]; }                            // words(char *w[N][8] string, N)
int find(const int *a, const size_t n, int key) { return a[n - 1] == key; }              // find(int a[N], N, int key)
int find2(const int *a, int key, int count) { return a[count - 1] == key; }              // find2(int a[N], int key, N)
uint32_t sum(const uint8_t *data, size_t len) { return data[len - 1]; }                  // sum(uint8_t data[N], N)
double dot(const double *a, const double *b, int n) { return a[0] * b[n - 1]; }          // dot(double a[N], double b[N], N)
int merge(int *a, int n, int *b, int m) { return a[n - 1] < b[m - 1]; }                  // merge(int a[N], N, int b[N], N)
int squeeze(const char *src, char *dst) { dst[0] = src[0]; return 1; }                   // squeeze(char src[N] string, char dst[4*N+16])
int before(size_t n, const short *a) { return a[n - 1]; }                                // before(N, short a[N])
int vla(int n, int m, int a[n][m]) { return a[0][0]; }                                   // vla(N, N, int a[N][N])
int nth(int *a, int n, int k) { return a[k]; }                                           // nth(int a[N], N, int k in 0..N-1)
int paint(enum color c, bool deep, float x) { return c == GREEN && deep; }               // paint(enum color c, _Bool deep, float x in 0..N)
int parse(const char *text, int n) { return strlen(text) > (size_t)n; }                  // parse(char text[N] string, N)
int next(const char *s, int *at) { return s[(*at)++]; }                                  // next(char s[N] string, int at[1])
int skip(const char *s, int *at) { while (s[*at] == 32) next(s, at); return *at; }       // skip(char s[N] string, int at[1])
int flagged(const char *s, flag_bool all) { return s[0] && all; }                        // flagged(char s[N] string, flag_bool all)
int maybe(const int *a, int n, List l) { return l ? l->v : a[n - 1]; }                   // maybe(int a[N], N, NULL)
int notify(int *a, int n, void (*f)(int)) { if (f) f(n); return a[0]; }                  // notify(int a[N], N, NULL)
int encode(const void *from, int n, void *to) { memcpy(to, from, 1); ((char *)to)[1] = (char)n; return 2; } // encode(unsigned char from[N], N, unsigned char to[4*N+16])
int tell(const int *a, int n, void *user) { void *kept = user; return a[n - 1] && kept != a; } // tell(int a[N], N, NULL)
int offsets(const char *s, int **at) { return at && *at ? (*at)[0] : s[0]; }             // offsets(char s[N] string, NULL)
int needed(const char *s, int **at) { int *p = *at; return at && p ? p[0] : s[0]; }      // needed(char s[N] string, int *at[N][N])
int nothing(void) { return 0; }                                                          // nothing()
int length(List l) { return l ? 1 + length(l->next) : 0; }                               // no: 'l' is struct node, which has pointers in it
int turn(struct ring r) { return r.a[0]; }                                               // no: 'r' is struct ring, which has pointers in it
int peek(struct hidden *h) { return h != NULL; }                                         // no: 'h' is struct hidden, which this file does not define
void each(int *a, int n, void (*visit)(int)) { visit(a[n - 1]); }                        // no: 'visit' is void (int), and no function of the file is: write one
"""

ONE = """
int insertion_sort(int *a, int n) {
  int moves = 0;
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--, moves++) {
      int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  return moves;
}
"""


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        (self.dir / "one.c").write_text(ONE)
        (self.dir / "two.c").write_text('int starts(const char *s) { return s[0] == 120; }\n')

    def nadir(self, *words):
        """(exit code, standard output, standard error)"""
        done = subprocess.run([NADIR, *map(str, words)], cwd=self.dir, text=True, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done.returncode, done.stdout, done.stderr

    def lines(self, said):
        """The words of the lines to type."""
        return [shlex.split(line) for line in said.splitlines() if line.startswith("  nadir ")]


class Proposals(Case):
    def parts(self):
        """FUNCTIONS in files of so few functions that none is left out of the list."""
        lines = FUNCTIONS.splitlines()
        functions = [line for line in lines if re.search(r"\) \{.*// ", line)]
        shared = [line for line in functions if line.startswith("static ")]
        others = [line for line in functions if line not in shared]
        prelude = [line for line in lines if line not in functions]
        for at in range(0, len(others), 8):
            yield "\n".join(prelude + shared + others[at:at + 8]) + "\n"

    def test_every_function(self):
        (self.dir / "all.c").write_text(FUNCTIONS)
        expected = dict(re.findall(r"(?m)\b(\w+)\([^{]*\) \{.*// (.*)$", FUNCTIONS))
        self.assertEqual(len(expected), 42)
        calls, refused = {}, {}
        for part in self.parts():
            (self.dir / "part.c").write_text(part)
            code, _, said = self.nadir("worst", "part.c")
            self.assertEqual(code, 2)
            self.assertIn("nadir: part.c has no main; its functions can be called:\n", said)
            calls |= {line[-1].partition("(")[0]: line[-1] for line in self.lines(said)}
            refused |= dict(re.findall(r"(?m)^  (\w+): (.*)$", said))
        self.assertEqual({name: call for name, call in expected.items() if not call.startswith("no: ")},
                         calls)
        self.assertEqual({name: call[4:] for name, call in expected.items() if call.startswith("no: ")},
                         refused)
        for call in calls.values():
            with self.subTest(call):
                code, _, said = self.nadir("run", "all.c", "--call", call, "--size", 3, "--native", "off",
                                           "--max-paths", 2, "--out", "out")
                self.assertIn(code, (0, 10, 11), said)

    def test_numbers_are_bounded_only_for_worst_cases(self):
        (self.dir / "f.c").write_text("int f(int x) { return 100 / (x - 50); }\n")
        code, out, said = self.nadir("run", "f.c", "--native", "off")
        self.assertIn("--call 'f(int x)'", said)
        self.assertEqual(code, 10, out)  # far from 0..N
        self.assertIn("--call 'f(int x in 0..N)'", self.nadir("worst", "f.c", "--size", "1:2")[2])

    def test_very_many(self):
        (self.dir / "all.c").write_text("".join(f"int f{i}(int *a, int n) {{ return a[n - 1]; }}\n"
                                                for i in range(50)))
        said = self.nadir("run", "all.c")[2]
        self.assertEqual(len(self.lines(said)), 12)
        self.assertIn("  and 38 more functions: --call NAME makes the call of any of them\n", said)

    def test_a_name_is_enough(self):
        (self.dir / "all.c").write_text(FUNCTIONS)
        for command in ("run", "worst"):
            code, _, said = self.nadir(command, "all.c", "--call", "find", "--size", 2, "--native", "off")
            self.assertIn(code, (0, 10), said)
            self.assertIn("nadir: this is run: --call 'find(int a[N], N, int key)'\n", said)
        for name, says in (("fnd", "--call fnd: all.c has no such function; did you mean 'find'?"),
                           ("turn", "--call turn: 'r' is struct ring, which has pointers in it"),
                           ("starts", "--call starts: it is in two.c, which must be the first file")):
            code, _, said = self.nadir("worst", "all.c", "two.c", "--call", name)
            self.assertEqual(code, 2, said)
            self.assertIn(says, said)
        (self.dir / "bad.c").write_text('#include "missing.h"\nint f(int a) { return a; }\n')
        code, _, said = self.nadir("worst", "bad.c", "--call", "f")
        self.assertEqual(code, 1, said)
        self.assertIn("'missing.h' file not found", said)

    def test_the_likely_ones_come_first(self):
        (self.dir / "rank.c").write_text("""
            #include <stddef.h>
            struct list { struct list *next; };
            int rank_version(void) { return 3; }
            int rank_bound(int n) { return n + n / 255 + 16; }
            static int step(const char *s, int n) { int c = 0; while (n--) c += s[n]; return c; }
            int rank_first(const char *s) { return s[0]; }
            int rank_with(const char *s, int n, struct list *l) { return l ? l->next != NULL : step(s, n); }
            int rank(const char *s, int n) { return step(s, n); }
            """)
        names = [line[-1].partition("(")[0] for line in self.lines(self.nadir("worst", "rank.c")[2])]
        self.assertEqual(names, ["rank", "step", "rank_with", "rank_first", "rank_bound", "rank_version"])

    def test_the_only_function_is_run(self):
        for command in ("run", "worst"):
            cost = ["--cost", "branches"] if command == "worst" else []
            code, out, said = self.nadir(command, "one.c", "--size", 3, "--out", command, *cost)
            self.assertEqual(code, 0, said)
            self.assertIn("one.c has no main; it has one function, so this is run: "
                          "--call 'insertion_sort(int a[N], N)'\n", said)
        self.assertIn("3     3  proven", out)
        command = self.nadir("report", "worst")[0], (self.dir / "worst/report.html").read_text()
        self.assertIn("--call", command[1])

    def test_main_without_inputs(self):
        (self.dir / "main.c").write_text(ONE + "int main(void) { int a[2] = {2, 1}; "
                                               "return insertion_sort(a, 2) != 1; }\n")
        code, out, said = self.nadir("worst", "main.c", "--size", 3, "--cost", "branches")
        self.assertEqual(code, 0, said)
        self.assertIn("main.c has a main, but no input; it has one function", said)
        self.assertIn("3     3  proven", out)
        self.assertIn("nothing in the program is symbolic", self.nadir("run", "main.c")[1])
        (self.dir / "steps.c").write_text("int steps(int n) { return n < 2 ? n : steps(n - 1) + steps(n - 2); }\n")
        said = self.nadir("run", "steps.c", "--call", "steps(N)", "--size", "4")[1]
        self.assertIn("nothing in the program is symbolic", said)

    def test_nothing_to_call(self):
        (self.dir / "main.c").write_text("int main(void) { return 0; }\n")
        code, _, said = self.nadir("worst", "main.c")
        self.assertEqual(code, 2)
        self.assertIn("main.c has a main, but no input, and no function in C to call", said)
        self.assertIn("'-- --sym-stdin N'", said)
        self.assertFalse((self.dir / "nadir-out").exists())


class Corrections(Case):
    def typed(self, *words):
        """A line that is shown for these words can be typed."""
        code, _, said = self.nadir(*words)
        self.assertEqual(code, 1, said)
        lines = self.lines(said)
        self.assertEqual(len(lines), 1, said)
        code, out, err = self.nadir(*lines[0][1:], "--out", "typed")
        self.assertIn(code, (0, 10, 11), err)
        return said, lines[0]

    def test_function_of_another_file(self):
        """The call is compiled with the file that has it."""
        code, out, said = self.nadir("worst", "one.c", "two.c", "--size", 2, "--only", "--max-time", "5s", "--call",
                                     "starts(char s[N] string)")
        self.assertEqual(code, 0, said)
        self.assertRegex(out, "^starts: ")

    def test_a_file_named_twice(self):
        """As a pattern for all files does, behind the file that is to be first."""
        for command, first in (("run", "two.c"), ("worst", "./two.c")):
            with self.subTest(command):
                code, _, said = self.nadir(command, first, "one.c", "two.c", "--size", 2, "--native", "off",
                                           "--max-paths", 2, "--out", command, "--call", "starts(char s[N] string)")
                self.assertIn(code, (0, 11), said)

    def test_other_parameters(self):
        said, line = self.typed("run", "one.c", "--size", 2, "--call", "insertion_sort(int a[N])")
        self.assertIn("--call:1:", said)  # what clang says
        self.assertIn("a call of 'insertion_sort' that fits its parameters:\n", said)
        self.assertEqual(line[-1], "insertion_sort(int a[N], N)")

    def test_matrix_for_a_pointer(self):
        (self.dir / "grid.c").write_text(
            "int fill(const char *word, int *g, int n) {\n"
            "  int c = *word; for (int i = 0; i < n * n; i++) if (g[i] == c) c++; return c + word[0]; }\n")
        said, line = self.typed("worst", "grid.c", "--size", 2, "--call", 'fill("a, (b", int g[N][N+1], N)')
        self.assertIn("that fits its parameters:\n", said)
        self.assertEqual(line[-1], "fill(char word[N], int g[N*(N+1)], N)")

    def test_types_that_do_not_fit(self):
        """One line, in the user's own columns, and nothing of how it was found out."""
        (self.dir / "points.c").write_text("struct point { int x, y; };\n"
                                           "int f(struct point *a, int n) { return n && a[0].x > a[0].y; }\n")
        for call, says, column in (("f(struct point a[N] in 0..9, N)", "'a' has a range, but is no number", 23),
                                   ("f(struct point a[N] string, N)", "'a' is a string, but not of bytes", 2)):
            code, _, said = self.nadir("worst", "points.c", "--size", 2, "--call", call)
            self.assertEqual(code, 2, said)
            self.assertIn(f"nadir: --call: {says}\n  {call}\n  {' ' * column}^\n", said)
            self.assertNotIn("assert", said)

    def test_wrong_name(self):
        said, _ = self.typed("run", "one.c", "--size", 2, "--call", "insertion_srt(int a[N], N)")
        self.assertIn("did you mean 'insertion_sort'?", said)

    def test_call_without_n(self):
        code, out, said = self.nadir("worst", "one.c", "--size", "1:2", "--call",
                                     "insertion_sort(int a[3], 3)")
        self.assertEqual(code, 0)
        self.assertEqual(out.count("  proven  "), 1, out)
        self.assertIn("has no N: the sizes are all the same", said)
        self.assertEqual([line[-1] for line in self.lines(said)], ["insertion_sort(int a[N], N)"])
        _, _, said = self.nadir("worst", "one.c", "--size", "2", "--call", "insertion_sort(int a[3], 3)")
        self.assertNotIn("has no N", said)

    def test_errors_of_the_file_are_shown_once(self):
        (self.dir / "bad.c").write_text("int f(int *a, int n) { return a[n] +; }\n")
        code, _, said = self.nadir("worst", "bad.c", "--call", "f(int a[N], N)")
        self.assertEqual((code, said.count("expected expression")), (1, 1))


if __name__ == "__main__":
    tap.main()
