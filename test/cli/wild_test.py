"""The corpus of bench/wild and its judge: every program has what it needs, costs that are known can be counted again,
claims that are false are seen, and a few programs are right at small sizes.

    wild_test.py PROGRAM
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench/wild"))
import entry as wild
import judge
import machine

KNOWN = json.loads((ROOT / "bench/wild/known.json").read_text())


def size(n, cost, **more):
    return {"size": n, "cost": cost, "proven": False, "paths": {"error": 0}, **more}


def result(*sizes, kind="exact", **growth):
    return {"sizes": list(sizes), "growth": {"kind": kind, **growth}, "errors": []}


class Corpus(unittest.TestCase):
    nadir = None

    def test_every_program_is_known(self):
        entries = wild.entries()
        self.assertGreaterEqual(len(entries), 60)
        for e in entries:
            sizes = [] if e.expect else sorted({*e.small, e.large})
            self.assertEqual(sorted(map(int, KNOWN.get(e.name, {}))), sizes, e.name)
            self.assertTrue(e.killer(e.large) or not e.inputs, e.name)

    def test_costs_can_be_counted_again(self):
        for e in wild.entries(["bst", "search_kmp", "union_rank"]):
            main = machine.harness(self.nadir, e.file, e.call)
            for n, row in [*KNOWN[e.name].items()][-2:]:
                data = bytes.fromhex(row["input"])
                self.assertEqual(machine.cost(self.nadir, e, main, data, int(n), "instructions"), row["cost"], e.name)

    def test_small_sizes_are_right(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([ROOT / "script/wild", "bst", "gcd", "gnome", "two_sum", "quick_last", "--sizes", "small",
                                  "--time", "20", "--json", "--nadir", self.nadir, "--results", folder + "/rows"],
                                 capture_output=True, text=True, timeout=110)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        for row in json.loads(run.stdout):
            self.assertEqual(row["verdict"], "right", row)


    def test_three_way_comparators_are_decided_once(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([ROOT / "script/wild", "insertion_generic", "--time", "60", "--json", "--nadir", self.nadir,
                                  "--results", folder + "/rows"], capture_output=True, text=True, timeout=110)
        row, = json.loads(run.stdout)
        self.assertEqual((row["verdict"], row["found"]), ("right", row["known"]), row)


class Judge(unittest.TestCase):
    def setUp(self):
        self.bst, = wild.entries(["bst"])
        self.known = {"2": {"cost": 10}, "100": {"cost": 1000}}

    def verdict(self, *sizes, **growth):
        return judge.judge(self.bst, self.known, result(*sizes, **growth))[0]

    def test_right(self):
        self.assertEqual(self.verdict(size(2, 10, proven=True), size(100, 900)), "right")
        self.assertEqual(self.verdict(size(2, 10), size(100, 1001), **{"class": "n^2"}), "right")

    def test_short_or_nothing(self):
        self.assertEqual(self.verdict(size(2, 10), size(100, 899)), "short")
        self.assertEqual(self.verdict(size(2, 10), size(100, None)), "failed")
        self.assertEqual(judge.judge(self.bst, self.known, None)[0], "failed")

    def test_proven_but_less(self):
        self.assertEqual(self.verdict(size(2, 9, proven=True), size(100, 1000)), "wrong")

    def test_exact_but_not(self):
        self.assertEqual(self.verdict(size(2, 10), size(100, 1000), exact="10*N - 10"), "wrong")
        self.assertEqual(self.verdict(size(2, 10), size(100, 1000), exact="1/2*N^2 + 8"), "right")

    def test_another_class(self):
        self.assertEqual(self.verdict(size(2, 10), size(100, 1000), **{"class": "n"}), "wrong")
        found = {"kind": "at least", "class": "n"}  # a lower bound
        self.assertEqual(self.verdict(size(2, 10), size(100, 1000), **found), "right")

    def test_growth(self):
        """No power is nothing said, of whatever class; what adds the same each time is no more than a logarithm."""
        def said(name, kind, exponent, ratios):
            trend = {"kind": kind, "exponent": exponent, "sizes": [25, 50, 100], "ratios": ratios}
            entry, = wild.entries([name])
            return judge.judge_growth(entry, result(size(2, 10), size(100, 1000), kind="trend", trend=trend))
        self.assertEqual(said("permutations", "multiplies", None, [8, 800]), "nothing")
        self.assertEqual(said("permutations", "multiplies", 9.6, [8, 800]), "weaker")
        self.assertEqual(said("bst", "multiplies", 1.95, [3.8, 3.9]), "right")
        self.assertEqual(said("bst", "multiplies", 2.5, [3.8, 5.7]), "wrong")
        self.assertEqual(said("levels", "adds", None, [1.2, 1.2]), "right")
        self.assertEqual(said("pad_block", "falls", None, [0.9, 0.8]), "right")

    def test_errors_not_told(self):
        bounds, = wild.entries(["bounds"])
        self.assertEqual(judge.judge(bounds, {}, result(size(2, 10, proven=True)))[0], "wrong")
        self.assertEqual(judge.judge(bounds, {}, result(size(2, 10)))[0], "short")
        told = {**result(size(2, 10)), "errors": [{"kind": "out-of-bounds"}]}
        self.assertEqual(judge.judge(bounds, {}, told)[0], "right")
        circle, = wild.entries(["endless_list"])
        self.assertEqual(judge.judge(circle, {}, result(size(2, 10)))[0], "short")
        self.assertEqual(judge.judge(circle, {}, result(size(2, 10, unended=70000000)))[0], "right")
        endless, = wild.entries(["endless_skip"])
        self.assertEqual(judge.judge(endless, {}, told)[0], "short")


if __name__ == "__main__":
    Corpus.nadir = str(pathlib.Path(sys.argv.pop()).resolve())
    tap.main()
