"""The replay library: programs of every dialect take a test's inputs in order and end as they should.

    replay_test.py LIBRARY
"""

import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap
from ktest import i32, ktest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INCLUDE = ROOT / "runtime/include"
LIBRARY = sys.argv.pop()
NO_TEST, NO_MORE, MISMATCH, ASSUMPTION, ERROR = range(94, 99)


class Replay(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def build(self, source):
        path = self.folder / "program.c"
        path.write_text(source)
        subprocess.run(["clang-19", "-w", "-g", "-I", INCLUDE, path, LIBRARY, "-o",
                        self.folder / "program"], check=True)

    def replay(self, test=None, variable="NADIR_TEST", **environment):
        """(exit code, standard output, standard error)"""
        env = {"PATH": os.environ["PATH"], **environment}
        if test is not None:
            (self.folder / "test.ktest").write_bytes(test)
            env[variable] = str(self.folder / "test.ktest")
        run = subprocess.run([self.folder / "program"], env=env, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, timeout=60, pass_fds=[1])
        return run.returncode, run.stdout, run.stderr

    def test_nadir(self):
        self.build("""
            #include <nadir.h>
            #include <stdio.h>
            int main(void) {
              int a[2]; char c;
              nadir_symbolic(a, sizeof a, "a");
              nadir_symbolic(&c, 1, "c");
              nadir_assume(a[0] & 0x100000000l | a[1] > 0);
              for (size_t i = 0; i < nadir_size(); i++) { nadir_cost(10); nadir_target(); }
              printf("%d %d %c %d", a[0], a[1], c, nadir_is_symbolic(a[0]));
              return 7;
            }""")
        good = ktest(("a", i32(-5) + i32(6)), ("c", b"x"), args=["p", "--size=3"])
        self.assertEqual(self.replay(good), (7, "-5 6 x 0", ""))
        self.assertEqual(self.replay(good, "KTEST_FILE"), (7, "-5 6 x 0", ""))
        code, out, _ = self.replay(good, NADIR_REPLAY_REPORT="1", NADIR_SIZE="4")
        self.assertEqual(code, 7)
        self.assertIn("cost 40 target 4 objects 2 2 ", out)
        two_words = ktest(("a", i32(-5) + i32(6)), ("c", b"x"), args=["p", "--size", "2"])
        self.assertIn("cost 20 ", self.replay(two_words, NADIR_REPLAY_REPORT="1")[1])

        def fails(code, say, *objects):
            got = self.replay(ktest(*objects))
            self.assertEqual(got[0], code, got)
            self.assertIn(say, got[2])
        fails(ASSUMPTION, "assumption", ("a", i32(1) + i32(0)), ("c", b"x"))
        fails(NO_MORE, "'c'", ("a", i32(1) + i32(1)))
        fails(MISMATCH, "8 bytes 'a'", ("a", i32(1)))
        fails(MISMATCH, "input 2 of the test is 1 bytes 'b'", ("a", i32(1) + i32(1)), ("b", b"x"))
        fails(NO_TEST, "NADIR_SIZE", ("a", i32(1) + i32(1)), ("c", b"x"))

    def test_bad_tests(self):
        self.build('#include <nadir.h>\nint main(void) { int x; nadir_symbolic(&x, 4, "x"); }')
        whole = ktest(("x", i32(1)))
        self.assertEqual(self.replay(whole)[0], 0)
        for n in range(len(whole)):
            self.assertEqual(self.replay(whole[:n])[0], NO_TEST, n)
        self.assertEqual(self.replay(b"hello, this is no test")[0], NO_TEST)
        self.assertEqual(self.replay()[0], NO_TEST)
        self.assertEqual(self.replay(NADIR_TEST="/nowhere")[0], NO_TEST)

    def test_klee(self):
        self.build("""
            #include <klee/klee.h>
            #include <stdio.h>
            int main(void) {
              int a, b, c, one, d;
              klee_make_symbolic(&a, sizeof a, "a");
              klee_make_symbolic(&b, sizeof b, "a");
              c = klee_int("c");
              one = klee_range(4, 5, "one");
              d = klee_range(0, 10, "d");
              klee_prefer_cex(&a, a > 0);
              printf("%d %d %d %d %d %ld", a, b, c, one, d, (long)klee_choose(3));
              if (a == 1) klee_silent_exit(3);
              if (a == 2) klee_report_error("f.c", 12, "text", "suffix");
              if (a == 3) klee_abort();
              klee_assert(a != 4);
            }""")

        def run(a, d=9, choice=2, one=()):
            got = self.replay(ktest(("a", i32(a)), ("a_1", i32(8)), ("c", i32(7)), *one,
                                    ("d", i32(d)), ("klee_choose", struct.pack("<Q", choice))))
            return got[0], got[1]
        self.assertEqual(run(0), (0, "0 8 7 4 9 2"))
        self.assertEqual(run(0, one=[("one", i32(4))]), (0, "0 8 7 4 9 2"))
        self.assertEqual(run(1), (3, "1 8 7 4 9 2"))
        self.assertEqual(run(2), (ERROR, "2 8 7 4 9 2"))
        self.assertEqual(run(3)[0], -signal.SIGABRT)
        self.assertEqual(run(4)[0], -signal.SIGABRT)
        self.assertEqual(run(0, d=10)[0], ASSUMPTION)
        self.assertEqual(run(0, choice=3)[0], ASSUMPTION)

    def test_verifier(self):
        self.build("""
            #include <stdio.h>
            extern int __VERIFIER_nondet_int(void);
            extern _Bool __VERIFIER_nondet_bool(void);
            extern double __VERIFIER_nondet_double(void);
            extern void __VERIFIER_assume(int);
            extern void reach_error(void);
            void __VERIFIER_assert(int c) { if (!c) reach_error(); }
            int main(void) {
              int x = __VERIFIER_nondet_int();
              __VERIFIER_assume(x > 0);
              printf("%d %d %g", x, __VERIFIER_nondet_bool(), __VERIFIER_nondet_double());
              __VERIFIER_assert(x < 10);
            }""")
        rest = ("some name", b"\2"), ("", struct.pack("<d", 2.5))
        self.assertEqual(self.replay(ktest(("n", i32(5)), *rest)), (0, "5 1 2.5", ""))
        self.assertEqual(self.replay(ktest(("n", i32(10)), *rest))[0], ERROR)
        self.assertEqual(self.replay(ktest(("n", i32(0)), *rest))[0], ASSUMPTION)
        self.assertEqual(self.replay(ktest(("n", b"12345"), *rest))[0], MISMATCH)

    def test_fuzzer(self):
        self.build("""
            #include <stdint.h>
            #include <stdio.h>
            int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
              printf("%zu:", n);
              for (size_t i = 0; i < n; i++) printf("%02x", data[i]);
              return 0;
            }""")
        self.assertEqual(self.replay(ktest(("data", b"\1\xff"))), (0, "2:01ff", ""))
        self.assertEqual(self.replay(ktest(("data", b""))), (0, "0:", ""))
        self.assertEqual(self.replay(ktest())[0], NO_MORE)

    def test_cplusplus(self):
        """The headers are for C++, too."""
        path = self.folder / "program.cpp"
        path.write_text("#include <nadir.h>\n#include <klee/klee.h>\n#include <nadir/replay.h>\n"
                        "#include <stdnoreturn.h>\n"
                        'int main() { int x = klee_int("x"); nadir_assume(x); klee_assert(x); }\n')
        subprocess.run(["clang-19", "-Wall", "-Wextra", "-Werror", "-x", "c++", "-fsyntax-only",
                        "-I", INCLUDE, path], check=True)
        for order in (["stdnoreturn.h", "klee/klee.h", "nadir.h"], ["assert.h", "klee/klee.h"]):
            (self.folder / "p.c").write_text("".join(f"#include <{h}>\n" for h in order))
            subprocess.run(["clang-19", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I",
                            INCLUDE, self.folder / "p.c"], check=True)


class Dialects(unittest.TestCase):
    """What the machine does itself, the replay library does, too."""

    def test_names(self):
        builtins = ROOT / "src/code/builtins.def"
        if not builtins.exists():
            self.skipTest("the machine is not there yet")
        wanted = set(re.findall(r'BUILTIN\([^"]*"((?:nadir|klee|__VERIFIER)_\w+|reach_error)"',
                                builtins.read_text()))
        headers = "".join(path.read_text() for path in INCLUDE.rglob("*.h"))
        wanted = {name for name in wanted if not name.startswith("nadir_") or f"{name}(" in headers}
        self.assertGreater(len(wanted), 60)
        names = subprocess.run(["nm", "--defined-only", "-P", LIBRARY], check=True,
                               stdout=subprocess.PIPE, text=True).stdout
        have = {line.split()[0] for line in names.splitlines() if " " in line}
        self.assertEqual(wanted - have, set())


if __name__ == "__main__":
    tap.main()
