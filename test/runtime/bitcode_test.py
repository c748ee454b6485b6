"""The runtime's bitcode: programs reach nothing outside of the machine through it, and its branches are
those of its source.

    bitcode_test.py RUNTIME.BC
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BITCODE = sys.argv.pop()


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class Bitcode(unittest.TestCase):
    def names(self, which):
        return {line.split()[-1] for line in output("llvm-nm-19", which, BITCODE).splitlines()}

    def builtins(self):
        """What the machine does itself."""
        table = ROOT / "src/code/builtins.def"
        if not table.exists():
            self.skipTest("the machine is not there yet")
        text = table.read_text()
        return (set(re.findall(r'BUILTIN\([^"]*"(\w+)"', text)) |
                {name + suffix for name in re.findall(r'MATH\( \w+, +(\w+),', text)
                 for suffix in ("", "f", "l")})

    def test_needs_only_builtins(self):
        known = {"LLVMFuzzerTestOneInput", "LLVMFuzzerInitialize"}  # the program's own
        self.assertEqual(self.names("--undefined-only") - known - self.builtins(), set())

    def test_programs_find_everything(self):
        known = self.builtins() | self.names("--defined-only")
        source = ROOT / "test/runtime/everything.c"
        for flags in (["-O0"], ["-O0", "-fno-builtin"], ["-O1"], ["-O2"], ["-O3"],
                      ["-O2", "-D_FORTIFY_SOURCE=2"], ["-O2", "-D_FORTIFY_SOURCE=3"],
                      ["-O0", "-fstack-protector-all"], ["-O1", "-D_GNU_SOURCE", "-std=c11"]):
            with tempfile.NamedTemporaryFile(suffix=".bc") as out, self.subTest(flags):
                output("clang-19", "-c", "-emit-llvm", *flags, source, "-o", out.name)
                needs = {line.split()[-1] for line in
                         output("llvm-nm-19", "--undefined-only", out.name).splitlines()}
                self.assertGreater(len(needs), 50)
                self.assertEqual(needs - known, set())

    def test_defines(self):
        have = self.names("--defined-only")
        for name in ("strlen memcpy isalpha __ctype_b_loc strtol strtod qsort printf snprintf stdout "
                     "atexit rand __memcpy_chk __stack_chk_fail __errno_location").split():
            self.assertIn(name, have)
        # What programs may call their own is not taken by helpers of the library.
        for name in have:
            if name.startswith("nadir_"):
                self.fail(name)

    def test_branches(self):
        """One decision per byte and condition: strcmp has two branches, and no select."""
        text = output("opt-19", "-S", BITCODE)
        body = re.search(r"^define [^\n]*@strcmp\(.*?^}", text, re.S | re.M).group()
        self.assertEqual(len(re.findall(r"\bbr i1 ", body)), 2)
        for name in ("strcmp", "strncmp", "memcmp", "strchr", "strlen"):
            body = re.search(rf"^define [^\n]*@{name}\(.*?^}}", text, re.S | re.M).group()
            self.assertNotIn("select", body)

    def test_no_absolute_paths(self):
        text = output("opt-19", "-S", BITCODE)
        files = set(re.findall(r'!DIFile\(filename: "([^"]*)"', text))
        self.assertIn("runtime/libc/string.c", files)
        self.assertEqual({f for f in files if f.startswith((str(ROOT), ".."))}, set())


if __name__ == "__main__":
    tap.main()
