"""The last line of script/test says what the logs say, above all when something
went wrong."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

COUNT = pathlib.Path(__file__).resolve().parent / "count.py"


class Count(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.logs = []

    def log(self, *entries):
        path = self.folder / f"{len(self.logs)}.json"
        path.write_text("".join(json.dumps({"result": r, "stdout": s}) + "\n" for r, s in entries))
        self.logs.append(str(path))

    def assert_count(self, line, exit_code, *options):
        run = subprocess.run([sys.executable, COUNT, *options, *self.logs], capture_output=True,
                             text=True)
        self.assertEqual((run.stdout.splitlines()[-1], run.returncode), (line, exit_code), run.stderr)
        return run.stdout

    def test_sum(self):
        self.log(("OK", "1..2\nok 1 - a\nok 2 - b\n"), ("OK", "1..1\nok 1 - c\n"))
        self.log(("OK", "1..1\n# ok is not a case here\nok 1 - a\n"))
        self.assert_count("4 passed, 0 failed", 0)

    def test_failed_case(self):
        self.log(("FAIL", "1..2\nok 1 - a\n# 1 is not 2\nnot ok 2 - b\n"), ("OK", "ok 1 - fine\n"))
        shown = self.assert_count("2 passed, 1 failed", 1)
        self.assertIn("# 1 is not 2", shown)
        self.assertNotIn("fine", shown)

    def test_crash_and_leak_and_timeout(self):
        self.log(("ERROR", "1..2\nok 1 - a\n"), ("TIMEOUT", ""), ("ERROR", "1..1\nok 1 - a\n"))
        self.assert_count("2 passed, 3 failed", 1)

    def test_skipped(self):
        self.log(("OK", "ok 1 - a # SKIP no tool\nok 2 - b\n"), ("SKIP", "1..0 # SKIP\n"))
        shown = self.assert_count("1 passed, 0 failed, 2 skipped", 0)
        self.assertIn("a: no tool", shown)
        self.assertIn("all of it", shown)
        self.assertNotIn("b:", shown)

    def test_test_without_cases(self):
        self.log(("OK", "all fine"), ("FAIL", "not fine"))
        self.assert_count("1 passed, 1 failed", 1)

    def test_broken_build(self):
        self.log(("OK", "ok 1 - a\n"))
        self.assert_count("1 passed, 1 failed", 1, "--broken-builds", "1")

    def test_missing_log(self):
        self.log(("OK", "ok 1 - a\n"))
        self.logs.append(str(self.folder / "absent.json"))
        self.assert_count("1 passed, 1 failed", 1)

    def test_nothing_ran(self):
        self.assert_count("0 passed, 0 failed", 1)


if __name__ == "__main__":
    tap.main()
