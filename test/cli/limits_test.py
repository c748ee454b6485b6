"""What is left and said when nadir is cut short: by its limits, by a signal, by a full disk, by nobody who listens.

    limits_test.py PROGRAM

Nothing here is timed: the limits given to subprocess only keep a hang from lasting.
"""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

NADIR = str(pathlib.Path(sys.argv.pop()).resolve())
HANGS = 120

FORKS = """#include <nadir.h>
int main(void) {
  unsigned char v[64];
  unsigned n = 0;
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 64; i++)
    if (v[i] > 9) n++;
  return n == 7;
}
"""

BOMB = """#define A(x) x x x x x x x x
#define B(x) A(A(A(A(x))))
int main(void) {
  int n = 0;
  B(B(B(n++;)))
  return n;
}
"""


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        (self.dir / "forks.c").write_text(FORKS)
        (self.dir / "bomb.c").write_text(BOMB)

    def start(self, *words, **more):
        child = subprocess.Popen([NADIR, *words], cwd=self.dir, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, **more)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        return child

    def run_nadir(self, *words, **more):
        child = self.start(*words, **more)
        output, errors = child.communicate(timeout=HANGS)
        return child.returncode, output, errors


class Compiling(Case):
    """clang has the time that the user gave, and no more."""

    def test_macro_bomb(self):
        for command in ("run", "cover", "worst"):
            code, output, errors = self.run_nadir(command, "--max-time", "1s", "bomb.c")
            self.assertEqual((code, output), (1, ""), command)
            self.assertIn("time limit reached before 'bomb.c' was compiled; --max-time gives more", errors)
            self.assertFalse((self.dir / "nadir-out").exists(), command)

    def test_pipe(self):
        """Nobody writes to the pipe that is included."""
        os.mkfifo(self.dir / "pipe.h")
        (self.dir / "waits.c").write_text('#include "pipe.h"\nint main(void) { return 0; }\n')
        code, _, errors = self.run_nadir("run", "--max-time", "1s", "waits.c")
        self.assertEqual(code, 1)
        self.assertIn("before 'waits.c' was compiled", errors)

    def test_interrupted(self):
        for command in ("run", "cover", "worst"):
            os.path.exists(self.dir / "pipe.h") or os.mkfifo(self.dir / "pipe.h")
            (self.dir / "waits.c").write_text('#include "pipe.h"\nint main(void) { return 0; }\n')
            child = self.start(command, "waits.c", start_new_session=True)
            with open(self.dir / "pipe.h", "w"):  # clang has opened it: we are in the midst of compiling
                os.killpg(child.pid, signal.SIGINT)
                output, errors = child.communicate(timeout=HANGS)
            self.assertEqual(child.returncode, 1, command)
            self.assertIn("interrupted while 'waits.c' was compiled", errors)


class Closed(Case):
    """Nobody listens."""

    def test_closed(self):
        for closed in ((1,), (0, 1), (0, 1, 2), (2,)):
            for command in ("run", "worst"):
                def close(closed=closed):
                    for fd in closed:
                        os.close(fd)
                code, _, errors = self.run_nadir(command, "--max-time", "1s", "--out", "out", "forks.c",
                                                 preexec_fn=close)
                self.assertEqual(code, 11 if closed == (2,) and command == "run" else 0 if closed == (2,) else 1)
                if closed == (1,):
                    self.assertIn("cannot write standard output: Bad file descriptor", errors)

    def test_reader_leaves(self):
        (self.dir / "prints.c").write_text(
            '#include <stdio.h>\nint main(void) { for (;;) puts("again and again"); }\n')
        child = self.start("run", "--output", "prints.c", "--max-time", "60s")
        child.stdout.read(100)
        child.stdout.close()
        self.assertNotEqual(child.wait(timeout=HANGS), 0)
        child.stderr.close()


class Killed(Case):
    def test_tests_are_whole(self):
        """Whenever a run is killed, what looks like a test is one."""
        n_tests = 0
        for k in range(6):
            child = self.start("run", "--out", f"out{k}", "forks.c")
            while not list(self.dir.glob(f"out{k}/*.ktest")):
                self.assertIsNone(child.poll())
                time.sleep(0.001 * k)
            child.kill()
            child.communicate()
            for test in self.dir.glob(f"out{k}/*.ktest"):
                n_tests += 1
                self.assertEqual(test.read_bytes()[:5], b"KTEST", test)
            self.assertEqual(json.loads((self.dir / f"out{k}/run.json").read_text())["limit"], "unfinished")
        self.assertGreater(n_tests, 5)

    def test_worst(self):
        (self.dir / "f.c").write_text(
            "int f(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] > s; return s; }\n")
        child = self.start("worst", "--size", "60", "--max-time", "100s", "--call", "f(int a[N], N)", "f.c")
        while not list(self.dir.glob("nadir-out*/worst.json")):
            self.assertIsNone(child.poll())
            time.sleep(0.01)
        child.kill()
        child.communicate()
        found = next(self.dir.glob("nadir-out*/worst.json"))
        self.assertEqual(json.loads(found.read_text())["limit"], "unfinished")
        code, output, _ = self.run_nadir("worst", "--size", "4", "--call", "f(int a[N], N)", "--json", "f.c")
        self.assertEqual(code, 0)
        self.assertIsNone(json.loads(output)["limit"])


