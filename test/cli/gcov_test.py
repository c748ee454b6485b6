"""nadir cover --gcov: twenty small programs, each counted in the machine and by gcov on the same tests.

    gcov_test.py PROGRAM

Of every line both must have the same number of sides of branches and of those that were taken, but for
?: of constants, which gcov does not count; and lines that both know ran in both or in none.  (Not among
them: loops that clang makes to fill an array, which only nadir counts, and the last line of a loop
without braces, where gcov counts the end of the loop, too.)
"""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

NADIR = str(pathlib.Path(sys.argv.pop()).resolve())

HEAD = """\
#include <nadir.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
"""
MAIN = """\
int main(void) {
  signed char x, y;
  nadir_symbolic(&x, 1, "x");
  nadir_symbolic(&y, 1, "y");
  return f(x, y) & 1;
}
"""

PROGRAMS = {
    "if_else": "int f(int x, int y) {\n  if (x < 3)\n    return 1;\n  else if (x == 7)\n    return 2;\n  return y;\n}\n",
    "never": "static int g(int x) {\n  if (x)\n    return 1;\n  return 2;\n}\nint f(int x, int y) {\n  if (x > 1000)\n    return g(y);\n  return 0;\n}\n",
    "and_or": "int f(int x, int y) {\n  if (x > 3 && y > 3)\n    return 1;\n  if (x < -3 || (y < -3 && x != y))\n    return 2;\n  return 0;\n}\n",
    "value_of_and": "int f(int x, int y) {\n  int a = x > 0 && y > 0;\n  int b = x < 0 || y < 0;\n  return a + 2 * b;\n}\n",
    "for": "int f(int x, int y) {\n  int n = 0;\n  for (int i = 0; i < 3; i++)\n    if (x == i)\n      n += y;\n  return n;\n}\n",
    "while": "int f(int x, int y) {\n  x &= 3;\n  while (x > 0) {\n    x--;\n    if (y == x)\n      break;\n  }\n  return x;\n}\n",
    "do": "int f(int x, int y) {\n  int n = 0;\n  do {\n    n++;\n    if (y == 1)\n      continue;\n    x = 0;\n  } while (x > 0 && n < 4);\n  return n;\n}\n",
    "switch": "int f(int x, int y) {\n  switch (x) {\n  case 1:\n    return 1;\n  case 2:\n  case 3:\n    y++;\n    break;\n  case 4:\n    y--;\n  default:\n    y += 2;\n  }\n  return y;\n}\n",
    "switch_without_default": "int f(int x, int y) {\n  switch (x & 7) {\n  case 0: y++; break;\n  case 9: y--; break;\n  }\n  return y;\n}\n",
    "nested_switch": "int f(int x, int y) {\n  switch (x & 1) {\n  case 0:\n    switch (y & 3) {\n    case 1: return 5;\n    case 2: return 6;\n    }\n    return 7;\n  case 1:\n    return 8;\n  }\n  return 9;\n}\n",
    "goto": "int f(int x, int y) {\n  int n = 0;\nagain:\n  n++;\n  if (n < 3 && x > n)\n    goto again;\n  if (y)\n    goto out;\n  n = 0;\nout:\n  return n;\n}\n",
    "conditional": "static int g(int x) {\n  return x + 1;\n}\nint f(int x, int y) {\n  int a = x > 2 ? g(y) : g(x);\n  return a + (y > 2 ? 1 : 0);\n}\n",
    "recursion": "static int g(int n) {\n  if (n <= 0)\n    return 0;\n  return 1 + g(n - 1);\n}\nint f(int x, int y) {\n  return g(x & 3) + y;\n}\n",
    "pointers": "static int g(int x) {\n  return x > 1;\n}\nstatic int h(int x) {\n  return -x;\n}\nint f(int x, int y) {\n  int (*p)(int) = y ? g : h;\n  return p(x);\n}\n",
    "exit": "static void stop(int x) {\n  if (x > 5)\n    exit(0);\n}\nint f(int x, int y) {\n  stop(x);\n  if (y)\n    return 1;\n  return 2;\n}\n",
    "longjmp": "static jmp_buf back;\nstatic void g(int x) {\n  if (x == 4)\n    longjmp(back, 1);\n}\nint f(int x, int y) {\n  if (setjmp(back))\n    return y;\n  g(x);\n  return 2;\n}\n",
    "inline": "static inline int least(int a, int b) {\n  if (a < b)\n    return a;\n  return b;\n}\nint f(int x, int y) {\n  return least(x, y) + least(y, 3);\n}\n",
    "constants": "int f(int x, int y) {\n  if (0)\n    return 1;\n  while (1) {\n    if (x)\n      break;\n    x = 1;\n  }\n  if (sizeof(int) == 4)\n    y++;\n  return y;\n}\n",
    "text": "int f(int x, int y) {\n  char t[3];\n  t[0] = (char)x;\n  t[1] = (char)y;\n  t[2] = 0;\n  if (!strcmp(t, \"ab\"))\n    return 1;\n  return t[0] == 'q' && t[1] == 'r';\n}\n",
    "fork": "int f(int x, int y) {\n  if (x > 3 && y)\n    return 1;\n  if (x > 1000 || y > 1000)\n    return fork();\n  return 2;\n}\n",
    "unreached_loop": "int f(int x, int y) {\n  int n = 0;\n  for (int i = 0; i < (x & 2); i++)\n    for (int k = 5; k < i; k++) {\n      if (k == y)\n        n++;\n    }\n  return n;\n}\n",
}


