"""What a person at a terminal sees of nadir: help, version, errors, exit codes.

    commands_test.py PROGRAM
"""

import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NADIR = sys.argv.pop()


def nadir(*words, stdout=subprocess.PIPE):
    """(exit code, standard output, standard error)"""
    run = subprocess.run([NADIR, *words], stdin=subprocess.DEVNULL, stdout=stdout,
                         stderr=subprocess.PIPE, text=True, timeout=60)
    return run.returncode, run.stdout, run.stderr


def rows(table, word):
    """The columns of the rows WORD( ... ) of a .def file."""
    lines = [line for line in (ROOT / "src" / table).read_text().splitlines()
             if re.match(word + r"\(", line)]
    return [[column.strip() for column in line.partition("(")[2].split(",")] for line in lines]


def commands():
    return [row[0] for row in rows("cli/commands.def", "COMMAND")]


class Help(unittest.TestCase):
    def test_overview(self):
        code, out, err = nadir("--help")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("usage: nadir COMMAND", out)
        self.assertGreaterEqual(len(commands()), 2)
        for name in commands():
            self.assertRegex(out, rf"(?m)^  {name} +\w")
        self.assertEqual(nadir("-h"), (0, out, ""))
        self.assertEqual(nadir("help"), (0, out, ""))

    def test_every_command(self):
        for name in commands():
            code, out, err = nadir("help", name)
            self.assertEqual((code, err), (0, ""))
            self.assertIn(f"usage: nadir {name}", out)
            self.assertEqual(nadir(name, "--help"), (0, out, ""))
            self.assertEqual(nadir(name, "-h"), (0, out, ""))

    def test_lines_fit(self):
        texts = [nadir("--help")[1], *(nadir("help", name, *all)[1] for name in commands() for all in ([], ["--all"]))]
        for line in "".join(texts).splitlines():
            self.assertLessEqual(len(line), 100, line)

    def test_choices(self):
        """What an option's argument may be is listed from the table that the parser reads."""
        for command, option, table, word, column in [
                ("worst", "--strategy NAME", "search/searches.def", "(STRATEGY|BOTH)", 0),
                ("worst", "--cost METRIC", "search/metrics.def", "METRIC", 0),
                ("worst wise", "policy.keep=WHICH", "policy/keeps.def", "KEEP", 1),
                ("worst", "--model KIND", "search/searches.def", "PREDICTOR", 0),
                ("run", "--search NAME", "explore/searchers.def", "(SEARCHER|COMBINATOR)", 0)]:
            names = [row[column].strip('"') for row in rows(table, word)]
            self.assertGreaterEqual(len(names), 2)
            _, _, text = nadir("help", *command.split(), "--all")[1].partition(f"\n{option} is one of:\n")
            section = text.partition("\n\n")[0].splitlines()
            listed = [re.match(r"  ([\w+-]+)(:[A-Z:]+)?  +\w", line).group(1) for line in section]
            self.assertEqual([name for name in listed if name != "auto"],
                             [name for name in names if name != "auto"])

    def test_topics(self):
        """Help on a strategy lists its settings, and that on the command lists none."""
        self.assertNotIn("ese.population", nadir("help", "worst", "--all")[1])
        code, out, err = nadir("help", "worst", "ese")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("  ese.population=N ", out)
        self.assertIn("It has no settings", nadir("help", "worst", "dfs")[1])
        self.assertIn("there is no strategy 'esse'", nadir("help", "worst", "esse")[2])
        self.assertIn("'solve' has no topics", nadir("help", "solve", "ese")[2])

    def test_few_options(self):
        """What users need, not each parameter of a strategy."""
        self.assertLessEqual(len(re.findall(r"(?m)^  -", nadir("help", "worst", "--all")[1])), 60)

    def test_short(self):
        """-h of a large command shows examples and few of the options, with the texts that --all has for them."""
        for name in "worst", "run", "cover":
            short, all = nadir(name, "-h")[1], nadir("help", name, "--all")[1]
            shown = re.findall(r"(?m)^  (-[^ ]+).*?  +(\w.*)$", short)
            self.assertGreaterEqual(len(shown), 5)
            self.assertLessEqual(len(shown), 11)
            for option, meaning in shown:
                self.assertRegex(all, rf"(?m)^  {re.escape(option)}.* {re.escape(meaning)}$")
            self.assertRegex(short, rf"(?m)^    \S*nadir {name} \S")
            count = len(re.findall(r"(?m)^  -", all))
            self.assertIn(f"help {name} --all' explains more, and lists all {count} options", short)

    def test_version(self):
        code, out, err = nadir("--version")
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r"^nadir \d+\.\d+\.\d+ \((release|debug|tiny)\)\n")

    def test_nothing_given(self):
        code, out, err = nadir()
        self.assertEqual((code, out), (2, ""))
        self.assertIn("usage:", err)


