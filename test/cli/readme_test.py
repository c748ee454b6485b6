"""README.md: every command it shows gives the output it shows; "…" stands for any text, a line of it for
any lines.

    readme_test.py PROGRAM
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test"))
import tap

NADIR = pathlib.Path(sys.argv.pop()).resolve()


def examples(text):
    """(command, output) of each indented block that begins with `$ `."""
    found = []
    for line in text.splitlines():
        if line.startswith("    $ "):
            found.append((line[6:], []))
            is_open = True
        elif found and is_open and (line.startswith("    ") or not line):
            found[-1][1].append(line[4:])
        else:
            is_open = False
    for _, output in found:
        while output[-1] == "":
            output.pop()
    return found


def pattern(output):
    """What matches the lines; ends of lines included."""
    lines = ["(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n"
             for line in output]
    return re.compile("".join(lines))


class Readme(unittest.TestCase):
    def test_examples(self):
        shown = examples((ROOT / "README.md").read_text())
        self.assertGreater(len(shown), 0)
        for command, output in shown:
            with self.subTest(command):
                words = shlex.split(command)
                self.assertEqual(words[0], "script/nadir")
                with tempfile.TemporaryDirectory() as folder:
                    (pathlib.Path(folder) / "examples").symlink_to(ROOT / "examples")
                    run = subprocess.run([NADIR, *words[1:]], cwd=folder, timeout=60, text=True,
                                         env={**os.environ, "NADIR_COMMAND": words[0]},
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                if not pattern(output).fullmatch(run.stdout):
                    self.assertEqual(run.stdout.splitlines(), output)


if __name__ == "__main__":
    tap.main()
