"""Tests as people have them: nadir show, nadir replay of what other tools wrote.

    tests_test.py PROGRAM
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap
from ktest import i32, ktest, read_ktest

NADIR = pathlib.Path(sys.argv.pop()).resolve()

# Says what it was given, and when that is "ab" on standard input, fails.
READER = """
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  char s[100], f[100];
  size_t n = fread(s, 1, sizeof s, stdin), m = 0;
  FILE *file = fopen("A", "r");
  if (file) m = fread(f, 1, sizeof f, file);
  printf("args");
  for (int i = 1; i < argc; i++) printf(" <%s>", argv[i]);
  printf(" stdin %zu A %zu\\n", n, m);
  fflush(stdout);
  if (n >= 2 && s[0] == 'a' && s[1] == 'b') abort();
  return 0;
}
"""

FUZZED = """
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  if (n == 3 && data[0] == 'x' && data[2] == 0xff) abort();
  return 0;
}
"""

TYPED = """
#include <nadir.h>
struct point { int x; unsigned char name[3]; };
int main(void) {
  struct point p;
  short s[2];
  nadir_symbolic(&p, sizeof p, "p");
  nadir_symbolic(s, sizeof s, "s");
  if (p.x == 7 && s[1] == -2) return 1;
  return 0;
}
"""


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def nadir(self, *words, code=0):
        """(standard output, standard error)"""
        done = subprocess.run([NADIR, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              cwd=self.folder, timeout=100)
        self.assertEqual(done.returncode, code, done)
        return done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


class Show(Case):
    def test_types(self):
        """Of a run: types come from the program; without the record they are guessed."""
        self.write("t.c", TYPED)
        self.nadir("run", "t.c")
        tests = sorted((self.folder / "nadir-out").glob("*.ktest"))
        shown = [self.nadir("show", t)[0] for t in tests]
        seven = next(s for s in shown if "x: 7" in s and "s[2] = 0 -2" in s)
        self.assertIn("p = {x: 7, name: ", seven)
        self.assertIn("(8 bytes)", seven)
        self.assertIn("replay  ", seven)
        (self.folder / "nadir-out/run.json").unlink()
        guessed = self.nadir("show", tests[0])[0]
        self.assertNotIn("x: ", guessed)
        self.assertIn("--program PROGRAM", guessed)

    def test_program_is_gone(self):
        self.write("t.c", TYPED)
        self.nadir("run", "t.c")
        (self.folder / "t.c").unlink()
        out, err = self.nadir("show", "nadir-out/test000001.ktest")
        self.assertIn("guessed", err)
        self.assertIn("p", out)

    def test_shell(self):
        """The commands that it prints do what the replay does."""
        self.write("r.c", READER)
        self.nadir("run", "r.c", "--", "-v", "--sym-arg", "2", "--sym-files", "1", "2", "--sym-stdin", "3", code=10)
        test = next((self.folder / "nadir-out").glob("*.abort.err")).name.split(".")[0]
        out = self.nadir("show", f"nadir-out/{test}.ktest")[0]
        commands = out.split("natively, in an empty folder\n")[1].split("replay  ")[0]
        with tempfile.TemporaryDirectory() as empty:
            done = subprocess.run(["bash", "-c", commands], cwd=empty, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 128 + 6, (commands, done))
        self.assertRegex(done.stdout, r"^args <-v> <.*> stdin 3 A 2\n$")

    def test_raw(self):
        self.write("t.ktest", ktest(("x", i32(5)), ("bin", b"\x00\xff\n")))
        done = subprocess.run([NADIR, "show", "t.ktest", "--raw", "bin"], cwd=self.folder, stdout=subprocess.PIPE)
        self.assertEqual(done.stdout, b"\x00\xff\n")
        self.assertIn("it has 'x', 'bin'", self.nadir("show", "t.ktest", "--raw", "y", code=1)[1])
        self.nadir("show", "t.ktest", "t.ktest", "--raw", "x", code=2)

    def test_forms(self):
        self.write("a.xml", '<?xml version="1.0"?>\n<testcase>\n <input type="unsigned char">65</input>\n'
                            ' <input>-3</input><input type="double"> 1.5 </input><input type="char">\'\\n\'</input>'
                            '</testcase>\n')
        out = self.nadir("show", "a.xml")[0]
        for line in ("Test-Comp", "uchar@1 = 65", "int@2 = -3", "double@3 = 1.5", "char@4 = '\\n'"):
            self.assertIn(line, out)
        self.write("raw", b"A" * 16 * 20)
        out = self.nadir("show", "raw")[0]
        self.assertIn("320 bytes", out)
        self.assertIn("    *\n", out)
        self.assertIn("64 more bytes", out)
        self.assertNotIn("more bytes", self.nadir("show", "raw", "--all")[0])
        self.write("empty", b"")
        self.assertIn("of 0 bytes", self.nadir("show", "empty")[0])
        self.write("none.ktest", ktest())
        self.assertIn("it has no inputs", self.nadir("show", "none.ktest")[0])

    def test_bad(self):
        self.write("cut.ktest", ktest(("x", b"abc"))[:-1])
        self.assertIn("cut.ktest", self.nadir("show", "cut.ktest", code=1)[1])
        self.write("a.xml", "<testcase>\n<input>1</input>\n<input>one</input></testcase>")
        self.assertIn("a.xml:3:", self.nadir("show", "a.xml", code=1)[1])
        self.write("b.xml", '<testcase><input type="struct s">1</input></testcase>')
        self.assertIn("b.xml:1:", self.nadir("show", "b.xml", code=1)[1])
        self.assertIn("nowhere", self.nadir("show", "nowhere", code=1)[1])


class Replay(Case):
    def test_raw_stdin(self):
        self.write("r.c", READER)
        self.write("bad", b"abc")
        self.write("good", b"a")
        out = self.nadir("replay", "bad", "good", "--program", "r.c", "--output")[0]
        self.assertRegex(out, r"args stdin 3 A 0\nbad: killed by signal 6.*\nargs stdin 1 A 0\ngood: exit code 0")

    def test_raw_fuzz_target(self):
        self.write("f.c", FUZZED)
        self.write("bad", b"x\x00\xff")
        self.write("empty", b"")
        out = self.nadir("replay", "bad", "empty", "--program", "f.c")[0]
        self.assertRegex(out, r"bad: killed by signal 6.*\nempty: exit code 0")

    def test_nothing_is_dropped(self):
        """--program gets what is in the test: by the record beside it, KLEE's command line, the inputs' names."""
        self.write("r.c", READER)
        self.nadir("cc", "r.c", "-o", "r")
        self.nadir("run", "r", "--", "-v", "--sym-arg", "2", "--sym-stdin", "3", code=10)
        test = next((self.folder / "nadir-out").glob("*.abort.err")).name.split(".")[0]
        said = r"^args <-v> <.*> stdin 3 A 0\n.*killed by signal 6"
        self.assertRegex(self.nadir("replay", f"nadir-out/{test}.ktest", "--program", "./r", "--output")[0], said)
        self.write("lone.ktest", (self.folder / f"nadir-out/{test}.ktest").read_bytes())
        self.assertRegex(self.nadir("replay", "lone.ktest", "--program", "./r", "--output")[0], said)
        klee = ktest(("n_args", i32(1)), ("arg00", b"-x\0"), ("n_args", i32(1)), ("arg01", b"-y\0"),
                     ("A_data", b"12"), ("model_version", i32(1)),
                     args=("r.bc", "--sym-args", "0", "1", "2", "end", "--sym-args", "0", "1", "2", "--sym-files", "1", "2"))
        self.write("klee.ktest", klee)
        self.assertRegex(self.nadir("replay", "klee.ktest", "--program", "./r", "--output")[0],
                         r"^args <-x> <end> <-y> stdin 0 A 2\n")
        self.write("names.ktest", ktest(("arg00", b"-x\0"), ("stdin", b"ab"), args=("r",)))
        self.assertRegex(self.nadir("replay", "names.ktest", "--program", "r.c", "--output")[0],
                         r"^args <-x> stdin 2 A 0\n.*killed by signal 6")

    def test_xml(self):
        self.write("v.c", "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n"
                          "extern unsigned char __VERIFIER_nondet_uchar(void);\n"
                          "int main(void) { if (__VERIFIER_nondet_int() == -3 && __VERIFIER_nondet_uchar() == 65) exit(4); }\n")
        self.write("a.xml", '<testcase><input>-3</input><input type="unsigned char">0x41</input></testcase>')
        self.assertIn("exit code 4", self.nadir("replay", "a.xml", "--program", "v.c")[0])

    def test_no_program(self):
        self.write("raw", b"a")
        self.assertIn("--program names one", self.nadir("replay", "raw", code=1)[1])


class Corpora(Case):
    """Inputs that other tools found, and inputs for other tools."""

    MAGIC = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  unsigned long h = 5381;
  if (n != 8) return 0;
  for (int i = 0; i < 7; i++) h = h * 33 * (h >> 5 | 1) + data[i];
  if (h == MAGIC) abort();
  return 0;
}
"""

    def setUp(self):
        super().setUp()
        h = 5381
        for c in b"correct":
            h = (h * 33 * (h >> 5 | 1) + c) % 2**64
        self.write("f.c", self.MAGIC.replace("MAGIC", f"{h}ul"))
        self.words = "f.c", "--max-paths", "1", "--solver-timeout", "20ms"

    def found(self, folder, *words):
        """What is said of the seeds; whether one of them made the target fail, which no solver can in this time."""
        out = subprocess.run([NADIR, "run", *self.words, "--seeds", folder, *words], cwd=self.folder,
                             stdout=subprocess.PIPE, text=True, timeout=60).stdout
        seeds = next(line for line in out.splitlines() if line.startswith("seeds: "))
        return seeds, "abort" in out, out

    def test_raw(self):
        self.write("c/a", b"correct!")
        self.write("c/b", b"corr")
        self.write("c/long", b"correct! and more")
        self.write("c/.hidden", b"x")
        self.write("c/README.txt", b"x")
        seeds, fails, _ = self.found("c")
        self.assertEqual(seeds, "seeds: 3 of 3 in 'c' used, 1 of them cut to the size of the input, "
                                "1 of them filled up to it (the longest has 17 bytes)")
        self.assertTrue(fails)

    def test_afl(self):
        self.write("out/default/queue/id:000000,orig:a", b"correct!")
        self.write("out/default/queue/.state/x", b"")
        self.write("out/default/fuzzer_stats", b"")
        seeds, fails, _ = self.found("out")
        self.assertTrue(fails and seeds.startswith("seeds: 1 of 1 "), seeds)

    def test_tests(self):
        """A folder of tests has other files, too; what is damaged or about something else is refused."""
        self.write("t/a.ktest", ktest(("data", b"correct!")))
        self.write("t/b.ktest", b"KTEST")
        self.write("t/c.ktest", ktest(("other", b"x")))
        self.write("t/run.json", b"{}")
        seeds, fails, out = self.found("t")
        self.assertTrue(fails and seeds == "seeds: 1 of 3 in 't' used", seeds)
        self.assertRegex(out, r"(?m)^  refused: b.ktest: .*is no test")
        self.assertIn("  refused: c.ktest: the program asks for none of its inputs\n", out)

    def test_empty(self):
        (self.folder / "e").mkdir()
        self.assertEqual(self.found("e")[0], "seeds: 'e' has no tests")
        self.assertIn("'nowhere'", self.nadir("run", "f.c", "--seeds", "nowhere", code=1)[1])

    def test_json(self):
        self.write("c/long", b"correct! and more")
        self.nadir("run", *self.words, "--seeds", "c", "--out", "o", code=10)
        seeds = json.loads((self.folder / "o/run.json").read_text())["seeds"]
        self.assertEqual(seeds, {"folder": "c", "files": 1, "used": 1, "cut": 1, "filled": 0, "longest": 17,
                                 "refused": []})

    def test_klee_groups(self):
        """Both n_args of two --sym-args are used."""
        self.write("r.c", """
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  unsigned long h = 5381;
  if (argc != 3) return 0;
  for (int k = 1; k < 3; k++)
    for (const char *s = argv[k]; *s; s++) h = h * 33 * (h >> 5 | 1) + *s;
  if (h == MAGIC) abort();
  return 0;
}""".replace("MAGIC", f"{self.hash(b'correcthorse')}ul"))
        self.write("t/a.ktest", ktest(("n_args", i32(1)), ("arg00", b"correct\0"), ("n_args", i32(1)), ("arg01", b"horse\0\0\0")))
        out = self.nadir("run", "r.c", "--max-paths", "1", "--solver-timeout", "20ms", "--seeds", "t", "--", "--sym-args", "0", "1", "7",
                         "--sym-args", "0", "1", "7", code=10)[0]
        self.assertIn("abort", out)

    @staticmethod
    def hash(text):
        h = 5381
        for c in text:
            h = (h * 33 * (h >> 5 | 1) + c) % 2**64
        return h

    def test_worst(self):
        """Given inputs are extended and cut to every size."""
        self.write("w.c", """
int work(const unsigned char *s, int n) {
  unsigned long h = 5381;
  for (int i = 0; i < 7 && i < n; i++) h = h * 33 * (h >> 5 | 1) + s[i];
  int sum = 0;
  if (h == MAGIC) for (int i = 0; i < 1000 * n; i++) sum += i;
  return sum;
}""".replace("MAGIC", f"{self.hash(b'correct')}ul"))
        words = ("worst", "w.c", "--call", "work(unsigned char s[N], N)", "--strategy", "ga", "--size", "7,12",
                 "--max-paths", "200", "--no-verify", "--no-report")
        self.write("c/one", b"correct!!")
        out = self.nadir(*words, "--seeds", "c")[0]
        self.assertIn("seeds: 1 of 1 in 'c' used, 1 of them filled up to it\n", out)
        cost = lambda text: int(text.split("at least ")[1].split(" ")[0].replace(",", ""))
        self.assertGreater(cost(out), 12000)
        self.assertLess(cost(self.nadir(*words)[0]), 12000)
        self.assertIn("strategy wise does not use it", self.nadir(
            *words[:4], "--strategy", "wise", "--seeds", "c", code=2)[1])

    def test_dictionary(self):
        """A word that no search would guess, and that is nowhere in the program as such."""
        self.write("d.c", """
int work(const char *s) {
  unsigned long h = 5381;
  for (int i = 0; i < 7 && s[i]; i++) h = h * 33 * (h >> 5 | 1) + s[i];
  int sum = 0;
  if (h == MAGIC) for (int i = 0; i < 100000; i++) sum += i;
  return sum;
}""".replace("MAGIC", f"{self.hash(b'corr' + bytes([34, 92, 7]))}ul"))
        self.write("words.dict", '# a comment\n\n"unused"\nname@2="corr\\"\\\\\\x07"\n')
        words = ("worst", "d.c", "--call", "work(char s[N] string)", "--strategy", "ga", "--size", "7",
                 "--max-paths", "3000", "--no-verify", "--no-report")
        cost = lambda text: int(text.split("at least ")[1].split(" ")[0].replace(",", ""))
        self.assertGreater(cost(self.nadir(*words, "-x", "words.dict")[0]), 100000)
        self.assertLess(cost(self.nadir(*words)[0]), 100000)
        for bad in ('"open', 'word', '"a" b', '"\\q"', 'name "a"'):
            self.write("bad.dict", f'"good"\n{bad}\n')
            self.assertIn("bad.dict:2: ", self.nadir(*words, "-x", "bad.dict", code=1)[1], bad)
            self.assertIn("bad.dict:2: ", self.nadir("cover", "f.c", "-x", "bad.dict", code=1)[1], bad)

    def test_corpus_of_one_input(self):
        """It has the files that replay and --seeds take."""
        out = self.nadir("run", "f.c", "--max-paths", "9", "--solver-timeout", "20ms", "--size", "8", "--corpus", "c", code=11)[0]
        self.assertRegex(out, r"(?m)^corpus: \d+ inputs? in c")
        files = sorted((self.folder / "c").iterdir())
        self.assertTrue(files and all(f.stat().st_size == 8 for f in files))
        self.assertIn("exit code 0", self.nadir("replay", files[0], "--program", "f.c")[0])

    def test_corpus_of_several(self):
        """A folder for each input; only what somebody chose, and names that begin with 'unset' are names."""
        self.write("u.c", "#include <nadir.h>\nint main(void) { int unset_n; char s[3]; int x;\n"
                          " nadir_symbolic(&unset_n, 4, \"unset_n\"); nadir_symbolic(s, 3, \"a/b\");\n"
                          " if (unset_n == 7) return 1; if (s[1] == 'x') return 2; if (x) return 3; return 0; }")
        self.nadir("run", "u.c", "--corpus", "c", "--exit-zero")
        self.assertEqual(sorted(f.name for f in (self.folder / "c").iterdir()), ["a_b", "unset_n"])
        self.assertIn(i32(7), [f.read_bytes() for f in (self.folder / "c/unset_n").iterdir()])
        self.write("r.c", READER)
        self.nadir("cover", "r.c", "--max-time", "10s", "--corpus", "d", "--shape", "given", "--", "--sym-arg", "2", "--sym-files", "1", "2",
                   "--sym-stdin", "3", code=10)
        self.assertEqual(sorted(f.name for f in (self.folder / "d").iterdir()), ["A_data", "arg00", "stdin"])

    def test_corpus_of_worst(self):
        self.write("w.c", "int f(char *s) { int n = 0; while (*s) n += *s++ == 'x'; return n; }")
        self.nadir("worst", "w.c", "--call", "f(char s[N] string)", "--size", "2,4", "--only", "--corpus", "c", "--max-time", "5s")
        sizes = {f.name: f.stat().st_size for f in (self.folder / "c").iterdir()}
        self.assertEqual(set(sizes), {"worst-2", "worst-4"}, sizes)


