"""README.md and docs/*.md: every command that they show is run, and gives the output that they show; "…"
stands for any text, a line of it for any lines.

    docs_test.py PROGRAM

The commands of a page are run one after the other in one folder.  `$ cat FILE` shows a file, which is
written if it is not there.  Lines that name functions, members of JSON files and options are compared with
the real ones.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test"))
import json_docs
import tap

NADIR = pathlib.Path(sys.argv.pop()).resolve()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def examples(text):
    """(command, output) of each line of an indented block that begins with `$ `."""
    found, is_open = [], False
    for line in text.splitlines():
        if line.startswith("    $ "):
            found.append((line[6:], []))
            is_open = True
        elif is_open and (line.startswith("    ") or not line):
            found[-1][1].append(line[4:])
        else:
            is_open = False
    for _, output in found:
        while output and output[-1] == "":
            output.pop()
    return found


def pattern(output):
    """What matches the lines; ends of lines included."""
    lines = ["(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n"
             for line in output]
    return re.compile("".join(lines))


class Folder:
    """Where the commands of a page are run: `nadir` and `script/nadir` are the program under test."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        (self.path / "examples").symlink_to(ROOT / "examples")
        (self.path / ".bin").mkdir()
        (self.path / "script").mkdir()
        for link in (".bin/nadir", "script/nadir"):
            (self.path / link).symlink_to(NADIR)

    def run(self, command, output):
        name = re.fullmatch(r"cat (\S+)", command)
        if name and not (self.path / name.group(1)).exists():
            (self.path / name.group(1)).write_text("".join(line + "\n" for line in output))
        env = {**os.environ, "NADIR_COMMAND": command.split()[0],
               "PATH": f"{self.path}/.bin:{os.environ['PATH']}"}
        return subprocess.run(["bash", "-c", command], cwd=self.path, env=env, timeout=110, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


class Docs(unittest.TestCase):
    def run_page(self, page):
        with tempfile.TemporaryDirectory() as path:
            folder = Folder(path)
            for command, output in examples(page.read_text()):
                said = folder.run(command, output)
                if not pattern(output).fullmatch(said):
                    self.assertEqual(said.splitlines(), output, command)

    def test_there_are_examples(self):
        n = sum(len(examples(page.read_text())) for page in PAGES)
        self.assertGreaterEqual(n, 12)

    def test_nothing_is_left_out(self):
        """A command in a block is an example, or says by capitals and brackets what is to be filled in."""
        for page in PAGES:
            for line in page.read_text().splitlines():
                if not re.match(r"    (script/)?nadir ", line):
                    continue
                is_shown = any(line[4:] in output for _, output in examples(page.read_text()))
                self.assertTrue(is_shown or re.search(r"[A-Z]{3}|\[|\.\.\.|#|\|", line), f"{page.name}: {line}")

    def test_options_exist(self):
        """Every --option that a page names in code is one of nadir's, unless a script's."""
        commands = re.findall(r"(?m)^  (\w+) ", subprocess.run(
            [NADIR, "--help"], stdout=subprocess.PIPE, text=True).stdout.partition("\noptions:")[0])
        words = (ROOT / "src/build/environment_words.def").read_text()
        known = {"--call", "--disable-shared", "--coverage",  # the last two are configure's and clang's
                 *("--" + word for word in re.findall(r'WORD\( "([\w-]+)"', words))}
        for command in commands:
            text = subprocess.run([NADIR, "help", command, "--all"], stdout=subprocess.PIPE, text=True).stdout
            known |= set(re.findall(r"(?m)^  (?:-h, )?(--[\w-]+)", text))
        for page in PAGES[1:]:
            for code in re.findall(r"`(?!script/(?!nadir))([^`\n]+)`", page.read_text()):
                for option in re.findall(r"(?<![\w-])--[a-z][\w-]+", code):
                    self.assertIn(option, known, f"{page.name}: `{code}`")

    def test_every_function_of_nadir_h(self):
        declared = re.findall(r"(?m)^(?:void|int|size_t|unsigned long) (nadir_\w+)\(",
                              (ROOT / "runtime/include/nadir.h").read_text())
        self.assertGreaterEqual(len(declared), 10)
        described = re.findall(r"(?m)^\| `[^`]*?(nadir_\w+)\(", (ROOT / "docs/harness.md").read_text())
        self.assertEqual(sorted(declared), sorted(described))

    def test_json_is_as_the_schemas(self):
        """python3 test/json_docs.py PROGRAM > docs/json.md makes it again."""
        self.assertEqual(json_docs.page(NADIR), (ROOT / "docs/json.md").read_text())

    def test_members_of_worst_json(self):
        """The example has no member that the file has not."""
        sample = re.search(r"(?ms)^### worst.json\n\n(.*?)\n\n", (ROOT / "docs/worst.md").read_text())
        with tempfile.TemporaryDirectory() as folder:
            said = subprocess.run([NADIR, "worst", ROOT / "examples/insertion_sort.c", "--call",
                                   "insertion_sort(int a[N], N)", "--size", "1:8", "--json"],
                                  cwd=folder, stdout=subprocess.PIPE, text=True, timeout=110).stdout
        members = set()

        def collect(value):
            for name, inner in value.items() if isinstance(value, dict) else []:
                members.add(name)
                collect(inner)
            for inner in value if isinstance(value, list) else []:
                collect(inner)

        collect(json.loads(said))
        shown = set(re.findall(r'"(\w+)":', sample.group(1)))
        self.assertGreater(len(shown), 20)
        self.assertEqual(shown - members, set())


def add_page(page):
    setattr(Docs, f"test_{page.stem.lower()}", lambda self: self.run_page(page))


for each in PAGES:
    if examples(each.read_text()):
        add_page(each)

if __name__ == "__main__":
    tap.main()
