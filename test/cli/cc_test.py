"""nadir cc: what it builds runs natively and in nadir; the forms in which Makefiles and configure
scripts call a compiler; what becomes of damaged files."""

import os
import pathlib
import random
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

SUM = "int scale = 3;\nint sum(int a, int b) { return scale * (a + b); }\n"
MAIN = """#include <stdio.h>
int sum(int, int);
int main(int argc, char **argv) {
  printf("%d %s\\n", sum(argc, 2), argc > 1 ? argv[1] : "-");
  return 7;
}
"""


class Case(tap.Folder):
    def run_in(self, *words, stdin=""):
        run = subprocess.run([*map(str, words)], timeout=120, input=stdin, cwd=self.folder,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return run.returncode, run.stdout, run.stderr

    def nadir(self, *words, stdin=""):
        return self.run_in(NADIR, *words, stdin=stdin)

    def cc(self, *words, stdin=""):
        """Must succeed and say nothing."""
        self.assertEqual(self.nadir("cc", *words, stdin=stdin), (0, "", ""))

    def tool(self, *words):
        code, out, err = self.run_in(*words)
        self.assertEqual(code, 0, err)
        return out

    def machine(self, *files, arg=None):
        """What the program prints in nadir's machine, before the summary."""
        words = ["--arg", arg] if arg else []
        code, out, err = self.nadir("run", "--output", *words, *files)
        self.assertEqual(code, 0, out + err)
        return out.split("1 path: 1 finished")[0]

    def check_program(self, path):
        self.assertEqual(self.run_in(f"./{path}", "x"), (7, "12 x\n", ""))
        self.assertEqual(self.machine(path, arg="x"), "12 x\n")


class Forms(Case):
    def setUp(self):
        super().setUp()
        self.write("main.c", MAIN)
        self.write("sum.c", SUM)

    def test_compile_and_link(self):
        self.cc("-O2", "main.c", "sum.c", "-o", "prog")
        self.check_program("prog")
        self.assertEqual(sorted(os.listdir(self.folder)), ["main.c", "nadir-out", "prog", "sum.c"])

    def test_objects(self):
        self.cc("-c", "main.c", "sum.c")
        self.cc("-o", "prog", "main.o", "sum.o")
        self.check_program("prog")
        self.assertEqual(self.machine("main.o", "sum.o", arg="x"), "12 x\n")

    def test_default_output(self):
        self.cc("main.c", "sum.c")
        self.check_program("a.out")

    def test_archive(self):
        """Of an archive what is missing is taken: the second definition of sum is not."""
        self.write("other.c", "int other(void) { return 1; }\nint sum(int a, int b) { return 0; }\n")
        self.write("a_name_of_many_letters.c", SUM)
        self.cc("-c", "main.c", "a_name_of_many_letters.c", "other.c")
        self.tool("ar", "cr", "lib.a", "a_name_of_many_letters.o", "other.o")
        self.tool("ranlib", "lib.a")
        self.cc("main.o", "lib.a", "-o", "prog")
        self.check_program("prog")
        self.assertEqual(self.machine("main.o", "lib.a", arg="x"), "12 x\n")

    def test_library_by_name(self):
        self.cc("-c", "sum.c")
        self.tool("ar", "cr", "libsum.a", "sum.o")
        self.cc("main.c", "-L.", "-lsum", "-lm", "-lpthread", "-o", "prog")
        self.check_program("prog")

    def test_partial_link_and_strip(self):
        self.cc("-c", "main.c", "sum.c")
        self.tool("ld", "-r", "-o", "both.o", "main.o", "sum.o")
        self.cc("both.o", "-o", "prog")
        self.check_program("prog")
        self.tool("strip", "prog")
        self.check_program("prog")
        self.cc("-r", "-nostdlib", "main.o", "sum.o", "-o", "two.o")
        self.cc("-s", "two.o", "-o", "prog2")
        self.check_program("prog2")

    def test_response_file(self):
        self.write("words", "main.c -DUNUSED='a b' \"sum.c\"\n-o prog @more")
        self.write("more", "-O1 -DMORE=\\\"x\\\"")
        self.cc("@words")
        self.check_program("prog")

    def test_standard_input(self):
        self.cc("-x", "c", "-c", "-o", "sum.o", "-", stdin=SUM)
        self.cc("-xc", "-", "-x", "none", "sum.o", "-o", "prog", stdin=MAIN)
        self.check_program("prog")

    def test_dependencies(self):
        self.write("k.h", "#define K 1\n")
        self.write("k.c", '#include "k.h"\nint k = K;\n')
        self.cc("-MD", "-c", "k.c")
        self.assertEqual((self.folder / "k.d").read_text(), "k.o: k.c k.h\n")
        self.cc("-MT", "k.lo", "-MMD", "-MP", "-MF", "deps", "-c", "k.c", "-o", "k.o")
        self.assertEqual((self.folder / "deps").read_text(), "k.lo: k.c k.h\nk.h:\n")
        code, out, err = self.nadir("cc", "-MM", "k.c")
        self.assertEqual((code, out, err), (0, "k.o: k.c k.h\n", ""))
        self.assertFalse((self.folder / "-.d").exists())

    def test_preprocess_and_assembly(self):
        code, out, err = self.nadir("cc", "-E", "-P", "-x", "c", "-", stdin="#define A 3\nint a=A;\n")
        self.assertEqual((code, out.strip(), err), (0, "int a=3;", ""))
        self.cc("-S", "sum.c", "-o", "sum.s")
        self.cc("main.c", "sum.s", "-o", "prog")
        self.assertEqual(self.run_in("./prog", "x"), (7, "12 x\n", ""))
        code, out, err = self.nadir("run", "prog")
        self.assertEqual(code, 11, out + err)
        ledger = (self.folder / "nadir-out/ledger").read_text()
        self.assertIn("a call of 'sum', which 'sum.s' has only as machine code", ledger)

    def test_probing(self):
        for words, expected in ((["--version"], "clang version 19"), (["-dumpmachine"], "-linux-musl"),
                                (["-print-prog-name=ld"], "ld")):
            code, out, err = self.nadir("cc", *words)
            self.assertEqual((code, err), (0, ""))
            self.assertIn(expected, out)
        code, out, err = self.nadir("cc", "-v")
        self.assertEqual((code, out), (0, ""))
        self.assertIn("clang version", err)
        self.write("conftest.c", "char nope(void); int main(void) { return nope(); }\n")
        code, out, err = self.nadir("cc", "-o", "conftest", "conftest.c")
        self.assertEqual(code, 1)
        self.assertIn("nope", err)
        self.assertFalse((self.folder / "conftest").exists())
        self.cc("-c", "sum.c", "-o", "/dev/null")

    def test_headers_are_musls(self):
        self.write("a.c", "#include <features.h>\n#ifdef __GLIBC__\n#error glibc\n#endif\n"
                          "#include <sys/types.h>\n#include <regex.h>\nint main(void) { return 0; }\n")
        self.cc("a.c", "-Wall", "-Werror", "-o", "a")
        self.assertEqual(self.run_in("./a")[0], 0)

    def test_make(self):
        self.write("Makefile", "CC = %s cc\nCFLAGS = -O2 -MD\nprog: main.o libsum.a\n"
                               "\t$(CC) -o $@ main.o -L. -lsum\nlibsum.a: sum.o\n\t$(AR) cr $@ $^\n"
                               "-include main.d sum.d\n" % NADIR)
        self.tool("make", "-j2")
        self.check_program("prog")
        self.assertIn("is up to date", self.tool("make", "-j2"))

    def test_unoptimised_whatever_the_user_says(self):
        """The native code has no branch left, the bitcode has both."""
        self.write("b.c", "int main(int c, char **v) { int x = 1; if (x == 2) return 3; return 0; }\n")
        self.cc("-O3", "b.c", "-o", "b")
        plain = self.nadir("dump", "--function", "main", "b")[1]
        self.assertRegex(plain, r"jne32 +1, 2 -> L")
        self.assertIn("| 1  int main", plain)
        self.cc("-O3", "--keep-optimisation", "b.c", "-o", "b")
        kept = self.nadir("dump", "--function", "main", "b")[1]
        self.assertNotIn("jne32", kept)

    def test_inlined_away(self):
        """At -O2 nothing calls `two` any more, which the bitcode does: its member is linked."""
        self.write("h.h", "inline int two(void) { return 2; }\n")
        self.write("two.c", '#include "h.h"\nextern inline int two(void);\n')
        self.write("m.c", '#include "h.h"\nint none(void);\n'
                          "int main(int c, char **v) { return c > 1 && c < 1 ? none() : two() - 2; }\n")
        self.cc("-O2", "-c", "two.c")
        self.tool("ar", "cr", "lib.a", "two.o")
        self.cc("-O2", "m.c", "lib.a", "-o", "m")
        self.assertEqual(self.run_in("./m")[0], 0)
        self.assertEqual(self.machine("m"), "")

    def test_words_over_the_end(self):
        """What gnulib brings reads whole words; what somebody wrote and runs as C is left as it is."""
        (self.folder / "lib").mkdir()
        self.write("lib/rawmemchr.c", """
            void *rawmemchr(const void *in, int c) {
              for (const unsigned long *w = in;; w++)
                for (int k = 0; k < 64; k += 8)
                  if ((*w >> k & 255) == (unsigned char)c) return (char *)w + k / 8;
            }
            """)
        self.write("use.c", """
            #include <stdlib.h>
            #include <string.h>
            void *rawmemchr(const void *, int);
            int main(void) {
              char *s = strcpy(malloc(4), "abc");
              return (char *)rawmemchr(s, 'c') - s != 2;
            }
            """)
        self.cc("use.c", "lib/rawmemchr.c", "-o", "use")
        code, out, err = self.nadir("run", "use")
        self.assertEqual(code, 0, out + err)
        code, out, err = self.nadir("run", "--native", "off", "use.c", "lib/rawmemchr.c")
        self.assertEqual(code, 10, out + err)
        self.assertIn("lib/rawmemchr.c:5: read-bounds", out)

    def test_print_bitcode(self):
        self.cc("main.c", "sum.c", "-o", "prog")
        bitcode = subprocess.run([NADIR, "cc", "--print-bitcode", "prog"], cwd=self.folder, check=True,
                                 stdout=subprocess.PIPE).stdout
        (self.folder / "prog.bc").write_bytes(bitcode)
        self.assertEqual(self.machine("prog.bc", arg="x"), "12 x\n")

    def test_linkage(self):
        """Weak, common and inline definitions are one each, as a linker makes them."""
        self.write("h.h", "inline int twice(int a) { return 2 * a; }\nstatic int own = 1;\n")
        self.write("one.c", '#include "h.h"\nextern inline int twice(int);\nint common;\n'
                            "__attribute__((weak)) int who(void) { return 1; }\n"
                            "int one(void) { return own += twice(common); }\n")
        self.write("two.c", '#include "h.h"\n#include <stdio.h>\nint common[2];\nint who(void) { return 2; }\n'
                            "int one(void);\nint main(void) { common[0] = 5; own = 8;\n"
                            '  printf("%d %d %d\\n", one(), who(), own); return 0; }\n')
        self.cc("-fcommon", "one.c", "two.c", "-o", "prog")
        self.assertEqual(self.run_in("./prog")[1], "11 2 8\n")
        self.assertEqual(self.machine("prog"), "11 2 8\n")


class Errors(Case):
    def test_clang_error(self):
        self.write("a.c", "int main(void) { return x; }\n")
        for words in (["-c", "a.c"], ["a.c", "-o", "a"]):
            code, out, err = self.nadir("cc", *words)
            self.assertEqual((code, out), (1, ""))
            self.assertEqual(err.count("error: use of undeclared identifier 'x'"), 1)
        self.assertEqual(os.listdir(self.folder), ["a.c"])

    def test_warnings_once(self):
        self.write("a.c", "int main(void) { int unused; return 0; }\n")
        code, out, err = self.nadir("cc", "-Wall", "a.c")
        self.assertEqual((code, err.count("warning: unused variable")), (0, 1))

    def test_shared(self):
        self.write("a.c", "int a;\n")
        code, out, err = self.nadir("cc", "-shared", "a.c", "-o", "a.so")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("--disable-shared", err)

    def test_no_bitcode(self):
        self.write("a.c", "int main(void) { return 0; }\n")
        self.tool("gcc", "a.c", "-o", "a")
        for words in (["run", "a"], ["worst", "a"], ["dump", "a"], ["cc", "--print-bitcode", "a"]):
            code, out, err = self.nadir(*words)
            self.assertEqual((code, out), (1, ""))
            self.assertIn("'a' has no bitcode: build it with CC='nadir cc'", err)

    def test_bitcode_of_a_newer_llvm(self):
        """A file whose text of identification says LLVM 20, which cannot be read."""
        self.write("a.c", "int main(void) { return 0; }\n")
        self.tool("clang-19", "-c", "-emit-llvm", "a.c", "-o", "a.bc")
        image = (self.folder / "a.bc").read_bytes()
        bits, letters = int.from_bytes(image, "little"), "LLVM19"
        old, new = (sum(SIX.index(c) << 6 * i for i, c in enumerate(text)) for text in (letters, "LLVM20"))
        at = next(at for at in range(800) if bits >> at & (1 << 36) - 1 == old)
        newer = (bits ^ (old ^ new) << at).to_bytes(len(image), "little")
        (self.folder / "good.bc").write_bytes(newer)
        self.assertEqual(self.nadir("run", "good.bc")[0], 0)
        (self.folder / "bad.bc").write_bytes(newer[:len(newer) // 2 & ~3])
        code, out, err = self.nadir("run", "bad.bc")
        self.assertEqual((code, out), (1, ""))
        self.assertEqual(err, "'bad.bc' was written by LLVM 20, and this nadir reads LLVM 19 and older\n")
        (self.folder / "cut.bc").write_bytes(image[:len(image) // 2 & ~3])
        code, out, err = self.nadir("run", "cut.bc")
        self.assertEqual((code, out), (1, ""))
        self.assertRegex(err, r"^cannot read 'cut.bc': the bitcode is damaged or cut off \(LLVM: .*\)\n$")
        self.assertNotIn("LLVM 19", err)

    def test_missing_function(self):
        """Named where a path comes to it, and only there."""
        self.write("f.c", "int f(int a) { return a; }\n")
        self.write("a.c", "int f(int);\nint main(int c, char **v) { return c > 1 ? f(c) : 0; }\n")
        self.tool("gcc", "-c", "f.c")
        self.cc("a.c", "f.o", "-o", "a")
        self.assertEqual(self.nadir("run", "a")[0], 0)
        self.assertEqual(self.nadir("run", "--out", "two", "--arg", "x", "a")[0], 11)
        self.assertIn("a call of 'f', which is in no part that 'nadir cc' built", (self.folder / "two/ledger").read_text())

    def test_damage(self):
        """Whatever is cut off or changed: a message or a program, never a crash."""
        self.write("a.c", SUM + "int main(void) { return sum(1, 2); }\n")
        self.cc("-c", "a.c")
        self.tool("ar", "cr", "a.a", "a.o")
        chance = random.Random(1)
        for name in ("a.o", "a.a"):
            good = (self.folder / name).read_bytes()
            section = good.index(b"\x7fnadir\r\n")
            for k in range(30):
                bad = bytearray(good)
                where = range(section, len(bad)) if k % 2 else range(len(bad))
                for _ in range(chance.randint(1, 3)):
                    bad[chance.choice(where)] ^= 1 << chance.randint(0, 7)
                if k % 3 == 0:
                    del bad[chance.randint(0, len(bad)):]
                (self.folder / "bad").write_bytes(bad)
                code = subprocess.run([NADIR, "cc", "--print-bitcode", "bad"], cwd=self.folder,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
                self.assertIn(code, (0, 1))

    def test_newer_llvm(self):
        self.write("a.c", "int main(void) { return 0; }\n")
        self.cc("-c", "a.c")
        image = bytearray((self.folder / "a.o").read_bytes())
        piece = image.index(b"\x7fnadir\r\n")
        n_name, n_bytes = struct.unpack_from("<IQ", image, piece + 20)
        struct.pack_into("<I", image, piece + 16, 20)
        struct.pack_into("<Q", image, piece + 32, 0)
        body = piece + HEADER
        head = hash_pair(hash_bytes(image[piece:body]), hash_bytes(image[body:body + n_name]))
        whole = hash_pair(head, hash_bytes(image[body + n_name:body + n_name + n_bytes]))
        struct.pack_into("<Q", image, piece + 32, whole)
        (self.folder / "b.o").write_bytes(image)
        code, out, err = self.nadir("dump", "b.o")
        self.assertEqual((code, out), (1, ""))
        self.assertEqual(err, "'b.o': the bitcode of a.c was written by LLVM 20, and this nadir reads "
                              "LLVM 19 and older\n")


# The letters of six bits in bitcode.
SIX = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"

# The hash of src/base/hash.h, for a piece (src/code/object/embedded_bitcode.h) that another nadir would have written.
HEADER = 40
WORD = (1 << 64) - 1


def hash_pair(a, b):
    x = (a * 0x9E3779B97F4A7C15 + b) & WORD
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        x = ((x ^ x >> 33) * factor) & WORD
    return x ^ x >> 33


def hash_bytes(b):
    h = len(b)
    for at in range(0, len(b) - 7, 8):
        h = hash_pair(h, int.from_bytes(b[at:at + 8], "little"))
    return hash_pair(h, int.from_bytes(b[len(b) - len(b) % 8:], "little"))


NADIR = str(pathlib.Path(sys.argv.pop(1)).resolve())
if __name__ == "__main__":
    tap.main()
