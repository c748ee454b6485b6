"""Damaged files of every format: nadir refuses them or not, and never dies.

    mutants_test.py NADIR N        N mutants of each format; script/fuzz-files is the long run
"""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import mutants
import tap


class Mutants(unittest.TestCase):
    def test_none_kills(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(mutants.try_mutants(NADIR, 1, N, folder, limited=False), [])

    def test_a_machine_that_dies_is_seen(self):
        self.assertIsNotNone(mutants.complaint("/bin/sh", ["-c", "kill -SEGV $$"], (0, 1), False))


NADIR, N = sys.argv[1], int(sys.argv[2])
del sys.argv[1:]

if __name__ == "__main__":
    tap.main()
