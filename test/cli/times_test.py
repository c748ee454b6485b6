"""nadir worst --time and nadir replay --time: how long worst inputs take natively.

    times_test.py PROGRAM

Nothing here says how long.
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

NADIR = pathlib.Path(sys.argv.pop()).resolve()
PROGRAM = """
void down(const int *a, int n) {
  for (int i = 1; i < n; i++)
    if (a[i - 1] > a[i])
      for (volatile int k = 0; k < 200; k++) {}
}
void first(const int *a, int n) { if (n && *a == 3) *(volatile int *)a = 0; }
void odd(const int *a, int n) { (void)a; (void)n; }
"""


class Times(tap.Folder):
    def setUp(self):
        super().setUp()
        self.write("program.c", PROGRAM)

    def nadir(self, *words):
        done = subprocess.run([NADIR, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=250)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def search(self, call, *words):
        return self.nadir("worst", "program.c", "--call", call, "--only", "--max-paths", "200", *words)

    def found(self):
        return sorted(str(path) for path in self.folder.glob("nadir-out/worst-*.ktest"))

    def test_rows(self):
        """Sizes double, and each time that is shown is long enough to be one; nadir replay measures the same again."""
        times = json.loads(self.search("down(int a[N] in 0..1000000, N)", "--size", "1:3,200", "--time", "--json"))["times"]
        self.assertEqual((times["from"], times["why"]), (200, None))
        sizes = [row["size"] for row in times["rows"]]
        self.assertEqual([2 * n for n in sizes[:-1]], sizes[1:])
        self.assertGreater(sizes[-1], 200)
        for row in times["rows"]:
            for one in filter(None, (row["worst"], row["typical"])):  # a random one only if there was time
                self.assertGreaterEqual(one["runs"], 3)
                self.assertTrue(one["seconds"] is None or one["seconds"] >= 0.01, row)
        page = (self.folder / "nadir-out/report.html").read_text()
        self.assertIn("<h2>Native times</h2>", page)
        again = self.nadir("replay", "--time", *self.found())
        self.assertLessEqual(len([line for line in again.splitlines() if line[:1] == " " and line.rstrip()[-1:].isdigit()]), 3, again)
        self.assertRegex(again, r"(?m)^times   the worst input at N=200 extended, and a random one; natively, by clang-19 -O0; ")
        self.assertRegex(again, r"(?m)^ +[\d,]+ +\d\.\d{3} s .* \d+(, \d+ outliers?)?$")

    def test_harness(self):
        """An array of its own main, which at N=1 has one element as a number has."""
        self.write("main.c", """
#include <nadir.h>
#include <stdlib.h>
int main(void) {
  unsigned long n = nadir_size(), c = 0;
  unsigned char *a = malloc(n);
  nadir_symbolic(a, n, "a");
  for (unsigned long i = 0; i < n; i++) for (unsigned long j = i; j < n && a[j] == '('; j++) c++;
  free(a);
  return c == 7;
}
""")
        self.nadir("worst", "main.c", "--size", "1:3,200", "--only", "--max-paths", "200", "--no-report")
        self.assertRegex(self.nadir("replay", "--time", *self.found()),
                         r"^times   the worst input at N=200 extended, and a random one; natively, by clang-19 -O0; ")

    def test_none(self):
        """What no clock sees, and what cannot be continued."""
        self.search("first(int a[N], N)", "--size", "1:3", "--no-report")
        self.assertRegex(self.nadir("replay", "--time", *self.found()),
                         r"^times   none: up to N=[\d,]+ a run takes less than 0.01 s, which is no evidence\n$")
        (self.folder / "other.ktest").write_bytes(b"")
        done = subprocess.run([NADIR, "replay", "--time", "other.ktest"], cwd=self.folder, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("is not in the folder of a search for worst cases", done.stderr)


if __name__ == "__main__":
    tap.main()
