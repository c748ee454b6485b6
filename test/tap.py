"""Runs the unittest cases of a file and reports them in TAP, which meson and
test/count.py read: one line per case, reasons of failures as comments."""

import os
import pathlib
import sys
import tempfile
import unittest

# Lines to type are printed with the name of the program, as script/nadir gives it.
os.environ["NADIR_COMMAND"] = "nadir"


class Folder(unittest.TestCase):
    """A case with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path


class TapResult(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.failed_cases = set()

    def say(self, case, verdict, why=""):
        for line in why.rstrip().splitlines():
            print("#", line)
        print(verdict.format(self.testsRun, case.id().split(".", 1)[1]), flush=True)

    def fail(self, case, err):
        self.failed_cases.add(case)
        self.say(case, "not ok {} - {}", self._exc_info_to_string(err, case))

    def addSuccess(self, case):
        self.say(case, "ok {} - {}")

    def addSkip(self, case, reason):
        self.say(case, "ok {} - {} # SKIP " + reason)

    def addFailure(self, case, err):
        self.fail(case, err)

    def addError(self, case, err):
        self.fail(case, err)

    def addSubTest(self, case, subtest, err):
        """A failing subtest fails its case, reported once."""
        if err and case not in self.failed_cases:
            self.fail(case, err)


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    print(f"1..{suite.countTestCases()}", flush=True)
    result = TapResult()
    suite.run(result)
    sys.exit(1 if result.failed_cases else 0)
