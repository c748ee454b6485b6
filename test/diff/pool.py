"""What the tests of random programs share: a case for each program, and machines that lie."""

import concurrent.futures
import pathlib
import shutil
import tempfile
import unittest


class Pool(unittest.TestCase):
    """A case per program; all are run by two threads before the first case is looked at."""

    programs = ()  # of add_programs
    good = ("same",)  # kinds of verdicts

    @classmethod
    def bench(cls, folder):
        """What checks a program in a folder."""
        raise NotImplementedError

    @classmethod
    def add_programs(cls, programs, name):
        """Names are made of the members of a program."""
        cls.programs = programs
        for program in programs:
            setattr(cls, name.format(*program), lambda self, p=program: self.look(p))

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.pool = concurrent.futures.ThreadPoolExecutor(2)
        cls.addClassCleanup(cls.pool.shutdown)
        cls.submit(cls.bench(cls.folder))

    @classmethod
    def submit(cls, bench):
        cls.verdicts = {p: cls.pool.submit(bench.check, p) for p in cls.programs}

    def verdict(self, program):
        return self.verdicts[program].result()[0]

    def look(self, program):
        verdict = self.verdict(program)
        if verdict.kind in ("unsupported", "skipped"):
            self.skipTest(f"{verdict.kind}: {verdict.why}")
        self.assertIn(verdict.kind, self.good, verdict.why)

    def test_most_are_compared(self):
        """The seeds are for one version of the generator; another one gives other programs."""
        good = [p for p in self.programs if self.verdict(p).kind in self.good]
        self.assertGreaterEqual(len(good), 0.7 * len(self.programs))


def fake_machine(folder, script):
    """A program in the place of nadir."""
    fake = pathlib.Path(folder) / "nadir"
    fake.write_text(f"#!/bin/bash\n{script}\n")
    fake.chmod(0o755)
    return fake
