"""nadir replay: what a test does natively is said in one line.

    replay_test.py PROGRAM
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap
from ktest import i32, ktest

NADIR = pathlib.Path(sys.argv.pop()).resolve()

# Not every machine counts instructions.
COUNT = r"(?:, [1-9][\d,]* instructions)?"

PROGRAM = """
#include <assert.h>
#include <nadir.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int x;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(x >= 0);
  fprintf(stdout, "out %d %d\\n", argc, x);
  fprintf(stderr, "err\\n");
  if (x == 1) exit(42);
  assert(x != 2);
  if (x == 3) *(volatile int *)0 = 1;
  if (x == 4) { if (!fork()) for (;;) sleep(100); for (;;) sleep(100); }
  if (x == 5) nadir_stop("f.c", 7, "went wrong");
  if (x == 6) { nadir_cost(5); nadir_target(); nadir_cost(nadir_size()); }
  if (x == 8) nadir_cost(52746);
  if (x == 7) for (int i = 0; i < 300000; i++) fputs("noise ", stderr);
  return 0;
}
"""


class Replay(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.source = self.folder / "program.c"
        self.source.write_text(PROGRAM)

    BOUNDS = """
#include <nadir.h>
#include <stdlib.h>
int main(void) {
  unsigned char i;
  nadir_symbolic(&i, 1, "i");
  if (i == 10) abort();
  char *p = malloc(8);
  nadir_assume(i <= 10);
  return p[i];
}
"""

    def test_sanitizers(self):
        """Chosen where an error was confirmed with them, and where they are asked for."""
        self.source.write_text(self.BOUNDS)
        done = subprocess.run([NADIR, "run", "program.c"], stdout=subprocess.PIPE, text=True,
                              cwd=self.folder)
        tests = {kind: test for kind, test in re.findall(
            r"(?m)^program.c:\d+: ([\w-]+):(?:.*\n)*?  nadir replay (.*)$", done.stdout)}
        self.assertEqual(set(tests), {"abort", "read-bounds"}, done.stdout)
        self.assertIn("AddressSanitizer: heap-buffer-overflow at program.c:10",
                      self.replay(tests["read-bounds"])[1])
        self.assertNotIn("Sanitizer", self.replay(tests["read-bounds"], "--no-sanitize")[1])
        self.assertIn("killed by signal 6", self.replay(tests["abort"])[1])
        test = self.write_test(("i", b"\x09"))
        self.assertNotIn("Sanitizer", self.replay(test, "--program", self.source)[1])
        self.assertIn("Sanitizer", self.replay(test, "--program", self.source, "--sanitize")[1])
        both = self.replay(*tests.values())[1]
        self.assertIn("AddressSanitizer", both)
        self.assertIn("killed by signal 6", both)

    def write_test(self, *objects, name="t.ktest", folder=None):
        path = (folder or self.folder) / name
        path.write_bytes(ktest(*objects))
        return path

    def replay(self, *words):
        """(exit code, standard output, standard error)"""
        run = subprocess.run([NADIR, "replay", *map(str, words)], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, timeout=60, cwd=self.folder,
                             env={**os.environ, "TMPDIR": str(self.folder)})
        return run.returncode, run.stdout, run.stderr

    def says(self, x, *words):
        test = self.write_test(("x", i32(x)))
        code, out, err = self.replay(test, "--program", self.source, *words)
        self.assertEqual((code, err), (0, ""))
        said = re.fullmatch(rf"{test}: (.*), \d+\.\d+ s{COUNT}(.*)\n", out)
        self.assertTrue(said, out)
        return said[1] + said[2]

    def test_ends(self):
        self.assertEqual(self.says(0), "exit code 0")
        self.assertEqual(self.says(1), "exit code 42")
        self.assertRegex(self.says(2), r"^assertion failed: .*program.c:14: .*: Assertion `x != 2'")
        self.assertEqual(self.says(3), "killed by signal 11 (Segmentation fault)")
        self.assertEqual(self.says(4, "--timeout", "200ms"), "did not end")
        self.assertEqual(self.says(5), "f.c:7: went wrong")
        self.assertEqual(self.says(6, "--size", "20"), "exit code 0, cost 25, target 1")
        self.assertEqual(self.says(8), "exit code 0, cost 52,746")
        self.assertEqual(self.says(7), "exit code 0")

    def test_nothing_is_left(self):
        self.says(0)
        self.assertEqual(list(self.folder.glob("nadir-*")), [])

    def test_output(self):
        test = self.write_test(("x", i32(0)))
        code, out, err = self.replay(test, "--program", self.source, "--output")
        self.assertEqual((code, err), (0, "err\n"))
        self.assertTrue(out.startswith("out 1 0\n" + str(test)), out)

    def test_run_file(self):
        run = self.folder / "out"
        run.mkdir()
        program = {"folder": str(self.folder), "files": ["program.c"], "flags": ["-DNDEBUG"],
                   "size": 7, "arguments": ["one", "two"]}
        (run / "run.json").write_text(json.dumps({"program": program}))
        tests = [self.write_test(("x", i32(x)), name=f"{x}.ktest", folder=run) for x in (2, 6)]
        code, out, err = self.replay(*tests, "--output")
        self.assertEqual((code, err), (0, "err\nerr\n"))
        self.assertRegex(out, rf"^out 3 2\n\S*2.ktest: exit code 0, \S+ s{COUNT}\n"
                              rf"out 3 6\n\S*6.ktest: exit code 0, \S+ s{COUNT}, cost 12, target 1\n$")

    def test_worst_file(self):
        """Each test of a search for worst cases has a size of its own."""
        run = self.folder / "out"
        run.mkdir()
        program = {"folder": str(self.folder), "files": ["program.c"]}
        sizes = [{"size": n, "cost": n, "test": f"worst-{n}.ktest"} for n in (3, 10)]
        worst = {"program": program, "sizes": [{"size": 1, "cost": None}, *sizes]}
        (run / "worst.json").write_text(json.dumps(worst))
        tests = [self.write_test(("x", i32(6)), name=f"worst-{n}.ktest", folder=run)
                 for n in (10, 3)]
        code, out, err = self.replay(*tests)
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, rf"^\S*10.ktest: exit code 0, \S+ s{COUNT}, cost 15, target 1\n"
                              rf"\S*3.ktest: exit code 0, \S+ s{COUNT}, cost 8, target 1\n$")
        code, out, err = self.replay(*tests, "--size", "20")
        self.assertEqual(out.count("cost 25"), 2)
        other = self.write_test(("x", i32(6)), name="other.ktest", folder=run)
        self.assertIn("set NADIR_SIZE", self.fails("does not fit", tests[0], other))

    def test_worst_with_environment(self):
        """A search's recipe has what the program found around it: files, variables, standard input."""
        source = self.folder / "e.c"
        source.write_text("#include <stdlib.h>\n#include <string.h>\n#include <nadir.h>\n"
                          "int main(void) { int n = 0, x; nadir_symbolic(&x, sizeof x, \"x\"); char *e = getenv(\"MODE\");"
                          " if (!e || strcmp(e, \"fast\")) return 9;"
                          " for (int i = 0; i < 20; i++) n += x >> i & 1; return n == 20; }")
        run = subprocess.run([NADIR, "worst", "e.c", "--env", "MODE=fast", "--size", "1", "--out", "w",
                              "--max-time", "10s"], cwd=self.folder, stdout=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stdout)
        code, out, err = self.replay(self.folder / "w/worst-1.ktest")
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, "exit code [01],")

    def fails(self, pattern, *words):
        code, out, err = self.replay(*words)
        self.assertEqual(code, 1)
        self.assertRegex(err, pattern)
        return out

    def test_wrong_tests(self):
        program = "--program", self.source
        out = self.fails("does not fit", self.write_test(("y", i32(0))), *program)
        self.assertIn("the program wants 4 bytes 'x'", out)
        out = self.fails("does not fit", self.write_test(), *program)
        self.assertIn("wants one more", out)
        out = self.fails("does not fit", self.write_test(("x", i32(-1))), *program)
        self.assertIn("assumption", out)
        self.source.write_text("syntax error")
        self.fails("does not compile", self.write_test(), *program)
        (self.folder / "t.ktest").write_text("hello")
        self.fails("is no test", self.folder / "t.ktest", *program)

    def test_missing_files(self):
        test = self.write_test(("x", i32(0)))
        self.fails("run.json", test)
        self.fails("nowhere.c", test, "--program", "nowhere.c")
        self.fails("nowhere.ktest", "nowhere.ktest")


if __name__ == "__main__":
    tap.main()
