"""What is installed: nadir with its runtime, in a folder of its own; manual pages and completion that have
every option that --help has.

    install_test.py PROGRAM
"""

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

NADIR = pathlib.Path(sys.argv.pop()).resolve()
BUILD = NADIR.parents[1]
MESON = shutil.which("meson") or "/usr/bin/meson"


def output(*words, **more):
    return subprocess.run([*map(str, words)], stdout=subprocess.PIPE, text=True, timeout=120,
                          check=True, **more).stdout


def options(command):
    """As help has them, after what it explains."""
    help = output(NADIR, "help", command, "--all")
    return re.findall(r"(?m)^  (--?[\w-]+)", help[help.find("\noptions:\n"):].partition(" is one of:")[0])


COMMANDS = re.findall(r"(?m)^  (\w+) ", output(NADIR, "--help").partition("\noptions:")[0])


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        output(MESON, "install", "-C", BUILD, "--no-rebuild", "--destdir", cls.folder.name)
        bins = list(pathlib.Path(cls.folder.name).rglob("bin/nadir"))
        assert len(bins) == 1, bins
        cls.top = bins[0].parent.parent
        cls.nadir = bins[0]

    def test_finds_its_own_runtime(self):
        """A header that only the installed one has, and the library of native runs."""
        header = self.top / "include/nadir.h"
        header.write_text(header.read_text() + "\n#define INSTALLED 1\n")
        with tempfile.TemporaryDirectory() as work:
            pathlib.Path(work, "x.c").write_text(
                "#include <assert.h>\n#include <nadir.h>\nint main(void) {\n  int x;\n"
                '  nadir_symbolic(&x, sizeof x, "x");\n  assert(x != 7 * INSTALLED);\n}\n')
            done = subprocess.run([self.nadir, "run", "x.c"], cwd=work, stdout=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 10)
            self.assertIn("native: confirmed (SIGABRT, assertion)", done.stdout)
            test = re.search(r"replay (\S+)", done.stdout).group(1)
            self.assertIn("assertion failed", output(self.nadir, "replay", test, cwd=work))
            pathlib.Path(work, "sort.c").write_text("int f(int *a, int n) { return a[0] < a[n - 1]; }\n")
            self.assertIn("machine, native", output(self.nadir, "worst", "sort.c", "--size", "2",
                                                    "--call", "f(int a[N], N)", cwd=work))

    def test_finds_its_own_bench(self):
        """All of it is there, and what is there is run."""
        installed = self.top / "share/nadir/bench"
        source = pathlib.Path(__file__).resolve().parents[2] / "bench/papers"
        self.assertEqual({path.name for path in installed.iterdir()}, {path.name for path in source.glob("*.py")} | {"page.css"})
        (installed / "main.py").write_text("import page, study\nprint(len(page.style_sheet()) > 1000)\n")
        self.assertEqual(output(self.nadir, "bench", "pyse"), "True\n")

    def test_manual_pages(self):
        pages = self.top / "share/man/man1"
        self.assertEqual({p.name for p in pages.iterdir()},
                         {"nadir.1"} | {f"nadir-{name}.1" for name in COMMANDS})
        for name in COMMANDS:
            page = (pages / f"nadir-{name}.1").read_text().replace("\\-", "-")
            self.assertTrue(page.startswith(f".TH nadir-{name} 1"), page[:40])
            for option in set(options(name)) - {"-h"}:
                self.assertIn(f"\\fB{option}\\fR", page.replace("-h, --help", "--help"))
            self.assertIn("\n.TP\n\\fB10\\fR\n", page)

    def complete(self, *words):
        """What bash offers for the last of the words."""
        script = self.top / "share/bash-completion/completions/nadir"
        return output("bash", "-c", 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _nadir; '
                      'printf "%s\\n" "${COMPREPLY[@]}"', script, *words, cwd=self.top).split()

    def test_bash(self):
        self.assertEqual(self.complete("nadir", "wor"), ["worst", "worker"])
        self.assertLessEqual(set(COMMANDS), set(self.complete("nadir", "")))
        for name in COMMANDS:
            self.assertLessEqual(set(options(name)) - {"-h"}, set(self.complete("nadir", name, "-")))
        self.assertEqual(self.complete("nadir", "worst", "--strategy", "exh"), ["exhaustive"])
        self.assertEqual(self.complete("nadir", "run", "--out", "sha"), ["share"])
        self.assertEqual(self.complete("nadir", "help", "sol"), ["solve"])

    def test_other_shells(self):
        zsh = (self.top / "share/zsh/site-functions/_nadir").read_text()
        fish = (self.top / "share/fish/vendor_completions.d/nadir.fish").read_text()
        for name in COMMANDS:
            part = re.search(rf"(?ms)^    {name}\)$.*?;;$", zsh).group()
            for option in set(options(name)) - {"-h", "--help"}:
                self.assertIn(f"{option}[", part)
                letter = "l" if option.startswith("--") else "s"
                self.assertIn(f"__fish_seen_subcommand_from {name}' -{letter} {option.lstrip('-')} ",
                              fish)
        for shell, words in (("zsh", ["-n", "-c", zsh]), ("fish", ["-n", "-c", fish])):
            if shutil.which(shell):
                subprocess.run([shell, *words], check=True)


if __name__ == "__main__":
    tap.main()