class Folders(Case):
    def test_together(self):
        """Runs that begin at the same moment have a folder each."""
        for k in range(3):
            children = [self.start("run", "--out", f"out{k}", "--max-paths", "5", "--native", "off", "forks.c")
                        for _ in range(4)]
            for child in children:
                child.communicate(timeout=HANGS)
            self.assertEqual(len([f for f in self.dir.glob(f"out{k}*") if not f.is_symlink()]), 4)
        (self.dir / "empty").mkdir()
        self.run_nadir("run", "--out", "empty", "--max-paths", "5", "forks.c")
        self.assertTrue((self.dir / "empty/run.json").exists())

    def test_full(self):
        """No file has room for more than some bytes: the result is printed, and the error told."""
        def no_room():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        for command, line in (("run", "5 finished"), ("cover", "covered "), ("worst", "best found")):
            code, output, errors = self.run_nadir(command, "--max-paths", "5", "--native", "off", "forks.c",
                                                  preexec_fn=no_room) if command != "worst" else \
                self.run_nadir(command, "--size", "2", "--max-paths", "5", "--no-verify", "forks.c",
                               preexec_fn=no_room)
            self.assertIn(line, output, command)
            self.assertRegex(errors, "cannot write|could not be written", command)
            self.assertEqual(code, 1, command)

    def test_deep(self):
        """A native run leaves 3,000 folders in each other, and then nothing of them."""
        (self.dir / "tmp").mkdir()
        (self.dir / "deep.c").write_text("""#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int n, char **words) {
  if (n < 2 || words[1][0] != 'x') return 0;
  for (int i = 0; i < 3000; i++)
    if (mkdir("d", 0700) || chdir("d")) return 1;
  abort();
}
""")
        self.run_nadir("run", "--max-paths", "100", "deep.c", "--", "--sym-arg", "1",
                       env=dict(os.environ, TMPDIR=str(self.dir / "tmp")))
        self.assertEqual(os.listdir(self.dir / "tmp"), [])


class Long(Case):
    SOURCE = """#include <nadir.h>
int main(void) {
  volatile unsigned long n = 0;
  unsigned char v[8];
  nadir_symbolic(v, sizeof v, "v");
  while (n < 2500000) n++;
  for (int i = 0; i < 4; i++)
    if (v[i] > 7) n++;
  for (;;) n += 2;
}
"""

    def test_one_for_a_place(self):
        """Sixteen paths are given up at the same place after many instructions: one test, and none if only errors are
        wanted."""
        (self.dir / "long.c").write_text(self.SOURCE)
        for words, n_tests in (((), 1), (("--only-errors",), 0)):
            _, output, _ = self.run_nadir("run", "--set", "explore.max-path-instructions=20000000", "--search", "bfs", "--json",
                                          *words, "--out", f"out{n_tests}", "long.c")
            told = json.loads(output)
            self.assertEqual([w["kind"] for w in told["warnings"]], ["long"])
            self.assertEqual(told["warnings"][0]["paths"], 16)
            self.assertEqual(len(list(self.dir.glob(f"out{n_tests}/*.ktest"))), n_tests)


class Zeros(Case):
    def test_never_ends(self):
        """On zeros the program never ends; on others there is a worst case."""
        (self.dir / "zeros.c").write_text("""#include <nadir.h>
int main(void) {
  unsigned x, n = nadir_size(), s = 1;
  nadir_symbolic(&x, sizeof x, "x");
  while (!x) s = s * 5 + 1;
  for (unsigned i = 0; i < n; i++) s += x > i;
  return (int)s;
}
""")
        code, output, _ = self.run_nadir("worst", "--size", "5", "--max-time", "4s", "--json", "--no-verify",
                                         "--exit-zero", "zeros.c")
        self.assertEqual(code, 0)
        self.assertIsNotNone(json.loads(output)["sizes"][0]["cost"])


if __name__ == "__main__":
    tap.main()
