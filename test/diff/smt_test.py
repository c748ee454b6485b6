"""Random SMT-LIB scripts: nadir and Z3 give the same answers, and models and cores are what they say.

    smt_test.py NADIR [N]      the first N scripts

smt.py is the long run.
"""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import pool
import smt
import tap

NADIR = pathlib.Path(sys.argv[1]).resolve()
N_SCRIPTS = int(sys.argv[2]) if len(sys.argv) > 2 else 40
del sys.argv[1:]


class Scripts(unittest.TestCase):
    def test_random(self):
        n_known = 0
        for seed in range(1, N_SCRIPTS + 1):
            with self.subTest(seed=seed):
                kinds, complaints = smt.check(NADIR, seed)
                self.assertEqual(complaints, [])
                n_known += sum("unknown" not in pair for pair in kinds)
        self.assertGreater(n_known, N_SCRIPTS)


class Judge(unittest.TestCase):
    """A solver that lies is found out."""

    def complaints(self, script, n=8):
        with tempfile.TemporaryDirectory() as folder:
            fake = pool.fake_machine(folder, script)
            return " ".join(c for seed in range(1, n + 1) for c in smt.check(fake, seed)[1])

    def test_answers(self):
        lie = f'{NADIR} "$@" | sed "s/^unsat/SAT/;s/^sat/unsat/;s/^SAT/sat/"'
        self.assertIn("nadir says", self.complaints(lie))

    def test_models(self):
        lie = (f'{NADIR} "$@" | sed "s/#b0/#b1/g;s/#x[0-9]/#xe/g;s/ true)$/ TRUE)/;'
               's/ false)$/ true)/;s/TRUE/false/"')
        self.assertIn("the model is none", self.complaints(lie, n=16))

    def test_cores(self):
        self.assertIn("is no core", self.complaints(f'{NADIR} "$@" | sed "s/^(n.*/()/"'))


if __name__ == "__main__":
    tap.main()
