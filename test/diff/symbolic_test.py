"""Random small programs with symbolic inputs: the machine's paths are those of the native program.

    symbolic_test.py NADIR [N]      the first N of the programs below

script/fuzz-vm --symbolic is the long run.
"""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import pool
import tap
from symbolic import Bench, Program, Writer

LEVELS = ("0", "0", "1", "2")
# Of programs with several paths and easy questions.
SEEDS = (3, 80, 2, 9, 79, 5, 85, 7, 12, 13, 15, 16, 18, 19, 20, 21, 23, 25, 26, 29, 30, 32, 33, 39, 35, 48, 52, 54,
         59, 61, 62, 64, 66, 67, 69, 73, 74, 77, 78, 84, 88, 89)


class Symbolic(pool.Pool):
    @classmethod
    def bench(cls, folder):
        return Bench(NADIR, folder)


class Judge(unittest.TestCase):
    """A machine that lies is found out."""

    def verdict(self, seed, script):
        with tempfile.TemporaryDirectory() as folder:
            fake = pool.fake_machine(folder, script)
            return Bench(fake, folder).check(Program(seed, "0"))[0]

    def seed(self, n_inputs):
        return next(s for s in SEEDS if Writer(s).n_inputs == n_inputs)

    def check(self, script, says, sizes=(2, 4)):
        for n_inputs in sizes:
            with self.subTest(n_inputs=n_inputs):
                self.assertIn(says, " ".join(self.verdict(self.seed(n_inputs), script)[:2]))

    def test_honest(self):
        self.check(f'exec {NADIR} "$@"', "same")

    def edited(self, edit):
        """Only the machine lies: replays are told as they are."""
        return f'[[ $1 = run ]] || exec {NADIR} "$@"; {NADIR} "$@" | sed "{edit}"'

    def test_other_decision(self):
        self.check(self.edited("s/^-T/-F/;t;s/^-F/-T/"), "another path")

    def test_other_value(self):
        self.check(self.edited("/^-/s/.$/g/"), "another path")

    def test_missing_path(self):
        """Half of the work is not all of it."""
        self.check(f'[[ $1 = run ]] && set -- "$@" --max-paths 1; exec {NADIR} "$@"', "is missing",
                   sizes=(2,))

    def test_killed(self):
        self.check("kill -SEGV $$", "crash")


NADIR = pathlib.Path(sys.argv[1]).resolve()
N_PROGRAMS = int(sys.argv[2]) if len(sys.argv) > 2 else len(SEEDS)
PROGRAMS = [Program(seed, LEVELS[seed % len(LEVELS)]) for seed in SEEDS[:N_PROGRAMS]]
del sys.argv[1:]
Symbolic.add_programs(PROGRAMS, "test_{}_O{}")

if __name__ == "__main__":
    tap.main()
