"""nadir cover: what is counted, which tests are kept, and the files of others.

    cover_test.py PROGRAM
"""

import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

NADIR = str(pathlib.Path(sys.argv.pop()).resolve())

GRADES = """\
#include <nadir.h>
static int twice(int x) { return 2 * x; }
int never(int x) {
  return x ? 1 : 2;
}
static int grade(int x) {
  if (x < 0 || x > 100)
    return 0;
  switch (x / 10) {
  case 10:
  case 9: return 4;
  case 8: return 3;
  default: break;
  }
  return twice(x);
}
int main(void) {
  int x;
  int *p = 0;
  nadir_symbolic(&x, sizeof x, "x");
  if (grade(x) == 100)
    return *p;
  return 0;
}
"""

LOOP = """\
#include <nadir.h>
int main(void) {
  unsigned char a[64];
  nadir_symbolic(a, sizeof a, "a");
  int n = 0;
  for (int i = 0; i < 64; i++)
    n += a[i] == 'x';
  for (;;)
    for (int i = 0; i < 64; i++)
      if (a[i] == n + i) n++;
  return n;
}
"""


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def write(self, name, text):
        (self.dir / name).write_text(text)
        return name

    def nadir(self, *words, code=0):
        done = subprocess.run([NADIR, *map(str, words)], cwd=self.dir, timeout=110, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def cover(self, *words, code=0):
        # --mutate 0: what these tests compare does not depend on time
        return json.loads(self.nadir("cover", "--native", "off", "--json", "--mutate", "0", *words, code=code))


def sides(report):
    """{(line, side): tests} of all branches."""
    return {(b["line"], s["side"]): s["tests"] for f in report["files"] for b in f["branches"]
            for s in b["sides"]}


READER = """\
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *f = fopen("A", "r");
  int c = getchar(), d = f ? getc(f) : EOF;
  if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'x') return 1;
  if (c == 'y') return 2;
  return d == 'z' ? 3 : 0;
}
"""


class Environment(Case):
    """It is that of most processes unless the user wants none, and variables may be inputs."""

    def test_variables(self):
        self.write("e.c", """
            #include <stdlib.h>
            int main(void) {
              const char *mode = getenv("MODE");
              if (mode)
                if (mode[0] == 'x')
                  if (mode[1] == 'y') return 1;
              if (getenv("TERM"))
                if (getenv("HOME")) return 2;
              return 3;
            }""")
        for words, sides in (((), 3), (("--variables", "empty"), 2), (("--env", "MODE=xy"), 3),
                             (("--sym-env", "2"), 8)):
            report = self.cover(*words, "e.c", "--", "--sym-arg", "1")
            self.assertEqual(report["sides"]["covered"], sides, words)


class Shapes(Case):
    """A program of which the user says nothing gets arguments and input in several shapes."""

    SOURCE = """\
        #include <stdio.h>
        #include <string.h>
        int main(int argc, char **argv) {
          int c = getchar();
          if (argc == 1 && c == EOF) return 1;
          if (argc == 5) return 2;
          if (argc == 2)
            if (strlen(argv[1]) == 9) return 3;
          if (argc == 3)
            if (!strcmp(argv[1], "-x") && c == 'y') return 4;
          return 0;
        }"""

    def test_chosen(self):
        """All sides need several shapes; each test replays as its shape has it."""
        self.write("s.c", self.SOURCE)
        report = self.cover("--max-paths", "3000", "s.c")
        self.assertEqual(report["sides"]["covered"], report["sides"]["all"])
        codes = {self.replay(f"nadir-out/{test['file']}") for test in report["tests"]}
        self.assertEqual(codes, {0, 1, 2, 3, 4})
        shapes = report["shapes"]
        self.assertGreater(sum(shape["tests"] > 0 for shape in shapes), 1)
        self.assertEqual(sum(shape["tests"] for shape in shapes), len(report["tests"]))
        self.assertEqual(sum(shape["new_sides"] for shape in shapes), report["sides"]["covered"])

    def replay(self, test):
        done = subprocess.run([NADIR, "replay", test], cwd=self.dir, timeout=60, text=True, stdout=subprocess.PIPE)
        return int(re.search(r"exit code (\d+)", done.stdout)[1])

    def test_not_asked_for(self):
        """What the user says, or the program does, is all there is; nadir run chooses nothing."""
        self.write("s.c", self.SOURCE)
        self.assertNotIn("shapes", self.cover("s.c", "--", "--sym-arg", "2"))
        report = self.cover("--shape", "given", "s.c")
        self.assertEqual((report["paths"], report["sides"]["covered"]), (1, 2))
        self.assertIn("1 path", self.nadir("run", "s.c"))
        self.write("g.c", GRADES.replace("main(void)", "main(int argc, char **argv)").replace("return *p", "return !argv[argc - 1]"))
        self.assertNotIn("shapes", self.cover("g.c"))
        self.write("n.c", "int main(void) { return 3; }")
        self.assertNotIn("shapes", self.cover("n.c"))

    def test_varied(self):
        """Smaller shapes of what the words say, and their words in the place of these."""
        self.write("s.c", self.SOURCE)
        report = self.cover("--shape", "vary", "s.c", "--", "--sym-args", "0", "2", "9", "--sym-stdin", "4")
        self.assertTrue(report["complete"])
        self.assertIn("--sym-args 0 2 4 --sym-stdin 2", [shape["words"] for shape in report["shapes"]])
        codes = {self.replay(f"nadir-out/{test['file']}") for test in report["tests"]}
        self.assertEqual(codes, {0, 3, 4})


class Seeds(Case):
    """Tests of one search are where another one begins."""

    def test_same_coverage(self):
        self.write("r.c", READER)
        outside = ("--", "--sym-arg", "2", "--sym-files", "1", "2", "--sym-stdin", "2")
        first = self.cover("--out", "one", "r.c", *outside)
        again = self.cover("--out", "two", "--seeds", "one", "--max-paths", "1", "r.c", *outside)
        self.assertEqual(again["sides"], first["sides"])
        self.assertEqual(again["sides_without_test"], 0)

    def test_no_folder(self):
        self.write("g.c", GRADES)
        self.nadir("cover", "--seeds", "nowhere", "g.c", code=1)


class Counts(Case):
    def test_all(self):
        report = self.cover(self.write("g.c", GRADES), code=10)
        self.assertEqual(report["sides"], {"covered": 9, "all": 11})
        self.assertEqual(report["functions"], {"covered": 3, "all": 4})
        taken = sides(report)
        self.assertGreater(taken[9, "case 9, 10"], 0)
        self.assertEqual((taken[4, "true"], taken[4, "false"]), (0, 0))
        lines = dict(map(tuple, report["files"][0]["line_counts"]))
        self.assertEqual(lines[4], 0)
        self.assertGreater(lines[22], 0)
        self.assertEqual([e["line"] for e in report["errors"]], [22])

    def test_distance(self):
        """A side of a branch that was come to is nearer than one behind it."""
        report = self.cover(self.write("d.c", """\
#include <nadir.h>
static int inner(int x) { return x == 5 ? 1 : 2; }
int main(void) {
  unsigned char x;
  nadir_symbolic(&x, 1, "x");
  if (x > 300)
    if (x == 7)
      return inner(x);
  return 0;
}
"""))
        gaps = {(b["line"], s["side"]): s["distance"] for b in report["files"][0]["branches"]
                for s in b["sides"] if not s["tests"]}
        self.assertEqual(gaps, {(6, "true"): 0, (7, "true"): 1, (7, "false"): 1,
                                (2, "true"): 3, (2, "false"): 3})
        said = self.nadir("cover", "d.c", "--native", "off").partition("nearest first:\n")[2].splitlines()
        self.assertEqual([re.match(r"  d.c:(\d+):", line).group(1) for line in said[:5]],
                         ["6", "7", "7", "2", "2"])

    def test_files(self):
        self.write("other.c", "int other(int x) { return x > 3 ? 1 : 2; }\n")
        self.write("main.c", "#include <nadir.h>\nint other(int);\nint main(void) { int x; "
                             "nadir_symbolic(&x, 4, \"x\"); if (x) return other(x); return 0; }\n")
        self.assertEqual(self.cover("main.c", "other.c")["sides"], {"covered": 4, "all": 4})
        self.assertEqual(self.cover("main.c", "other.c", "--files", "ot*.c")["sides"],
                         {"covered": 2, "all": 2})
        everything = self.cover("main.c", "other.c", "--with-libs")
        self.assertGreaterEqual(everything["sides"]["all"], 4)
        self.nadir("cover", "main.c", "other.c", "--files", "nothing", code=2)

    def test_call(self):
        """The main that nadir writes does not count."""
        self.write("f.c", "int f(int x) { return x > 3; }\nint g(int x) {\n  if (x) return 1;\n"
                          "  return f(x);\n}\n")
        report = self.cover("f.c", "--call", "g(int x)")
        self.assertEqual([f["file"] for f in report["files"]], ["f.c"])
        self.assertEqual(report["sides"], {"covered": 2, "all": 2})

    def test_memory_does_not_matter(self):
        """What is covered by paths that are put aside is shown by tests."""
        text = GRADES.replace("x / 10", "x / 10 + 0 * never(x)")
        whole = self.cover(self.write("g.c", text), code=10)
        short = self.cover("g.c", "--max-states", 1, "--search", "bfs", code=10)
        self.assertEqual(whole["sides"], short["sides"])
        self.assertEqual(short["sides_without_test"], 0)


class Tests(Case):
    def test_few(self):
        """A path for each input byte, but two tests take both sides."""
        self.write("b.c", """\
#include <nadir.h>
int main(void) {
  unsigned char a[5];
  int n = 0;
  nadir_symbolic(a, sizeof a, "a");
  for (int i = 0; i < 5; i++)
    if (a[i] == 'x') n++;
  return n;
}
""")
        report = self.cover("b.c", "--out", "few")
        self.assertEqual(report["sides"], {"covered": 4, "all": 4})
        self.assertLessEqual(len(report["tests"]), 2)
        kept = sorted(path.name for path in (self.dir / "few").glob("*.ktest"))
        self.assertEqual(kept, [t["file"] for t in report["tests"]])
        self.assertEqual(sum(t["new_sides"] for t in report["tests"]), 4)
        everything = self.cover("b.c", "--all-tests", "--out", "all")
        self.assertEqual(len(everything["tests"]), 32)
        self.assertEqual(len(list((self.dir / "all").glob("*.ktest"))), 32)

    def test_interrupt(self):
        """A search without end leaves its tests."""
        self.write("l.c", LOOP)
        child = subprocess.Popen([NADIR, "cover", "l.c", "--json", "--max-time", "100s"], cwd=self.dir,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        deadline = time.time() + 90
        while time.time() < deadline and not (self.dir / "nadir-out/run.json").exists():
            time.sleep(0.05)
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        report = json.loads(child.communicate(timeout=100)[0])
        self.assertEqual(report["limit"], "interrupt")
        self.assertGreaterEqual(report["sides"]["covered"], 3)
        self.assertGreaterEqual(len(report["tests"]), 1)
        self.assertTrue((self.dir / "nadir-out/cover.html").exists())

    def test_errors_are_confirmed(self):
        said = self.nadir("cover", self.write("g.c", GRADES), code=10)
        self.assertIn("native: confirmed (SIGSEGV)", said)
        self.assertIn("covered 9 of 11 sides", said.splitlines()[0])

    def test_exports(self):
        self.write("g.c", GRADES)
        report = self.cover("g.c", "--test-comp", "suite", "--corpus", "corpus", code=10)
        root = xml.etree.ElementTree.parse(self.dir / "suite/metadata.xml").getroot()
        self.assertEqual(root.findtext("programfile"), "g.c")
        inputs = []
        for i in range(len(report["tests"])):
            case = xml.etree.ElementTree.parse(self.dir / f"suite/testcase-{i + 1}.xml").getroot()
            inputs.append(int(case.findtext("input")))
        bytes_of = {p.name: p.read_bytes() for p in (self.dir / "corpus").iterdir()}
        self.assertEqual(inputs, [int.from_bytes(bytes_of[t["file"].split(".")[0]], "little")
                                  for t in report["tests"]])


class Files(Case):
    def test_lcov(self):
        report = self.cover(self.write("g.c", GRADES), code=10)
        text = (self.dir / "nadir-out/coverage.info").read_text()
        records = text.split("end_of_record\n")
        self.assertEqual(records.pop(), "")
        self.assertIn(f"SF:{self.dir.resolve() / 'g.c'}\n", records[0])
        taken = re.findall(r"(?m)^BRDA:\d+,\d+,\d+,(-|\d+)$", records[0])
        self.assertEqual(len(taken), report["sides"]["all"])
        self.assertEqual(sum(n not in "-0" for n in taken), report["sides"]["covered"])
        hits = re.findall(r"(?m)^DA:\d+,(\d+)$", records[0])
        self.assertEqual(len(hits), report["lines"]["all"])
        self.assertIn(f"\nLH:{sum(n != '0' for n in hits)}\n", records[0])

    def test_page(self):
        self.cover(self.write("g.c", GRADES), code=10)
        page = (self.dir / "nadir-out/cover.html").read_text()
        self.assertIn("9 of 11 (81.8 %) sides of branches covered</h1>", page)
        self.assertEqual(page.count('class="taken"'), 9 + 1)  # and one where it is explained
        self.assertEqual(page.count('class="missed" title'), 2)
        self.assertIn("&lt;nadir.h&gt;", page)
        self.assertNotIn("cover.html", self.nadir("cover", "g.c", "--native", "off", "--no-page", "--out",
                                                  "plain", code=10).splitlines()[-1])


if __name__ == "__main__":
    tap.main()
