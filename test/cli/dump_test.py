"""nadir dump: what it prints of C, bitcode and broken files, and that random programs get through
the whole front half (read, link, lower, verify) at every level of optimisation.

    dump_test.py PROGRAM            the tests
    dump_test.py PROGRAM FIRST LAST csmith's programs of these seeds, with a count of what is
                                    unsupported, by reason
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

CSMITH_INCLUDE = "/usr/include/csmith"
# What the generated programs call, and the runtime library will define.
LIBRARY = {"a call of 'printf', which no given file defines", "a call of 'strcmp', which has no body"}
SEEDS = (1, 2, 3)


def dump(*words):
    """(exit code, standard output, standard error)"""
    run = subprocess.run([NADIR, "dump", *map(str, words)], timeout=120, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return run.returncode, run.stdout, run.stderr


def unsupported(out):
    """Reasons, counted."""
    found = re.findall(r"^ *\d+  unsupported +(.*?)(?:  +cost \d+)?$", out, re.M)
    return collections.Counter(reason.split(" cost ")[0] for reason in found)


def csmith(seed, folder):
    path = pathlib.Path(folder) / f"csmith-{seed}.c"
    path.write_bytes(subprocess.run(["csmith", "--seed", str(seed)], timeout=60, check=True,
                                    stdout=subprocess.PIPE, cwd=folder).stdout)
    return path


def dump_csmith(path, level):
    return dump(f"-O{level}", "-I", CSMITH_INCLUDE, "--cflags", "-w", path)


class Files(tap.Folder):
    def test_source_lines(self):
        path = self.write("a.c", "int f(int a) {\n  if (a > 3)\n    return 7;\n  return a;\n}\n")
        code, out, err = dump(path)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("f(r0:32) -> 32", out)
        self.assertIn("| 2    if (a > 3)\n", out)
        self.assertRegex(out, r"jsle32 +r0, 3 -> L\d+ +cost 2, site 0!")

    def test_linked(self):
        one = self.write("one.c", "int g(int); int f(int a) { return g(a) + 1; }\n")
        two = self.write("two.c", "int f(int); int g(int a) { return a ? f(a - 1) : 0; }\n")
        code, out, err = dump("--function", "f", one, two)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("= g(r0)", out)
        self.assertNotIn("unsupported", out)

    def test_library(self):
        """Of the runtime there is what the program refers to, directly or not, and no more."""
        source = self.write("a.c", "#include <stdlib.h>\nint (*f)(const char *) = atoi;\n"
                                   "void free(void *p) {}\nint main(void) { return 0; }\n")
        code, out, err = dump(source)
        self.assertEqual((code, err), (0, ""))
        defined = set(re.findall(r"^(\w+)\(.*\).* runtime/libc/", out, re.M))
        self.assertLessEqual({"atoi", "read_number"}, defined)
        self.assertFalse({"main", "free", "qsort", "strtod", "printf"} & defined)

    def test_bitcode_and_assembly(self):
        source = self.write("a.c", "int f(int a) { return a * 3; }\n")
        for suffix, flag in ((".bc", "-c"), (".ll", "-S")):
            path = source.with_suffix(suffix)
            subprocess.run(["clang-19", "-emit-llvm", flag, "-o", path, source], check=True)
            code, out, err = dump(path)
            self.assertEqual((code, err), (0, ""))
            self.assertIn("mul32", out)

    def test_flags(self):
        (self.folder / "inc").mkdir()
        self.write("inc/k.h", "#define K 5\n")
        path = self.write("a.c", "#include <k.h>\nint f(int a) { return a * (K + L + M); }\n")
        code, out, err = dump("-I", self.folder / "inc", "-DL=6", "--cflags", "-DM=7", path)
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r"mul32 +r\d+ = r0, 18")


class Errors(tap.Folder):
    def refused(self, *words):
        code, out, err = dump(*words)
        self.assertEqual((code, out), (1, ""))
        return err

    def test_compile_error_is_clangs(self):
        path = self.write("a.c", "int f(void) { return x; }\n")
        err = self.refused(path)
        self.assertIn(f"{path}:1:22: error: use of undeclared identifier 'x'", err)
        self.assertTrue(err.endswith(f"{path}: does not compile\n"))

    def test_no_such_file(self):
        self.assertIn("cannot read", self.refused(self.folder / "none.c"))
        self.assertIn("cannot read", self.refused(self.folder / "none.bc"))

    def test_not_bitcode(self):
        path = self.write("a.bc", "BC\xc0\xde and then nothing sensible")
        self.assertIn(f"cannot read '{path}'", self.refused(path))
        path = self.write("a.ll", "define i32 @f() { ret i64 0 }\n")
        self.assertIn(f"cannot read '{path}'", self.refused(path))

    def test_defined_twice(self):
        one, two = (self.write(name, "int f(void) { return 1; }\n") for name in ("one.c", "two.c"))
        self.assertIn("multiply defined", self.refused(one, two))

    def test_other_target(self):
        path = self.write("a.ll", 'target triple = "aarch64-linux-gnu"\n'
                                  "define i32 @f() {\n  ret i32 0\n}\n")
        self.assertIn("nadir runs x86-64 code only", self.refused(path))

    def test_unknown_function(self):
        path = self.write("a.c", "int total(void) { return 1; }\n")
        code, _, err = dump("--function", "totl", path)
        self.assertEqual(code, 2)
        self.assertIn("did you mean 'total'?", err)


class Csmith(tap.Folder):
    def test_random_programs(self):
        for seed in SEEDS:
            path = csmith(seed, self.folder)
            for level in (0, 1, 2):
                with self.subTest(seed=seed, level=level):
                    code, out, err = dump_csmith(path, level)
                    self.assertEqual((code, err), (0, ""))
                    self.assertLessEqual(set(unsupported(out)), LIBRARY)


def long_run(first, last):
    reasons, n_failed = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last + 1):
            path = csmith(seed, folder)
            for level in (0, 1, 2):
                code, out, err = dump_csmith(path, level)
                reasons += unsupported(out)
                if code:
                    n_failed += 1
                    print(f"seed {seed} at -O{level}: {err}")
    print(f"{3 * (last - first + 1)} programs, {n_failed} failed")
    for reason, n in reasons.most_common():
        print(f"{n:6}  {reason}")
    return 1 if n_failed or set(reasons) - LIBRARY else 0


NADIR = sys.argv.pop(1)
if __name__ == "__main__":
    if len(sys.argv) == 3:
        sys.exit(long_run(int(sys.argv[1]), int(sys.argv[2])))
    tap.main()
