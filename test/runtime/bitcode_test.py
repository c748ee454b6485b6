"""The bitcode that programs are linked with: they reach nothing outside of the machine through it, and
the branches of our own are those of its source.

    bitcode_test.py RUNTIME.A MUSL.A POSIX.BC
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import musl
import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
POSIX = str(pathlib.Path(sys.argv.pop()).resolve())
MUSL = str(pathlib.Path(sys.argv.pop()).resolve())
OWN = str(pathlib.Path(sys.argv.pop()).resolve())


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class Bitcode(unittest.TestCase):
    def names(self, which, *archives):
        return {line.split()[-1] for line in
                output("llvm-nm-19", which, *archives or (OWN, MUSL, POSIX)).splitlines()
                if line and not line.endswith(":")}

    def text(self, member):
        """Of our own archive, as assembly."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["llvm-ar-19", "x", OWN, member], check=True, cwd=folder)
            return output("opt-19", "-S", f"{folder}/{member}")

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
        known |= {"main", "_init", "_fini", "_DYNAMIC"}
        # Other threads, what starts and cancels them, and complex numbers of compiler-rt: calls of
        # these end the path.
        known |= {"__copy_tls", "__reset_tls", "__dls3", "__syscall_cp_asm", "__cp_begin", "__cp_end", "__cp_cancel",
                  "__mulsc3", "__muldc3", "__mulxc3", "__restore_rt"}
        missing = self.names("--undefined-only") - self.names("--defined-only")
        self.assertEqual(missing - known - self.builtins(), set())

    def test_programs_find_everything(self):
        known = self.builtins() | self.names("--defined-only")
        source = ROOT / "test/runtime/everything.c"
        headers = ["-nostdlibinc", "-isystem", musl.INCLUDE]
        for flags in (["-O0"], ["-O0", "-fno-builtin"], ["-O1"], ["-O2"], ["-O3"],
                      ["-O0", "-fstack-protector-all"], ["-O1", "-D_GNU_SOURCE", "-std=c11"]):
            with tempfile.NamedTemporaryFile(suffix=".bc") as out, self.subTest(flags):
                output("clang-19", "-c", "-emit-llvm", *headers, *flags, source, "-o", out.name)
                needs = {line.split()[-1] for line in
                         output("llvm-nm-19", "--undefined-only", out.name).splitlines()}
                self.assertGreater(len(needs), 50)
                self.assertEqual(needs - known, set())

    def test_own_come_first(self):
        """musl has no definition of what is ours, except of names that yield."""
        own = self.names("--defined-only", OWN) - {"main"}
        strong = {line.split()[-1] for line in
                  output("llvm-nm-19", "--defined-only", MUSL).splitlines()
                  if re.search(r" [TDBR] ", line)}
        self.assertIn("strlen", own)
        self.assertEqual({n for n in own & strong if not re.match(r"is|to|str.*case", n)}, set())

    def test_branches(self):
        """One decision per byte and condition: strcmp has two branches, and no select."""
        text = self.text("string.bc") + self.text("memory.bc")
        body = re.search(r"^define [^\n]*@strcmp\(.*?^}", text, re.S | re.M).group()
        self.assertEqual(len(re.findall(r"\bbr i1 ", body)), 2)
        for name in ("strcmp", "strncmp", "memcmp", "strchr", "strlen"):
            body = re.search(rf"^define [^\n]*@{name}\(.*?^}}", text, re.S | re.M).group()
            self.assertNotIn("select", body)

    def test_no_absolute_paths(self):
        text = self.text("string.bc")
        files = set(re.findall(r'!DIFile\(filename: "([^"]*)"', text))
        self.assertIn("runtime/libc/string.c", files)
        self.assertEqual({f for f in files if f.startswith((str(ROOT), ".."))}, set())


if __name__ == "__main__":
    tap.main()
