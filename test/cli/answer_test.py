"""nadir worst: what a user sees of the answer, and the exit code that a script sees.

    answer_test.py PROGRAM
"""

import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

NADIR = pathlib.Path(sys.argv.pop()).resolve()
ERRORS = """#include <nadir.h>
int fine(const int *a, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 3) k++;
  return k;
}
int some(const int *a, int n) { return 10 / (fine(a, n) - n); }
int always(const int *a, int n) { return fine(a, n) / (n - n); }
int small(const int *a, int n) {
  nadir_assume(n < 3);
  return fine(a, n);
}
"""


class Folder(tap.Folder):
    def nadir(self, *words):
        return subprocess.run([NADIR, *map(str, words)], cwd=self.folder, timeout=100, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def worst(self, *words):
        """The small sizes, without what takes time."""
        return self.nadir("worst", "--no-report", "--no-verify", *words)


class Law(Folder):
    """worst-input.c makes the inputs of the record, and others."""
    SOURCE = """
int down(const int *a, int n, const char *s) {
  int k = 0;
  for (int i = 1; i < n; i++) for (int j = i; j > 0 && a[j - 1] == a[j] + 1; j--) k++;
  for (int i = 0; i < n; i++) k += s[i] == 'x';
  return k;
}
"""

    def program(self, size):
        return subprocess.run([self.folder / "law", str(size)], stdout=subprocess.PIPE, text=True, check=True).stdout

    def shown(self, size):
        """The inputs of a size as the program prints them."""
        lines = []
        for shape in size["shapes"]:
            value = size["input"][shape["name"]]
            value = value if isinstance(value, str) else " ".join(map(str, value))
            lines.append(f"{shape['name']}[{shape['dimensions'][0]}] = {value}\n")
        return "".join(lines)

    def compare(self, call, sizes="1:5,20", *words):
        result = json.loads(self.worst("p.c", "--call", call, "--size", sizes, *words, "--json").stdout)
        self.assertTrue(result["law"], call)
        source = self.folder / result["out"] / "worst-input.c"
        subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-Wno-parentheses", source, "-o", self.folder / "law"], check=True)
        n_same = sum(self.program(size["size"]) == self.shown(size) for size in result["sizes"])
        self.assertGreaterEqual(n_same, 4, (result["law"], self.program(4), result["sizes"][3]["input"]))
        self.assertEqual(self.program(20), self.shown(result["sizes"][-1]))
        self.assertIn("[1000] = ", self.program(1000))
        return result["law"]

    def test_inputs(self):
        self.write("p.c", self.SOURCE)
        self.assertRegex(self.compare("down(int a[N], N, char s[N] string)"), r"s\[i\] = '\w'")
        sort = pathlib.Path(__file__).resolve().parents[2] / "examples/insertion_sort.c"
        self.write("p.c", sort.read_text())
        self.compare("insertion_sort(int a[N], N)")

    def test_patterns(self):
        """Arrays that people know (laws/patterns.def), with four sizes also simple ones, which more give a formula."""
        for expression in "i % 2", "i < N / 2 ? 2 * i + 1 : 2 * (N - 1 - i)", "(i + 1) % N":
            with self.subTest(expression):
                self.write("p.c", "static volatile int k; void f(const int *a, int N) {"
                                  f" for (int i = 0; i < N; i++) if (a[i] == ({expression})) k++; }}")
                self.assertEqual(self.compare("f(int a[N], N)", "2:4,20", "--only"), f"a[i] = {expression}")

    def test_halves(self):
        """Two of them in one program."""
        self.write("p.c", """
static int at(int n, int i) { return n < 2 ? 0 : i & 1 ? at(n / 2, i / 2) : at(n - n / 2, i / 2) + n / 2; }
static int end(int n, int i) { return n < 2 ? 0 : i < n / 2 ? 2 * end(n / 2, i) : 2 * end(n - n / 2, i - n / 2) + 1; }
static volatile int k;
void f(const int *a, int n, const int *b) {
  for (int i = 0; i < n; i++) {
    if (a[i] == at(n, i)) k++;
    if (b[i] == end(n, i)) k++;
  }
}
""")
        law = self.compare("f(int a[N], N, int b[N])", "2:4,20", "--only", "--max-paths", "1000")
        self.assertRegex(law, r"a: halves \(.*\), .*, b: halves \(")

    def test_words(self):
        """Cases as C has them, bytes of text as text, and nothing of arrays that are the same at every size."""
        self.write("p.c", """
int f(const unsigned char *s, const int *a, int n, const char *key) {
  int k = 0;
  if (key[0] == 'k' && key[1] == 'y') k = 5;
  for (int i = 0; i < n; i++) {
    for (int m = 0; m < k && s[i] == 'x'; m++) k += m & 0;
    if (a[i] == (i < n - 1 ? 3 : 8)) for (int m = 0; m < 4; m++) k += m & 0;
  }
  return k;
}
""")
        result = json.loads(self.worst("p.c", "--call", "f(unsigned char s[N], int a[N], N, char key[4])", "--size", "2:7,20",
                                       "--json").stdout)
        self.assertEqual(result["law"], "s[i] = 'x', a[i] = i < N - 1 ? 3 : 8")
        self.assertTrue(result["sizes"][-1]["input"]["key"].startswith("ky"))

    def test_none(self):
        """No law: no file."""
        self.write("p.c", "int f(const unsigned *a, int n) { int k = 0;"
                          " for (int i = 0; i < n; i++) if (a[i] == (i * 2654435761u ^ i >> 1) * 40503u) k++; return k; }")
        result = json.loads(self.worst("p.c", "--call", "f(unsigned a[N], N)", "--size", "1:8", "--json").stdout)
        self.assertIsNone(result["law"])
        self.assertFalse((self.folder / result["out"] / "worst-input.c").exists())


class Unverified(Folder):
    """What the answer does not cover is said without -v."""

    def answer(self, source, call):
        self.write("p.c", source)
        return self.nadir("worst", "p.c", "--call", call, "--size", "1:3", "--only", "--no-report", "--max-paths", "100").stdout

    def test_foreign(self):
        out = self.answer("#include <stdlib.h>\n", "strtod(char s[N] string, NULL)")
        self.assertRegex(out, r"(?m)^native  not compared: natively strtod is the host's own function")
        self.assertRegex(out, r"(?m)^ +3 .* machine +\d")
        self.assertNotIn("machine, native", out)

    def test_undefined(self):
        out = self.answer("int other(int);\nint f(int *a, int n) { return n && *a == 7 ? other(n) : 0; }\n", "f(int a[N], N)")
        self.assertRegex(out, r"(?m)^unknown .*: a call of 'other', which no given file defines$")
        self.assertRegex(out, r"(?m)^native  not run natively: .* undefined reference to `other'$")

    def test_nothing_to_say(self):
        out = self.answer("int f(int *a, int n) { return n && *a == 7 ? 5 : 0; }\n", "f(int a[N], N)")
        self.assertNotRegex(out, r"(?m)^(unknown|native  (not|same))")


class Long(Folder):
    """Values, not sizes, drive the cost, and runs do not end."""
    SOURCE = """
int f(const unsigned *a, int n) {
  unsigned k = 0;
  for (int i = 0; i < n; i++) for (unsigned m = 0; m < a[i]; m++) k ^= m;
  return (int)k;
}
"""

    def test_each_size_has_time(self):
        """Small sizes leave the largest its time, and a loop that is given up is told of once, wherever it was."""
        self.write("p.c", self.SOURCE)
        out = self.nadir("worst", "p.c", "--call", "f(unsigned a[N], N)", "--size", "1:9,40", "--max-time", "8s", "--no-report",
                         "--out", "out").stdout
        last = json.loads((self.folder / "out/worst.json").read_text())["sizes"][-1]
        self.assertTrue(last["cost"] or last["unended"], out)
        self.assertEqual(len(re.findall(r"p\.c:4: long: ", out)), 1, out)


class ExitCodes(Folder):
    def setUp(self):
        super().setUp()
        self.write("errors.c", ERRORS)

    def code(self, function, *words):
        return self.worst("errors.c", "--call", f"{function}(int a[N], N)", "--size", "1:3", *words).returncode

    def test_codes(self):
        for function, code in (("fine", 0), ("some", 10), ("always", 10), ("small", 11)):
            with self.subTest(function):
                self.assertEqual(self.code(function), code)
                self.assertEqual(self.code(function, "--json"), code)
                self.assertEqual(self.code(function, "--exit-zero"), 0)

    def test_size_in_between(self):
        """The largest size has an answer."""
        self.write("errors.c", ERRORS.replace("n < 3", "n != 2"))
        self.assertEqual(self.code("small"), 0)

    def test_cannot_be_run(self):
        self.assertEqual(self.worst("errors.c", "--call", "nobody(N)").returncode, 1)
        self.assertEqual(self.worst("nowhere.c").returncode, 1)
        self.assertEqual(self.worst("--no-such-option", "errors.c").returncode, 2)


if __name__ == "__main__":
    tap.main()
