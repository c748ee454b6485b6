"""What `nadir worst` says of random functions holds for every input there is.

    worst_test.py NADIR [N]     the first N seeds; script/fuzz-vm --worst is the long run
"""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import pool
import tap
from worst import Bench, Program, law_broken


class Worst(pool.Pool):
    good = ("same", "short")

    @classmethod
    def bench(cls, folder):
        return Bench(NADIR, folder, seconds=1)


class Liars(unittest.TestCase):
    """What a report could say that is not so, of a program in which an array of ones costs most."""

    most, costs = {1: 7}, {(1, 0): 3, (1, 1): 7}

    def kind(self, cost, proven, value):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "p.c"
            source.with_suffix(".out").mkdir()
            (source.with_suffix(".out") / "t.ktest").write_bytes(ktest(value.to_bytes(4, "little")))
            report = {"sizes": [{"size": 1, "cost": cost, "proven": proven, "test": "t.ktest"}],
                      "growth": {"kind": "unknown"}}
            return Bench("nadir", folder).judge(source, 2, report, self.most, self.costs).kind

    def test_verdicts(self):
        self.assertEqual(self.kind(7, True, 1), "same")
        self.assertEqual(self.kind(3, False, 0), "short")
        self.assertEqual(self.kind(3, True, 0), "too low")
        self.assertEqual(self.kind(8, False, 1), "too high")
        self.assertEqual(self.kind(7, True, 0), "false input")

    def test_laws(self):
        law = {"kind": "exact", "text": "N + 6", "curve": [[1, 7], [2, 8]]}
        self.assertIsNone(law_broken(law, {1: 7, 2: 8}))
        self.assertIn("9 exists", law_broken(law, {1: 7, 2: 9}))
        self.assertIsNone(law_broken({"kind": "at least", "curve": [[1, 8]]}, {1: 7}))


def ktest(data):
    """A test with one object."""
    def number(n):
        return n.to_bytes(4, "big")
    name = b"a"
    return (b"KTEST" + number(3) + number(0) + number(0) + number(0) + number(1) + number(len(name)) + name +
            number(len(data)) + data)


NADIR = pathlib.Path(sys.argv[1]).resolve()
N = int(sys.argv[2]) if len(sys.argv) > 2 else 20
del sys.argv[1:]
Worst.add_programs([Program(seed, "0") for seed in range(1, N + 1)], "test_{}_O{}")

if __name__ == "__main__":
    tap.main()
