"""With and without --subsume nadir takes the same sides of random programs, and finds the same errors.

    subsume_test.py NADIR [N]      the first N seeds

Without --subsume every path is explored, so what is covered and what goes wrong is all there is.
"""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap
from rounds import HEAD, explore, explored


class Subsume(unittest.TestCase):
    def test_programs(self):
        n_fewer = n_errors = n_programs = 0
        for seed, source, sides, errors, report in explored(NADIR, N_PROGRAMS):
            fewer_sides, fewer_errors, fewer = explore(NADIR, source, "--subsume")
            self.assertTrue(fewer["complete"], f"seed {seed}")
            self.assertEqual(sides, fewer_sides, f"seed {seed}")
            self.assertEqual(errors, fewer_errors, f"seed {seed}")
            self.assertLessEqual(fewer["paths"], report["paths"])
            n_fewer += fewer["paths"] < report["paths"]
            n_errors += len(errors)
            n_programs += 1
        self.assertGreater(n_fewer, n_programs / 8)
        self.assertGreater(n_errors, 0)

    def subsumed(self, text):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "p.c"
            source.write_text(HEAD + text)
            return explore(NADIR, source, "--subsume")

    def test_forgotten(self):
        """Paths that come together again and again: there are 3^9 of them."""
        sides, _, report = self.subsumed("""int main(void) {
          for (int i = 0; i < 9; i++) { int c = next(); if (c == 'a' || c == 'b') state ^= 1; }
          if (state) return kept;
        }""")
        self.assertTrue(report["complete"])
        self.assertEqual(len(sides), 8)
        self.assertLess(report["paths"], 100)
        self.assertGreater(report["subsumed"], 10)

    def test_endless(self):
        """A path that comes back to a state of its own never ends, and says so."""
        _, errors, report = self.subsumed("""int main(void) {
          int c = next(), d = next();
          while (c < d) state ^= 1;
        }""")
        self.assertTrue(report["complete"])
        self.assertEqual({kind for kind, _ in errors}, {"endless"})


NADIR = pathlib.Path(sys.argv[1]).resolve()
N_PROGRAMS = int(sys.argv[2]) if len(sys.argv) > 2 else 40
del sys.argv[1:]

if __name__ == "__main__":
    tap.main()
