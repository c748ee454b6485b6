"""The programs of the papers: worst costs and numbers of paths, exhaustively and with each
paper's policies.

    subjects_test.py [--every N] PROGRAM

Each subjects*.json has one object per search: the file, the CALL (null: the file has a main), the
cost, the strategy, further options, and for each size what is to come out: "cost", "feasible",
"infeasible", "proven".  What is not given is not compared.  With --every each Nth of them is made.
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TABLES = sorted(pathlib.Path(__file__).parent.glob("subjects*.json"))
ROWS = [row for table in TABLES for row in json.loads(table.read_text())]


def command(nadir, row):
    call = ["--call", row["call"]] if row["call"] else []
    return [nadir, "worst", str(ROOT / row["file"]), *call, "--cost", row["cost"],
            "--strategy", row["strategy"], *row["options"], "--size", ",".join(row["sizes"]),
            "--max-time", "10m", "--no-report", "--no-verify", "--json"]


def found(size):
    """What worst.json says about a size, in the words of the table."""
    return {"cost": size["cost"], "proven": size["proven"],
            "feasible": size["paths"]["feasible"], "infeasible": size["paths"]["infeasible"]}


class Subjects(unittest.TestCase):
    nadir = None

    def check(self, row):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(command(self.nadir, row), cwd=folder, timeout=600, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        sizes = {str(s["size"]): found(s) for s in result["sizes"]}
        self.assertEqual(sizes.keys(), row["sizes"].keys())
        for size, expected in row["sizes"].items():
            got = {key: sizes[size][key] for key in expected}
            self.assertEqual(got, expected, f"size {size}; {result['said']}")

    def test_comments(self):
        """The command that each file shows is one of the table, its sizes and strategy apart."""
        rows = {(row["file"], row["call"], row["cost"]) for row in ROWS}
        for file in sorted({row["file"] for row in ROWS}):
            text = (ROOT / file).read_text()
            shown = re.search(r"^ \*     (nadir worst (?:.*\\\n)*.*)$", text, re.M)
            words = shlex.split(shown[1].replace("\\\n *", "")) if shown else []
            options = dict(zip(words[3::2], words[4::2]))
            self.assertEqual(words[2:3], [file])
            self.assertIn((file, options.get("--call"), options.get("--cost", "instructions")), rows)


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--every", type=int, default=1)
    args.add_argument("nadir", type=pathlib.Path)
    args = args.parse_args()
    Subjects.nadir = str(args.nadir.resolve())
    for i, row in list(enumerate(ROWS))[::args.every]:
        name = re.sub(r"\W+", "_", f"test_{i:02}_{row['strategy']}_{row['file'][:-2]}")
        setattr(Subjects, name, lambda self, row=row: self.check(row))
    tap.main()


if __name__ == "__main__":
    main()
