"""Random C programs print in the machine what they print natively.

    csmith_test.py NADIR [N]        the first N of the programs below

What nadir does not support would be told as a comment, by reason; script/fuzz-vm is the long run.
"""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import pool
import tap
from csmith import Bench, Program

LEVELS = ("0", "1", "0", "2")
# Seeds of programs that end soon, one for each of LEVELS.
SEEDS = {
    "medium": (112, 118, 121, 122),
    "small": (202, 203, 205, 206),
    "float": (302, 310, 316, 318),
    "builtins": (402, 403, 409, 412),
    "bitfields": (501, 502, 503, 506),
    "packed": (601, 602, 606, 607),
    "unions": (701, 702, 703, 705),
    "structs": (801, 802, 803, 804),
    "narrow": (901, 902, 904, 906),
    "plain": (1001, 1002, 1003, 1005),
    "pointers": (1101, 1102, 1103, 1104),
    "arrays": (1202, 1204, 1205, 1206),
    "jumps": (1301, 1304, 1309, 1310),
    "inline": (1401, 1402, 1403, 1409),
    "random": (1503, 1506, 1511, 1523),
}


def programs():
    """One of each option set, then the next of each: every prefix is a mixture."""
    return [Program(name, seeds[k], level)
            for k, level in enumerate(LEVELS) for name, seeds in SEEDS.items()]


class Csmith(pool.Pool):
    @classmethod
    def bench(cls, folder):
        return Bench(NADIR, folder, native_seconds=10)


class Judge(unittest.TestCase):
    """A machine that lies is found out."""

    def verdict(self, script):
        with tempfile.TemporaryDirectory() as folder:
            fake = pool.fake_machine(folder, script)
            source = pathlib.Path(folder) / "p.c"
            source.write_text('#include <stdio.h>\nint main() { puts("checksum = 7\\n"); }\n')
            return Bench(fake, folder).judge(source, "0").kind

    def test_honest(self):
        self.assertEqual(self.verdict(f'exec {NADIR} "$@"'), "same")

    def test_wrong_checksum(self):
        self.assertEqual(self.verdict(f'{NADIR} "$@" | sed "s/checksum = 7/checksum = 8/"'),
                         "different")

    def test_silent(self):
        self.assertEqual(self.verdict(f'{NADIR} "$@" | sed /checksum/d'), "different")

    def test_killed(self):
        self.assertEqual(self.verdict("kill -SEGV $$"), "crash")


NADIR = pathlib.Path(sys.argv[1]).resolve()
PROGRAMS = programs()[:int(sys.argv[2]) if len(sys.argv) > 2 else None]
del sys.argv[1:]
Csmith.add_programs(PROGRAMS, "test_{}_{}_O{}")

if __name__ == "__main__":
    tap.main()
