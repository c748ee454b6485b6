"""With and without --merge nadir takes the same sides of random programs, and finds the same errors.

    merge_test.py NADIR [N]      the first N seeds

Without --merge every path is explored, so what is covered and what goes wrong is all there is.  Paths that are put
aside and made again merge again, tests end natively as the machine said, and saved paths lead to their errors.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap
from rounds import HEAD, explore, explored


def ends_of(out):
    """test -> how the machine said that it ends, of those that end well"""
    ends = {}
    for line in (out / "ledger").read_text().splitlines():
        fields = line.split("\t")
        if len(fields) >= 7 and fields[1] == "exit" and fields[4].endswith(".ktest"):
            code = re.search(r"exit code (\d+)", fields[6])
            ends[fields[4]] = f"exit code {code[1] if code else 0}"
    return ends


def run(source, *options):
    """(the report, its folder)"""
    out = source.with_suffix(".run")
    words = [NADIR, "run", "--json", "--exit-zero", "--native", "off", "--max-time", "60s", "--out", out, *options, source]
    report = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    return report, pathlib.Path(report["out"])


class Merge(unittest.TestCase):
    def check_replay(self, out):
        ends = ends_of(out)
        told = subprocess.run([NADIR, "replay", *(out / t for t in ends)], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout
        for test, end in ends.items():
            self.assertRegex(told, rf"{test}: {end}\b")

    def check_paths(self, source, report, out):
        for error in report["errors"]:
            saved = (out / pathlib.Path(error["test"]).name).with_suffix(".path")
            again, _ = run(source, "--follow", saved)
            self.assertEqual([(e["kind"], e["line"]) for e in again["errors"]], [(error["kind"], error["line"])])

    def test_programs(self):
        n_fewer = n_errors = n_programs = 0
        for seed, source, sides, errors, report in explored(NADIR, N_PROGRAMS):
            merged_sides, merged_errors, merged = explore(NADIR, source, "--merge")
            self.assertTrue(merged["complete"], f"seed {seed}")
            self.assertEqual(sides, merged_sides, f"seed {seed}")
            self.assertEqual(errors, merged_errors, f"seed {seed}")
            again = explore(NADIR, source, "--merge", "--max-states", "2")
            self.assertEqual((again[:2], again[2]["paths"], again[2].get("merged")),
                             ((sides, errors), merged["paths"], merged.get("merged")), f"seed {seed}")
            if seed < N_PROGRAMS / 4:
                report_of_run, out = run(source, "--merge")
                self.assertEqual({(e["kind"], e["line"]) for e in report_of_run["errors"]}, errors, f"seed {seed}")
                self.check_replay(out)
                self.check_paths(source, report_of_run, out)
            n_fewer += merged["paths"] < report["paths"]
            n_errors += len(errors)
            n_programs += 1
        self.assertGreater(n_fewer, n_programs / 4)
        self.assertGreater(n_errors, 0)

    def test_counted(self):
        """Letters of a text: there are 2^24 paths."""
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "p.c"
            source.write_text(HEAD + """int main(void) {
              int n = 0;
              for (int i = 0; i < 24; i++) if (is_word(next())) n++;
              if (n == 11) state = 1;
              return state;
            }""")
            sides, _, report = explore(NADIR, source, "--merge")
            self.assertTrue(report["complete"])
            self.assertEqual(len(sides), 10)
            self.assertLess(report["paths"], 100)
            self.assertGreater(report["merged"], 20)


NADIR = pathlib.Path(sys.argv[1]).resolve()
N_PROGRAMS = int(sys.argv[2]) if len(sys.argv) > 2 else 40
del sys.argv[1:]

if __name__ == "__main__":
    tap.main()
