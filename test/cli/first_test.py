"""What people type who are new to nadir: each is done, or answered by what to type instead.

    first_test.py PROGRAM
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

UNIQ = "#include \"uniq.h\"\nint uniq(int *a, int n) { int k = 0; for (int i = 0; i < n; i++) { int j = 0;" \
       " while (j < k && a[j] != a[i]) j++; if (j == k) a[k++] = a[i]; } return k; }\n"
HARNESS = "#include \"uniq.h\"\n#include <nadir.h>\n#include <assert.h>\nint main(void) { int a[3];" \
          " nadir_symbolic(a, sizeof a, \"a\"); assert(uniq(a, 3) >= 2); return 0; }\n"


class First(tap.Folder):
    def setUp(self):
        super().setUp()
        self.write("uniq.h", "int uniq(int *a, int n);\n")
        self.write("uniq.c", UNIQ)

    def nadir(self, *words, code=0):
        """(standard output, standard error)"""
        done = subprocess.run([NADIR, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              cwd=self.folder, timeout=100)
        self.assertEqual(done.returncode, code, done)
        return done.stdout, done.stderr

    def worst(self, *words, code=0):
        return self.nadir("worst", *words, "--size", "3", "--only", "--no-report", "--max-time", "10s", code=code)

    def test_options_of_klee(self):
        for option, ours in (("max-forks=5", "--max-paths N"), ("libc=uclibc", "by itself"), ("posix-runtime", "by itself"),
                             ("seed-dir", "--seeds DIR"), ("output-dir=x", "--out DIR")):
            said = self.nadir("run", f"--{option}", "uniq.c", code=2)[1]
            self.assertIn("is KLEE's; here it is: ", said)
            self.assertIn(ours, said)
        self.assertIn("two dashes, '--max-time=3'", self.nadir("run", "-max-time=3", "uniq.c", code=2)[1])
        self.assertNotIn("KLEE", self.nadir("solve", "--libc", code=2)[1])

    def test_options_behind_the_program(self):
        self.write("p.c", "int main(int argc, char **argv) { return argc; }")
        self.nadir("cc", "p.c", "-o", "p")
        self.assertIn("'--size' comes after 'p', so the program would get it", self.nadir("run", "p", "--size", "3", code=2)[1])
        out, err = self.nadir("run", "p", "--", "--size", "3")
        self.assertEqual(err, "")
        self.assertIn("exit code 3", (self.folder / "nadir-out/ledger").read_text())

    def test_other_languages(self):
        self.write("p.cpp", "int main() { return 0; }")
        self.assertEqual(self.nadir("run", "p.cpp", code=1)[1].splitlines()[0], "p.cpp: is C++, and nadir analyses C only")

    def test_archives_and_order(self):
        """The file with the function may stand anywhere; an archive needs a header."""
        self.nadir("cc", "-c", "uniq.c", "-o", "uniq.o")
        subprocess.run(["ar", "rc", "libuniq.a", "uniq.o"], cwd=self.folder, check=True)
        call = "--call", "uniq(int a[N], N)"
        wanted = self.worst("uniq.c", *call)[0].splitlines()[0]
        self.assertRegex(wanted, r"^uniq: \d+ instructions at N=3, proven")
        self.write("other.c", "int other(int x) { return x; }\n")
        for files in ("libuniq.a", "uniq.h"), ("uniq.h", "libuniq.a"), ("other.c", "uniq.c"), ("uniq.o", "uniq.h"):
            self.assertEqual(self.worst(*files, *call)[0].splitlines()[0], wanted, files)
        self.assertIn("name one that declares 'uniq', too, such as its header", self.worst("libuniq.a", *call, code=2)[1])
        self.write("t.c", "#include \"uniq.h\"\nint main(void) { int a[] = {1, 1}; return uniq(a, 2); }\n")
        self.nadir("cc", "t.c", "uniq.c", "-o", "t")
        self.assertIn("t has a main, but no input", self.nadir("worst", "t", code=2)[1])

    def test_second_folder(self):
        self.write("p.c", "int main(void) { return 0; }")
        self.assertEqual(self.nadir("run", "p.c", "--out", "o")[1], "")
        for n in 2, 3:
            self.assertEqual(self.nadir("run", "p.c", "--out", "o/")[1],
                             f"nadir: 'o' has results already; those of this run are in 'o-{n}', to which 'o-latest' leads\n")
            self.assertEqual((self.folder / "o-latest").resolve(), (self.folder / f"o-{n}").resolve())
        self.assertEqual([self.nadir("run", "p.c")[1] for _ in range(2)], ["", ""])
        self.assertTrue((self.folder / "nadir-out-latest/run.json").exists())
        (self.folder / "mine-latest").mkdir()
        self.nadir("run", "p.c", "--out", "mine")
        self.assertIn("are in 'mine-2'\n", self.nadir("run", "p.c", "--out", "mine")[1])

    def test_harness_by_a_compiler(self):
        """nadir cc finds nadir.h and links what it declares; a failed assert of musl's confirms the error."""
        self.write("h.c", HARNESS)
        self.nadir("cc", "-c", "h.c")
        self.nadir("cc", "-c", "uniq.c")
        self.nadir("cc", "h.o", "uniq.o", "-o", "h")
        out = self.nadir("run", "h", code=10)[0]
        self.assertIn("native: confirmed (SIGABRT, assertion)", out)
        test = next(self.folder.glob("nadir-out/*.assert.err")).name.split(".")[0]
        self.assertIn("Assertion failed: uniq(a, 3) >= 2", self.nadir("replay", f"nadir-out/{test}.ktest")[0])
        self.write("k.c", "#include <klee/klee.h>\nint main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\"); if (x == 5) return 1; return 0; }")
        self.nadir("cc", "k.c", "-o", "k")
        self.assertIn("2 paths: 2 finished", self.nadir("run", "k")[0])
        self.write("f.c", "#include <stddef.h>\n#include <stdlib.h>\nint LLVMFuzzerTestOneInput(const unsigned char *d, size_t n) {"
                          " if (n && d[0] == 'x') abort(); return 0; }")
        self.nadir("cc", "f.c", "-o", "f")
        self.assertIn("native: confirmed", self.nadir("run", "f", code=10)[0])

    def test_compile_errors(self):
        """Only what clang says of the source."""
        self.write("bad.c", "int f( {\n")
        said = self.nadir("cc", "bad.c", "-o", "bad", code=1)[1]
        self.assertIn("bad.c:1:8: error", said)
        self.assertNotIn("remove", said)

    def test_sleep(self):
        self.write("s.c", "#include <nadir.h>\n#include <time.h>\n#include <unistd.h>\nint main(void) { int x;"
                          " nadir_symbolic(&x, 4, \"x\"); if (x) { struct timespec t = {9999, 0}, rest; sleep(99999); usleep(999999999);"
                          " if (!nanosleep(&t, &rest)) return 3; } return 0; }")
        self.nadir("run", "s.c")
        tests = sorted((self.folder / "nadir-out").glob("*.ktest"))
        self.assertIn("exit code 3", self.nadir("replay", *tests)[0])

    def test_cover_ends(self):
        """When every side is taken, though there are more paths than anyone can wait for."""
        self.write("c.c", "#include <nadir.h>\nint main(void) { unsigned char a[24]; int n = 0; nadir_symbolic(a, 24, \"a\");"
                          " for (int i = 0; i < 24; i++) if (a[i] == 'x') n++; return n > 3; }")
        out = self.nadir("cover", "c.c", "--max-time", "90s")[0]
        self.assertIn("(100.0 %)", out)
        self.assertIn("everything was covered", out)
        self.assertEqual(json.loads((self.folder / "nadir-out/run.json").read_text())["limit"], "covered")

    def test_sizes(self):
        """run and cover at several sizes: a folder each, the time shared, an error anywhere tells."""
        self.write("f.c", "#include <stdint.h>\n#include <stdlib.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {"
                          " if (n == 3 && d[2] == 'x') abort(); return 0; }")
        out = self.nadir("run", "f.c", "--size", "2:4,7", "--corpus", "c", "--max-time", "60s", code=10)[0]
        self.assertEqual([line for line in out.splitlines() if line.startswith("N=")], ["N=2", "N=3", "N=4", "N=7"])
        self.assertEqual(out.count("abort: called abort"), 1)
        self.assertEqual({json.loads((self.folder / f"nadir-out/size-{n}/run.json").read_text())["program"]["size"]
                          for n in (2, 3, 4, 7)}, {2, 3, 4, 7})
        self.assertTrue(all(f.stat().st_size == 4 for f in (self.folder / "c/size-4").iterdir()))
        test = next(self.folder.glob("nadir-out/size-3/*.abort.err")).name.split(".")[0]
        self.assertIn("killed by signal 6", self.nadir("replay", f"nadir-out/size-3/{test}.ktest")[0])
        self.assertEqual(self.nadir("cover", "f.c", "--size", "1:2", "--max-time", "20s")[0].count("covered "), 2)
        for words in (["--json"], ["--jobs", "2"]):
            self.assertIn("needs one size", self.nadir("run", "f.c", "--size", "1:2", *words, code=2)[1])
        for bad in "x", "4:1", "1,", "99999999999999999999":
            self.assertIn("--size", self.nadir("run", "f.c", "--size", bad, code=2)[1], bad)

    def test_letters(self):
        self.write("l.c", "int f(const char *s) { int n = 0; while (*s) { if (*s == 'x') n += 2; s++; } return n; }")
        def letters(words):
            out = self.worst("l.c", "--call", f"f(char s[N] string of {words})", "--corpus", f"c{len(list(self.folder.iterdir()))}")[0]
            folder = out.splitlines()[-1].split(" in ")[1].split(";")[0]
            return (self.folder / folder / "worst-3").read_bytes()
        self.assertEqual(letters("[u-z]"), b"xxx")
        self.assertEqual(letters("[x]"), b"xxx")
        self.assertEqual(letters("\"w\"..\"z\""), b"xxx")
        self.assertEqual(letters("[0-9] | 'x'"), b"xxx")
        self.assertTrue(set(letters("[a-]")) <= set(b"a-"))
        for words, why in (("[]", "expected letters"), ("[z-a]", "no letter lies"), ("[^a]", "says which there are"),
                           ("[a", "']' of this class")):
            self.assertIn(why, self.worst("l.c", "--call", f"f(char s[N] string of {words})", code=2)[1])


if __name__ == "__main__":
    NADIR = str(pathlib.Path(sys.argv.pop()).resolve())
    tap.main()