class Minimise(Case):
    def minimal(self, test, *words, folder="nadir-minimal"):
        """The inputs of the new test, and what is said."""
        out = self.nadir("minimise", test, *words)[0]
        return dict(read_ktest((self.folder / folder / "test000001.ktest").read_bytes())), out

    def test_fuzz_target(self):
        self.write("f.c", "#include <stdint.h>\n#include <stdlib.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {"
                          "\n for (size_t i = 0; i + 2 < n; i++)\n  if (d[i] == '<' && d[i + 1] == 'x' && d[i + 2] == '>') abort();"
                          "\n return 0; }")
        self.write("c/seed", bytes(range(1, 150)) + b"<x>" + bytes(range(100, 148)))
        self.nadir("run", "f.c", "--size", "200", "--seeds", "c", "--max-paths", "1", code=10)
        test = next(self.folder.glob("nadir-out/*.abort.err")).name.split(".")[0]
        inputs, out = self.minimal(f"nadir-out/{test}.ktest")
        self.assertEqual(inputs, {"data": b"<x>"})
        self.assertIn("f.c:5: abort", out)
        self.assertIn("native: confirmed", out)
        self.assertIn("from 200 to 3 bytes, from N=200 to N=3, in ", out)
        self.assertIn("killed by signal 6", self.nadir("replay", "nadir-minimal/test000001.ktest")[0])

    def test_same_place(self):
        """Another error, which a smaller input shows, is not the same."""
        self.write("p.c", """
int f(const int *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  if (n == 2) return 1 / (a[0] == 3 ? 0 : 1);
  if (n > 2 && sum > 1000)
    return 1 / (a[n - 1] == 7 ? 0 : 1);
  return 0;
}""")
        self.nadir("run", "p.c", "--call", "f(int a[N], N)", "--size", "9", "--max-time", "20s", code=10)
        test = next(self.folder.glob("nadir-out/*.division.err"), None) or next(self.folder.glob("nadir-out/*.err"))
        inputs, out = self.minimal(f"nadir-out/{test.name.split('.')[0]}.ktest")
        self.assertIn("p.c:7: ", out)
        a = [int.from_bytes(inputs["a"][i:i + 4], "little", signed=True) for i in range(0, len(inputs["a"]), 4)]
        self.assertEqual((len(a), a[-1], sum(a)), (3, 7, 1001), a)

    def test_outside(self):
        self.write("r.c", READER)
        self.nadir("cc", "r.c", "-o", "r")
        self.write("c/t.ktest", ktest(("arg00", b"-xy\0"), ("stdin", b"abcdef")))
        self.nadir("run", "--seeds", "c", "--max-paths", "1", "r", "--", "--sym-arg", "3", "--sym-stdin", "6", code=10)
        test = next(self.folder.glob("nadir-out/*.abort.err")).name.split(".")[0]
        inputs, out = self.minimal(f"nadir-out/{test}.ktest")
        self.assertEqual((inputs["arg00"], inputs["stdin"]), (b"\0\0\0\0", b"ab\0\0\0\0"))
        self.assertIn("native: confirmed", out)

    def test_cost(self):
        """A worst input stays as bad; plain bytes stand where they do not matter."""
        self.write("w.c", "int f(const char *s, int n) { int c = 0; for (int i = 0; i < n; i++)"
                          " if (s[i] == 'x') for (int k = 0; k < 50; k++) c++; return c; }")
        self.nadir("worst", "w.c", "--call", "f(char s[N], N)", "--size", "6", "--only", "--max-time", "10s", "--no-report")
        inputs, out = self.minimal("nadir-out/worst-6.ktest")
        self.assertEqual(inputs["s"], b"xxxxxx")
        self.assertRegex(out, r"cost instructions at least [\d,]+, in ")

    def test_refused(self):
        self.write("p.c", "#include <nadir.h>\nint main(void) { int x; nadir_symbolic(&x, 4, \"x\"); return x == 3; }")
        self.nadir("run", "p.c")
        self.assertIn("shows no error in nadir's machine", self.nadir("minimise", "nadir-out/test000001.ktest", code=1)[1])
        self.assertIn("cost branches", self.nadir("minimise", "nadir-out/test000001.ktest", "--cost", "branches", code=2)[1])
        self.write("raw", b"x")
        self.assertIn("only tests that nadir wrote", self.nadir("minimise", "raw", code=1)[1])
        self.write("t.ktest", ktest(("x", i32(1))))
        self.assertIn("run.json", self.nadir("minimise", "t.ktest", code=1)[1])
        self.assertEqual([f.name for f in self.folder.glob("nadir-minimal*")], [])


if __name__ == "__main__":
    tap.main()
