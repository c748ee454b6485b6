"""Small real programs: built by `nadir cc` from Debian's sources, run in the machine and natively.

    agree_test.py NADIR

Sources and programs stay in real/ beside the build folders, so that only the first run fetches and
builds.  Skipped where the sources cannot be had.  agree.py NADIR compares all that script/real builds.
"""

import fcntl
import os
import pathlib
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]
import agree
import tap

NADIR = pathlib.Path(sys.argv.pop()).resolve()
STORE = pathlib.Path(os.environ.get("NADIR_REAL", ROOT / "real"))
FIRST = 8  # command lines of each


def build(test, name):
    """By script/real, unless it is there already; nobody else builds at the same time."""
    STORE.mkdir(exist_ok=True)
    with open(STORE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        source = STORE / name / "source"
        if not (STORE / name / "built").exists() and not list(source.glob("*.dsc")):
            fetched = subprocess.run([ROOT / "script/fetch-source", name, source], text=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if fetched.returncode:
                test.skipTest("no source: " + fetched.stdout.strip().replace("\n", "; "))
        built = subprocess.run([ROOT / "script/real", name], text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, env={**os.environ, "NADIR": str(NADIR)})
    test.assertEqual(built.returncode, 0, built.stdout)


class Agree(unittest.TestCase):
    def check(self, name):
        build(self, name)
        programs = agree.programs_of(name)
        for line in agree.read_commands()[name][:FIRST]:
            with self.subTest(line):
                self.assertEqual(agree.compare(NADIR, programs, line), "")

    def test_zlib(self):
        self.check("zlib")

    def test_expat(self):
        self.check("expat")


if __name__ == "__main__":
    tap.main()