def ours(report):
    """{(file, line): [taken, all]} of if and switch, {(file, line): arrivals}, {(file, function): was it entered?}."""
    branches, lines, fns = collections.defaultdict(lambda: [0, 0]), {}, {}
    for file in report["files"]:
        name = file["file"]
        for b in file["branches"]:
            if b["kind"] != "?:":
                branches[name, b["line"]][0] += sum(s["tests"] > 0 for s in b["sides"])
                branches[name, b["line"]][1] += len(b["sides"])
        lines.update({(name, line): n for line, n in file["line_counts"]})
        fns.update({(name, f["name"]): f["tests"] > 0 for f in file["function_list"]})
    return dict(branches), lines, fns


def theirs(report):
    branches, lines, fns = {}, {}, {}
    for file in report["gcov"]:
        name = file["file"]
        for line, n, taken, sides in file["line_list"]:
            lines[name, line] = n
            if sides:
                branches[name, line] = [taken, sides]
        fns.update({(name, fn): n > 0 for fn, line, n in file["function_list"]})
    return branches, lines, fns


def cover(folder, *words):
    return subprocess.run([NADIR, "cover", "--gcov", "--json", "--no-page", "--max-time", "60s", *words], cwd=folder,
                          timeout=110, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Case(unittest.TestCase):
    def compare(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertTrue(report["complete"])
        self.assertEqual((report["tests_without_gcov"], report["sides_without_test"]), (0, 0))
        branches, lines, fns = ours(report)
        gcov_branches, gcov_lines, gcov_fns = theirs(report)
        self.assertEqual(branches, gcov_branches)
        self.assertEqual(fns, gcov_fns)
        both = lines.keys() & gcov_lines.keys()
        self.assertGreaterEqual(len(both), 4)
        self.assertEqual({line: lines[line] > 0 for line in both},
                         {line: gcov_lines[line] > 0 for line in both})
        return report


BUILT_MAIN = """\
#include <stdio.h>
#include "lib/part.h"
int main(int argc, char **argv) {
  if (argc > 2)
    return never(argc);
  for (int i = 1; i < argc; i++)
    if (is_ab(argv[i]))
      puts("ab");
  return 0;
}
"""
BUILT_PART = """\
#include "part.h"
int is_ab(const char *s) {
  return s[0] == 'a' && s[1] == 'b';
}
int never(int x) {
  if (x)
    return 2;
  return 3;
}
"""


FORKING_MAIN = """\
#include <sys/wait.h>
#include <unistd.h>
struct options { int first; _Bool second; };
int main(int argc, char **argv) {
  struct options o = {argc, argc > 1};
  if (argc > 1 && o.second && argv[1][0] == 'x') return 1;
  if (argc < 3) return 0;
  if (fork()) return wait(NULL) < 0;
  execl("/nowhere/true", "true", "a", (char *)NULL);
  execlp("true", "true", "a", "b", (char *)NULL);
  return 2;
}
"""


class Built(Case):
    """Programs that are ready to run."""

    def build(self, folder, *options):
        folder = pathlib.Path(folder)
        (folder / "lib").mkdir()
        (folder / "main.c").write_text(BUILT_MAIN)
        (folder / "lib/part.c").write_text(BUILT_PART)
        (folder / "lib/part.h").write_text("int is_ab(const char *s);\nint never(int x);\n")
        for words in (["-c", "lib/part.c", "-o", "lib/part.o"], ["main.c", "lib/part.o", "-o", "prog"]):
            subprocess.run([NADIR, "cc", *options, *words], cwd=folder, check=True, timeout=60)

    def test_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            self.build(folder, "--coverage", "-O2")
            report = self.compare(cover(folder, "./prog", "--sym-args", "0", "1", "2"))
        self.assertEqual({file["file"]: file["own"] for file in report["gcov"]},
                         {"main.c": True, "lib/part.c": False})
        self.assertEqual([(file["file"], file["functions"]) for file in report["gcov"]],
                         [("lib/part.c", {"covered": 1, "all": 2}), ("main.c", {"covered": 1, "all": 1})])

    def test_built_in_parts(self):
        """As make -C does it: gcov has the name that the compiler was given."""
        with tempfile.TemporaryDirectory() as folder:
            self.build(folder, "--coverage")
            part = pathlib.Path(folder) / "lib"
            subprocess.run([NADIR, "cc", "--coverage", "-c", "part.c"], cwd=part, check=True, timeout=60)
            subprocess.run([NADIR, "cc", "--coverage", "main.c", "lib/part.o", "-o", "prog"], cwd=folder, check=True,
                           timeout=60)
            report = self.compare(cover(folder, "./prog", "--sym-args", "0", "1", "2"))
        self.assertEqual({file["file"]: file["own"] for file in report["gcov"]}, {"main.c": True, "lib/part.c": False})

    def test_calls_fork_and_exec(self):
        """clang 19 forgets branches of sources that do.  What is counted was executed."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "main.c").write_text(FORKING_MAIN)
            subprocess.run([NADIR, "cc", "--coverage", "main.c", "-o", "prog"], cwd=folder, check=True, timeout=60)
            self.compare(cover(folder, "./prog", "--sym-args", "0", "1", "1"))
            subprocess.run(["./prog", "a", "b"], cwd=folder, check=True, timeout=20)
            subprocess.run(["llvm-cov-19", "gcov", "-i", "-b", "prog-main.gcda"], cwd=folder, check=True, timeout=20,
                           stdout=subprocess.DEVNULL)
            text = (pathlib.Path(folder) / "prog-main.gcda.gcov").read_text()
        self.assertEqual(collections.Counter(line for line in text.splitlines() if line.startswith("branch:")),
                         {"branch:6,taken": 3, "branch:6,nottaken": 3, "branch:7,taken": 1, "branch:7,nottaken": 1,
                          "branch:8,taken": 1, "branch:8,nottaken": 1})

    def test_not_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            self.build(folder)
            done = cover(folder, "./prog", "--sym-args", "0", "1", "2")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("nadir cc --coverage", done.stderr)


class Gcov(Case):
    """Programs that nadir builds."""

    def look(self, name):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "p.c"
            source.write_text(HEAD + PROGRAMS[name] + MAIN)
            self.compare(cover(folder, "p.c"))

    def test_whole_name(self):
        """A file in the folder that nadir runs in, named from the root on."""
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder).resolve() / "p.c"
            source.write_text(HEAD + next(iter(PROGRAMS.values())) + MAIN)
            report = self.compare(cover(source.parent, source))
        self.assertEqual([file["file"] for file in report["gcov"]], [file["file"] for file in report["files"]])

    def test_there_are_twenty(self):
        self.assertGreaterEqual(len(PROGRAMS), 20)


for each in PROGRAMS:
    setattr(Gcov, f"test_{each}", lambda self, name=each: self.look(name))

if __name__ == "__main__":
    tap.main()
