"""The runtime's bitcode: programs reach nothing outside of the machine through it, and its branches are
those of its source.

    bitcode_test.py RUNTIME.BC
"""

import pathlib
import re
import subprocess
import sys
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

    def test_needs_only_natives(self):
        known = {"LLVMFuzzerTestOneInput", "LLVMFuzzerInitialize"}  # the program's own
        natives = ROOT / "src/code/natives.def"
        if natives.exists():
            known |= set(re.findall(r'NATIVE\([^"]*"(\w+)"', natives.read_text()))
        else:
            known |= {"malloc", "realloc", "free", "abort", "_exit", "nadir_concrete", "nadir_fix",
                      "nadir_stop", "nadir_write", "nadir_size", "nadir_symbolic", "klee_assume",
                      "klee_make_symbolic"}
        self.assertEqual(self.names("--undefined-only") - known, set())

    def test_defines(self):
        have = self.names("--defined-only")
        for name in ("strlen memcpy isalpha __ctype_b_loc strtol strtod qsort printf snprintf stdout "
                     "exit atexit rand __memcpy_chk __stack_chk_fail __errno_location").split():
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
        self.assertNotIn("alloca", body)
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