class Mistakes(unittest.TestCase):
    def assert_refused(self, words, message):
        code, out, err = nadir(*words)
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err.splitlines()[0], "nadir: " + message)
        self.assertTrue(err.splitlines()[1].startswith("try 'nadir "), err)

    def test_command(self):
        self.assert_refused(["slove"], "unknown command 'slove'; did you mean 'solve'?")
        self.assert_refused(["help", "slove"], "unknown command 'slove'; did you mean 'solve'?")
        self.assert_refused(["xyzzy"], "unknown command 'xyzzy'")
        self.assert_refused([""], "unknown command ''")

    def test_option(self):
        self.assert_refused(["--verison"], "unknown option '--verison'; did you mean '--version'?")
        self.assert_refused(["solve", "--timout", "2s", "f.smt2"],
                            "unknown option '--timout'; did you mean '--timeout'?")
        self.assert_refused(["solve", "--timeout"], "option '--timeout' needs an argument T")
        self.assert_refused(["solve", "--model=yes", "f.smt2"],
                            "option '--model' takes no argument")

    def test_value(self):
        self.assert_refused(["solve", "--timeout=2x", "f.smt2"],
                            "option '--timeout': '2x' is not a duration "
                            "(write 50ms, 2s, 1.5m or 1h)")

    def test_operands(self):
        self.assert_refused(["solve"], "missing operand: FILE.smt2")
        self.assert_refused(["solve", "a", "b"], "unexpected operand 'b'")


class Files(unittest.TestCase):
    def test_missing_input(self):
        code, out, err = nadir("solve", "/nowhere/x.smt2")
        self.assertEqual((code, out), (1, ""))
        self.assertEqual(err, "nadir: cannot read '/nowhere/x.smt2': No such file or directory\n")

    def test_full_output(self):
        for words in ["--help"], ["--version"], ["help", "solve"], ["solve", "--help"]:
            with open("/dev/full", "w") as full:
                code, _, err = nadir(*words, stdout=full)
            self.assertEqual(code, 1)
            self.assertEqual(err, "nadir: cannot write standard output: "
                                  "No space left on device\n")

    def test_empty_script(self):
        with tempfile.NamedTemporaryFile(suffix=".smt2") as script:
            self.assertEqual(nadir("solve", script.name), (0, "", ""))


def on_terminal(words, folder, **environment):
    """Everything that it prints to a terminal."""
    program = os.path.abspath(NADIR)
    child, terminal = pty.fork()
    if not child:
        os.chdir(folder)
        os.execve(program, [program, *words], {"PATH": os.environ["PATH"], **environment})
    printed = b""
    try:
        while part := os.read(terminal, 1 << 16):
            printed += part
    except OSError:
        pass  # the other end is closed
    os.close(terminal)
    os.waitpid(child, 0)
    return printed


class Terminal(unittest.TestCase):
    WORDS = "run", "evil.c", "--no-libc", "--native", "off"

    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        (pathlib.Path(self.folder) / "evil.c").write_text(
            '#include <nadir.h>\nint main(void) {\n  unsigned char x;\n'
            '  nadir_symbolic(&x, sizeof x, "x\\033[2J");\n  return 1 / x;\n}\n')

    def test_colours(self):
        """Where the error stands is in colour; what the program chose for a name cannot make any."""
        printed = on_terminal(self.WORDS, self.folder, TERM="xterm")
        self.assertRegex(printed, rb"\x1b\[1;31mevil\.c:5: division: [^\x1b]*\x1b\[0m\r\n")
        self.assertNotIn(b"\x1b[2J", printed)

    def test_no_colours(self):
        for environment in {"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}, {}:
            self.assertNotIn(b"m", re.findall(rb"\x1b\[[0-9;]*(\w)", on_terminal(
                self.WORDS, self.folder, **environment)), environment)
        run = subprocess.run([os.path.abspath(NADIR), *self.WORDS], cwd=self.folder, stdout=subprocess.PIPE,
                             env={**os.environ, "TERM": "xterm"})
        self.assertIn(b"evil.c:5: division: ", run.stdout)
        self.assertNotIn(b"\x1b[1;31m", run.stdout)


if __name__ == "__main__":
    tap.main()
