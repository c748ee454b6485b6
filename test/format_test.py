"""Every C file is formatted as .clang-format says.  Tables (.def) are aligned by
hand and left alone, and so are the programs that nadir is tested on: they show
shapes of C, and their expectations name lines."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLANG_FORMAT = "clang-format-19"


def is_program(file):
    return not {"prog", "programs", "nasty"}.isdisjoint(file.parts)


def sources(root):
    return sorted(f for folder in ("src", "test", "bench", "runtime")
                  for f in (root / folder).rglob("*.[ch]") if not is_program(f))


def complaints(files):
    """What clang-format would change, "" when nothing."""
    run = subprocess.run([CLANG_FORMAT, "--dry-run", "-Werror", *map(str, files)],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return "" if run.returncode == 0 else run.stdout or "clang-format failed"


class Format(unittest.TestCase):
    def test_sources(self):
        files = sources(ROOT)
        self.assertGreater(len(files), 20)
        found = complaints(files)
        if found:
            lines = [line for line in found.splitlines() if "error:" in line]
            self.fail("run clang-format-19 -i on:\n" + "\n".join(lines[:20] or [found]))

    def test_tabs(self):
        for file in sources(ROOT) + sorted((ROOT / "src").rglob("*.def")):
            self.assertNotIn("\t", file.read_text(), file)

    def test_sees_bad_format(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        shutil.copy(ROOT / ".clang-format", folder)
        bad, good = folder / "bad.c", folder / "good.c"
        bad.write_text("int f( int x ){\nreturn x;}\n")
        good.write_text("int f(int x) { return x; }\n")
        self.assertIn("bad.c:1", complaints([bad, good]))
        self.assertEqual(complaints([good]), "")


if __name__ == "__main__":
    tap.main()
