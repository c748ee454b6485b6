"""nadir bench: a paper's tables beside ours, kept and gone on with.

    bench_test.py PROGRAM

All programs of each paper are measured at small sizes.
"""

import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

NADIR = pathlib.Path(sys.argv.pop()).resolve()

SORT = """
void sort(int *a, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
      int x = a[j];
      a[j] = a[j - 1];
      a[j - 1] = x;
    }
}
"""


def made_up():
    """A paper about one program, with all that a table may have."""
    return {
        "paper": "Made up", "title": "Sorting Made Slow", "where": "Nowhere 2020",
        "computer": "an abacus", "limit": "one day",
        "programs": {
            "sort": {"title": "a sort", "file": "made/sort.c", "call": "sort(int a[N], N)",
                     "cost": "branches"},
            "broken": {"title": "no C", "file": "made/broken.c", "cost": "branches"},
        },
        "tables": [{
            "name": "7", "title": "All of it", "time": "all",
            "columns": [{"name": "exhaustive", "strategy": "exhaustive"},
                        {"name": "wise", "strategy": "wise", "options": ["--train", "3,4"]},
                        {"name": "divination", "strategy": "divination"},
                        {"name": "by hand"}],
            "rows": [{
                "program": "sort", "sizes": [30, 40], "runs": [3, 4], "worst": [3, ">=5"],
                "claimed": [4, "7?"],
                "figures": {"exhaustive": {"paths": [3, "-"], "seconds": [1000000, "OOT"]},
                            "wise": {"cost": [2, None]}, "divination": {"paths": [1, 1]},
                            "by hand": {}},
                "notes": ["Mind the gap."],
            }],
        }],
    }


def made_up_figure():
    """The same with a figure: two variants of a random strategy, and their means."""
    paper = made_up()
    paper["limit_seconds"] = 600
    columns = [{"name": "new", "strategy": "pyse", "random": True},
               {"name": "old", "strategy": "pyse", "random": True, "options": ["--set", "pyse.mode=basic"]}]
    rows = [{"program": "sort", "sizes": [50], "runs": [5], "worst": [10],
             "options": {"old": ["--set", "pyse.pretrain=3"]}}]
    paper["tables"] += [
        {"name": "8a", "title": "New and old", "time": "search", "columns": columns, "rows": rows,
         "figure": {"name": "8", "shows": "paths", "by": "program", "against": "new"}},
        {"name": "8b", "title": "On average", "time": "search", "columns": columns,
         "rows": [dict(rows[0], figures={"new": {"cost": [5]}, "old": {"cost": [8]}},
                       claimed=[20])],
         "figure": {"name": "8", "shows": "ratio", "by": "column"}}]
    return paper


class Bench(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = self.folder / "out"

    def write_paper(self, paper):
        made = self.folder / "made"
        made.mkdir(exist_ok=True)
        (made / "paper.json").write_text(paper if isinstance(paper, str) else json.dumps(paper))
        (made / "sort.c").write_text(SORT)
        (made / "broken.c").write_text("int main(void) { return }\n")

    def bench(self, *words, code=0):
        run = subprocess.run([NADIR, "bench", *words, "--out", self.out], capture_output=True,
                             text=True, cwd=self.folder, timeout=300)
        if code is not None:
            self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def bench_made_up(self, *words, code=0):
        return self.bench("made", "--from", self.folder, "--budget", "60s", *words, code=code)

    def cells(self, *words, code=0):
        """{(table, program, column, size): cell} of a bench that prints JSON."""
        report = json.loads(self.bench(*words, "--json", code=code).stdout)
        return {(t["name"], c["program"], c["column"], c["size"]): c
                for t in report["tables"] for c in t["cells"]}


class Tables(Bench):
    def test_side_by_side(self):
        self.write_paper(made_up())
        text = self.bench_made_up().stdout
        self.assertIn("Sorting Made Slow (Nowhere 2020)\n", text)
        for fact in ("cpu", "cores", "memory", "kernel", "nadir", "clang", "date", "seed"):
            self.assertRegex(text, rf"(?m)^{fact} +\S")
        self.assertIn("table 7: All of it\n", text)
        lines = {tuple(line.split()[:2]): line.split()[2:] for line in text.splitlines()
                 if line.startswith(("exhaustive", "wise", "divination"))}
        faster = lines["exhaustive", "30"].pop()
        self.assertRegex(faster, r"^\d+x$")
        del lines["exhaustive", "30"][-1], lines["exhaustive", "40"][-2], lines["wise", "30"][-2]
        self.assertEqual(lines["exhaustive", "30"],
                         "3 4 3 1.00 proven 3 6 2.00 1000000".split())
        self.assertEqual(lines["exhaustive", "40"],
                         ">=5 7? 6 1.20 proven - 24 - OOT -".split())
        self.assertEqual(lines["wise", "30"], "3 2 3 1.00 found - 1 - - -".split())
        self.assertEqual(lines["divination", "30"], "3 4 - - 1 - - - - -".split())
        self.assertRegex(text, r"(?m)^by hand +40 +>=5 +7\? +-")
        self.assertIn("  note: Mind the gap.\n", text)
        self.assertIn("4 cells measured, the worst cost met in 4 of 4; "
                      "4 not by a strategy of nadir\n", text)

    def test_json(self):
        self.write_paper(made_up())
        cells = self.cells("made", "--from", self.folder, "--budget", "60s")
        cell = cells["7", "sort", "exhaustive", 30]
        self.assertEqual(cell["worst"], 3)
        self.assertEqual(cell["paper"], {"cost": 4, "paths": 3, "seconds": 1000000})
        ours = cell["ours"]
        self.assertGreater(ours.pop("seconds"), 0)
        self.assertIn("--size 3 ", ours.pop("command"))
        self.assertGreater(ours.pop("queries"), 0)
        self.assertEqual((ours.pop("runs"), ours.pop("met")), (1, 1))
        self.assertEqual(ours, {"cost": 3, "proven": True, "predicted": False, "cut": False,
                                "verified": True, "paths": 6, "feasible": 6, "infeasible": 0})
        self.assertEqual(cells["7", "sort", "exhaustive", 40]["paper"],
                         {"cost": "7?", "paths": "-", "seconds": "OOT"})
        self.assertEqual(cells["7", "sort", "exhaustive", 40]["worst"], ">=5")
        self.assertEqual(cells["7", "sort", "divination", 40]["state"], "absent")
        self.assertIsNone(cells["7", "sort", "divination", 40]["ours"])

    def test_only_some(self):
        self.write_paper(made_up())
        cells = self.cells("made", "--from", self.folder, "--table", "7", "--program", "sort",
                           "--size", "1:30")
        self.assertEqual({size for _, _, _, size in cells}, {30})
        cells = self.cells("made", "--from", self.folder, "--strategy", "wise")
        self.assertEqual(set(cells), {("7", "sort", "wise", 30), ("7", "sort", "wise", 40)})
        for words, message in ((["--table", "8"], "Made up has no table '8'; it has 7"),
                               (["--program", "sorts"], "did you mean 'sort'?"),
                               (["--strategy", "divination"], "no strategy 'divination'"),
                               (["--strategy", "dfs"], "Made up has no such cell"),
                               (["--size", "5"], "Made up has no such cell"),
                               (["--size", "x"], "x")):
            self.assertIn(message, self.bench_made_up(*words, code=2).stderr)

    def test_no_answer_and_errors_are_no_failures(self):
        """nadir worst then exits with 11 and 10."""
        paper = made_up()
        paper["programs"] = {"endless": {"title": "no end", "file": "made/endless.c", "call": "endless(int a[N], N)",
                                         "cost": "branches"},
                             "wrong": {"title": "an error", "file": "made/wrong.c", "call": "wrong(int a[N], N)",
                                       "cost": "branches"}}
        paper["tables"][0]["rows"] = [{"program": "endless", "sizes": [2]}, {"program": "wrong", "sizes": [2]}]
        self.write_paper(paper)
        (self.folder / "made/endless.c").write_text(
            "void endless(int *a, int n) { for (volatile int i = 0; n;) i = a[0] > i; }\n")
        (self.folder / "made/wrong.c").write_text(
            "#include <assert.h>\nvoid wrong(int *a, int n) { assert(a[0] != 7); if (a[1] > 3) a[0] = n; }\n")
        cells = self.cells("made", "--from", self.folder, "--budget", "1s", "--strategy", "exhaustive")
        endless, wrong = (cells["7", name, "exhaustive", 2] for name in ("endless", "wrong"))
        self.assertEqual((endless["state"], wrong["state"]), ("done", "done"))
        self.assertIsNone(endless["ours"]["cost"])
        self.assertTrue(endless["why"])
        self.assertEqual(wrong["ours"]["cost"], 2)

    def test_a_cell_that_fails_spoils_no_other(self):
        paper = made_up()
        paper["tables"][0]["rows"].insert(0, {
            "program": "broken", "sizes": [3], "figures": {"exhaustive": {}}})
        self.write_paper(paper)
        run = self.bench_made_up(code=1)
        self.assertIn("1 cells failed", run.stderr)
        self.assertRegex(run.stdout, r"exhaustive +3 .* failed ")
        self.assertRegex(run.stdout, r"exhaustive at 3: .*broken.c:1:25: error: ")
        self.assertIn("4 cells measured", run.stdout)
        self.assertIn("1 failed", run.stdout)


class Studies(Bench):
    """What is covered, instead of what costs most."""

    PROGRAM = """
    #include <nadir.h>
    int main(void) {
      unsigned char c[2];
      nadir_symbolic(c, sizeof c, "c");
      if (c[0] == 'a') return c[1] > 7 ? 3 : 4;
      if (c[0] == 'q') *(volatile int *)0 = 1;
      return c[1] == c[0] && c[1] != c[0];
    }
    """

    def setUp(self):
        super().setUp()
        study = self.folder / "made"
        study.mkdir()
        (study / "study.json").write_text(json.dumps({
            "name": "Covered", "title": "Much Is Covered", "where": "Nowhere 2020",
            "limit_seconds": 600, "memory": "1G", "seeds": 3,
            "programs": [{"name": "p", "file": "p.c", "version": "2.0", "klee": {"own": 4, "all": 8},
                          "paper": {"version": "1.0", "branches": 70, "states": 9, "exclusive": [3, 2],
                                    "errors": ["a.c:3: bad"]}},
                         {"name": "q", "file": "q.c"}],
            "methods": [{"name": "some", "options": ["--search", "dfs", "--max-paths", "1"]},
                        {"name": "all", "options": ["--search", "batch(covnew)"]},
                        {"name": "more", "over": "best", "options": ["--prune", "homi-random"]},
                        {"name": "own", "over": "own", "options": []}]}))
        (self.folder / "p.c").write_text(self.PROGRAM)

    def study(self, *words, code=0):
        return self.bench("made", "--from", self.folder, "--programs", self.folder, "--budget",
                          "60s", *words, code=code)

    def cells(self, *words, code=0):
        report = json.loads(self.study("--json", *words, code=code).stdout)
        return {(c["program"], c["method"]): c for c in report["cells"]}

    def test_medians(self):
        cells = self.cells()
        self.assertEqual(len(cells), 8)
        self.assertEqual(len(cells["p", "all"]["runs"]), 3)
        kept = json.loads((self.out / "made" / "p-all-2" / "cover.json").read_text())
        self.assertEqual(cells["p", "all"]["runs"][1]["covered"], kept["sides"]["covered"])
        self.assertEqual(cells["p", "all"]["median"], kept["sides"]["covered"])
        self.assertLess(cells["p", "some"]["median"], cells["p", "all"]["median"])
        self.assertEqual(cells["p", "more"]["over"], "all")
        self.assertEqual(cells["p", "own"]["median"], cells["p", "all"]["median"])
        self.assertNotIn("median", cells["q", "all"])
        self.assertEqual(cells["q", "all"]["runs"][0]["state"], "absent")
        page = (self.out / "made" / "bench.html").read_text()
        self.assertIn("p-all-", page)

    def test_tables(self):
        """The tables of the paper, with figures that are known: 'some' covers nothing that 'all' does not."""
        text = self.study("--program", "p", "--seeds", "2").stdout
        taken = [json.loads((self.out / "made" / f"p-{m}-1" / "cover.json").read_text())["sides"]["covered"]
                 for m in ("some", "all")]
        tables = {re.match(r"[\w ]+", t).group(): t for t in re.split(r"\n\n(?=Table|Beside)", text)}
        self.assertRegex(tables["Table 1"], r"(?m)^p +9 +\d+ +\d+ +- +0$")
        self.assertRegex(tables["Table 2"], r"(?m)^p +1.0 +- +70 +2.0 +\d+ +\d+$")
        self.assertRegex(tables["Table 3"], r"(?m)^p +paper +3 +2 +- +- +- +-$")
        self.assertRegex(tables["Table 3"], r"(?m)^p +ours +0 +0 all +0 some +- +- +-$")
        self.assertRegex(tables["Table 4"], r"(?m)^p +a.c:3: bad +the paper$")
        self.assertRegex(tables["Table 4"],
                         r"(?m)^p +\S*p.c:7: .* +all \(2 of 2\), more \(2 of 2\), own \(2 of 2\)$")
        self.assertRegex(tables["Beside KLEE"], rf"(?m)^p +4 +{taken[1]} +{taken[1] / 4:.2f} ")
        page = (self.out / "made" / "bench.html").read_text()
        for part in ("Table 1", "Table 2", "Table 3", "Table 4", "Figure 1", "Figure 2", "Figure 3", "Beside KLEE"):
            self.assertIn(part, page)

    def test_it_goes_on(self):
        """What was measured is not measured again by the same command."""
        self.study("--program", "p", "--strategy", "some", "--seeds", "1")
        kept = self.out / "made" / "p-some-1" / "cover.json"
        old = json.loads(kept.read_text())
        kept.write_text(json.dumps(dict(old, sides={"covered": 77, "all": 99})))
        text = self.study("--program", "p", "--seeds", "1").stdout
        self.assertRegex(text, r"(?m)^p +some +77 of 99 sides$")
        self.assertRegex(text, r"(?m)^  more +\d+ of .*  over some$")
        text = self.study("--program", "p", "--seeds", "1", "--again").stdout
        self.assertRegex(text, r"(?m)^  more +\d+ of .*  over all$")
        (self.out / "made" / "p-all-1" / "bench.json").unlink()  # interrupted
        cells = self.cells("--program", "p", "--seeds", "1")
        self.assertEqual(cells["p", "all"]["runs"][0]["state"], "done")
        self.assertTrue((self.out / "made" / "p-all-1" / "bench.json").exists())

    def test_mistakes(self):
        self.assertIn("no program 'x'; there are p, q",
                      self.study("--program", "x", code=2).stderr)
        self.assertIn("no method 'x'; there are some, all",
                      self.study("--strategy", "x", code=2).stderr)
        (self.folder / "q.c").write_text("int main(void) { return }\n")
        run = self.study("--program", "q", "--strategy", "all", "--seeds", "1", code=1)
        self.assertIn("1 runs failed", run.stderr)
        self.assertRegex(run.stdout, r"q +all .*q.c:1:25: error: ")


class Figures(Bench):
    def test_a_figure(self):
        self.write_paper(made_up_figure())
        text = self.bench_made_up("--figure", "8", "--seeds", "3").stdout
        self.assertNotIn("table 7", text)
        self.assertRegex(text, r"(?m)^new +50 .* 3/3$")
        self.assertRegex(text, r"(?m)^budget +60 s for each run: scaled down, the paper's limit is "
                               r"10 times that$")
        self.assertRegex(text, r"figure 8 \(8a\): paths until the worst cost was found\n"
                               r" +N +new +old +increase\nsort +50 +\d+ +\d+ +-?\d+\n")
        self.assertRegex(text, r"figure 8 \(8b\): mean over the programs: cost found, .*\n"
                               r" +ours +programs +paper\nnew +1.000 +1/1 +0.250\n"
                               r"old +1.000 +1/1 +0.400\n")
        new, old, more = map(int, re.search(r"\nsort +50 +(\d+) +(\d+) +(-?\d+)\n", text).groups())
        self.assertEqual(more, old - new)
        page = (self.out / "made/figure-8.html").read_text()
        self.assertEqual(page.count("<svg class=\"plot\""), 1)
        self.assertEqual(page.count("<svg class=\"bar\""), 2)
        links = re.findall(r'href="(8[ab]-sort-(?:new|old)-50(?:-seed[23])?/report.html)"', page)
        self.assertEqual(len(links), 4)
        for link in links:
            self.assertTrue((self.out / "made" / link).is_file(), link)
        commands = json.loads((self.out / "made/8a-sort-old-50/bench.json").read_text())["command"]
        self.assertIn("--set pyse.mode=basic --set pyse.pretrain=3", commands)
        self.assertIn("--until 10", commands)

    def test_only_if_asked_for(self):
        self.write_paper(made_up_figure())
        words = ["made", "--from", self.folder, "--budget", "60s", "--seeds", "1"]
        self.assertEqual({key[0] for key in self.cells(*words)}, {"7"})
        self.assertEqual({key[0] for key in self.cells(*words, "--table", "8b")}, {"8b"})
        self.assertEqual({key[0] for key in self.cells(*words, "--figure", "8")}, {"8a", "8b"})
        self.assertIn("Made up has no figure '9'; it has 8", self.bench_made_up("--figure", "9", code=2).stderr)
        self.write_paper(made_up())
        self.assertIn("it has none", self.bench_made_up("--figure", "9", code=2).stderr)

    def test_the_papers_figures(self):
        """Each variant is one of the strategy's options: none is refused."""
        for name, figure, program, n in (("pyse", "7", "bst_build", 9), ("ese", "2", "bfs", 16)):
            cells = self.cells(name, "--figure", figure, "--program", program, "--budget", "250ms",
                               "--seeds", "1", code=None)
            self.assertEqual(len(cells), n)
            for key, cell in cells.items():
                if cell["state"] == "done":
                    self.assertIn("cost", cell["ours"])  # none where nothing was found in this time
                else:  # a busy host needs as long to compile
                    self.assertIn("time limit reached", cell["why"], key)


class Papers(Bench):
    def test_wrong_descriptions(self):
        def changed(change):
            paper = made_up()
            change(paper)
            return paper

        table = lambda p: p["tables"][0]
        row = lambda p: table(p)["rows"][0]
        figure = lambda f: changed(lambda p: table(p).update(figure=f))
        for paper, message in (
                ("{", "paper.json:1: "),
                ("[]", "'paper' is missing"),
                (changed(lambda p: p.pop("programs")), "'programs' is missing"),
                (changed(lambda p: p["programs"]["sort"].pop("file")),
                 "program 'sort': 'file' is missing"),
                (changed(lambda p: p["programs"]["sort"].update(call=3)),
                 "program 'sort': 'call' is no text"),
                (changed(lambda p: p.pop("tables")), "'tables' is missing"),
                (changed(lambda p: table(p).update(time="some")), "table 7: 'time' is neither"),
                (changed(lambda p: table(p)["columns"][1].pop("name")), "table 7: 'name' is missing"),
                (changed(lambda p: table(p)["columns"][1].update(phase="thinking")),
                 "table 7: there is no phase 'thinking'"),
                (changed(lambda p: row(p).update(program="sport")),
                 "table 7, sport: there is no program 'sport'"),
                (changed(lambda p: row(p).update(worst=[1])),
                 "table 7, sort: 'worst' has 1 figures for 2 sizes"),
                (changed(lambda p: row(p).update(worst=[1, []])),
                 "'worst' has an element that is no figure"),
                (changed(lambda p: row(p).update(sizes=[0, 1])), "'sizes' has an element"),
                (changed(lambda p: row(p).update(sizes=[1, None])), "'sizes' has an element"),
                (changed(lambda p: row(p).update(notes=[1])), "'notes' has an element"),
                (changed(lambda p: row(p)["figures"].update(x={})), "'figures' of a column that"),
                (changed(lambda p: row(p).update(options={"wize": []})), "'options' of a column that"),
                (changed(lambda p: p.update(limit_seconds="long")), "'limit_seconds' is no count"),
                (changed(lambda p: p.update(seeds=0)), "'seeds' is not from 1 to 1000"),
                (figure(3), "table 7: 'figure' is no object"),
                (figure({}), "table 7: 'name' is missing"),
                (figure({"name": "8"}), "table 7: 'shows' is missing"),
                (figure({"name": "8", "shows": "beauty"}),
                 "table 7: a figure cannot show 'beauty', only paths, seconds, ratio"),
                (figure({"name": "8", "shows": "paths"}), "table 7: 'by' is missing"),
                (figure({"name": "8", "shows": "paths", "by": "hand"}), "table 7: 'by' is neither"),
                (figure({"name": "8", "shows": "paths", "by": "program", "against": "all"}),
                 "table 7: 'against' names no column: 'all'")):
            with self.subTest(message):
                self.write_paper(paper)
                self.assertIn(message, self.bench_made_up(code=1).stderr)
        self.assertIn("there is no paper 'nothing'", self.bench("nothing", code=2).stderr)
        self.assertIn("cannot read", self.bench("pyse", "--from", self.folder, code=1).stderr)

    def check(self, cells):
        """Nothing fails or differs, and no cost is above the worst."""
        self.assertTrue(cells)
        for key, cell in cells.items():
            with self.subTest(key):
                self.assertIn(cell["state"], ("done", "absent"), cell["why"])
                ours = cell["ours"]
                if not ours or ours["cost"] is None:
                    continue
                self.assertTrue(ours["verified"])
                if isinstance(cell["worst"], int):
                    self.assertLessEqual(ours["cost"], cell["worst"])
                    if ours["proven"]:
                        self.assertEqual(ours["cost"], cell["worst"])

    def test_pyse(self):
        cells = self.cells("pyse", "--size", "3,6", "--budget", "30s", "--seeds", "1")
        self.check(cells)
        n_compared = 0
        for (table, program, column, size), cell in cells.items():
            if column.startswith("pyse"):
                self.assertEqual(cell["ours"]["cost"], cell["worst"])
                continue
            if not cell["ours"] or (program, column) == ("dijkstra_lazy", "spf-wca 3,4"):
                continue
            n_compared += 1
            self.assertEqual(cell["ours"]["cost"], cell["worst"])
            self.assertEqual(cell["ours"]["paths"], cell["paper"]["paths"], (program, column, size))
            self.assertEqual(cell["ours"]["proven"], column == "exhaustive")
        self.assertEqual(n_compared, 20)

    def test_seeds(self):
        """What is random is run with several seeds, and the one in the middle is shown."""
        words = ["pyse", "--program", "heap_push", "--strategy", "pyse", "--size", "5", "--budget", "20s"]
        paths = sorted(list(self.cells(*words, "--seeds", "1", "--seed", str(seed)).values())[0]
                       ["ours"]["paths"] for seed in (1, 2, 3))
        three = list(self.cells(*words, "--seeds", "3").values())[0]
        self.assertEqual(three["ours"]["paths"], paths[1])
        self.assertEqual(three["ours"]["cost"], 6)

    def test_xstressor(self):
        self.check(self.cells("xstressor", "--strategy", "wise", "--size", "10", "--budget", "2s"))

    def test_phases(self):
        """Where the time of models goes: each phase is less than the whole, and none is missing."""
        words = ["xstressor", "--table", "2", "--size", "40", "--budget", "60s", "--program",
                 "insertion_sort"]
        cells = self.cells(*words)
        self.check(cells)
        for (_, program, column, _), cell in cells.items():
            with self.subTest((program, column)):
                ours = cell["ours"]
                self.assertEqual(ours["cost"], cell["worst"])
                if column == "any model: solver":
                    continue
                self.assertGreater(ours["seconds"], 0)
                self.assertEqual(cell["paper"]["seconds"] is None, column.startswith("any model"))
        self.assertRegex(self.bench(*words).stdout,
                         r"(?m)^path prediction +40 +780 +- +780 +1.00 found .* 0.52 ")

    def test_ese(self):
        self.check(self.cells("ese", "--strategy", "spf-wca", "--size", "10", "--budget", "1s"))

    def test_everything_is_there(self):
        bench = pathlib.Path(__file__).resolve().parent.parent.parent / "bench"
        for name in ("pyse", "xstressor", "ese"):
            paper = json.loads((bench / name / "paper.json").read_text())
            used = {row["program"] for table in paper["tables"] for row in table["rows"]}
            self.assertEqual(used, set(paper["programs"]))
            for program in paper["programs"].values():
                self.assertTrue((bench / program["file"]).is_file(), program["file"])


class Keeping(Bench):
    def made(self):
        """When each cell was measured."""
        return {path.parent.name: path.stat().st_mtime_ns for path in self.out.glob("made/*/bench.json")}

    def test_what_is_there_is_not_measured_again(self):
        self.write_paper(made_up())
        self.bench_made_up("--size", "30")
        first = self.made()
        self.assertEqual(set(first), {"7-sort-exhaustive-30", "7-sort-wise-30"})
        text = self.bench_made_up().stdout
        self.assertIn("4 cells measured (2 of them before), ", text)
        second = self.made()
        self.assertEqual(len(second), 4)
        self.assertEqual({name: second[name] for name in first}, first)
        record = self.out / "made/7-sort-wise-30/bench.json"
        record.write_text(re.sub('"build": ".*"', '"build": "of yesterday"', record.read_text()))
        self.assertIn("4 cells measured (4 of them before, 1 with another build of nadir: --again), ",
                      self.bench_made_up().stdout)
        self.assertNotIn("before", self.bench_made_up("--again").stdout)
        self.assertTrue(all(made > second[name] for name, made in self.made().items()))
        self.assertNotIn("before", self.bench_made_up("--seed", "2").stdout)
        kept = json.loads((self.out / "made/7-sort-wise-30/worst.json").read_text())
        self.assertEqual(kept["sizes"][0]["cost"], 3)
        self.assertEqual(kept["seed"], 2)

    def test_interrupted(self):
        paper = made_up()
        row = paper["tables"][0]["rows"][0]
        row.update(sizes=[30, 1000], runs=[3, 1000])
        self.write_paper(paper)
        process = subprocess.Popen(
            [NADIR, "bench", "made", "--from", self.folder, "--budget", "300s", "--out", self.out],
            stdout=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        for line in process.stdout:
            if line.startswith("exhaustive   30"):
                break
        endless = self.out / "made/7-sort-exhaustive-1000"
        while not endless.is_dir():
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        self.assertEqual(process.wait(60), 0)
        self.assertRegex(rest, r"exhaustive +1000 .* left ")
        self.assertIn("1 cells measured", rest)
        self.assertIn("left: the same command goes on", rest)
        self.assertEqual(set(self.made()), {"7-sort-exhaustive-30"})
        self.assertEqual(self.running(str(endless)), [])
        text = self.bench_made_up("--budget", "300s", "--size", "30").stdout
        self.assertIn("(1 of them before)", text)

    def test_interrupted_between_seeds(self):
        """What some seeds found is kept; the rest is run, and nothing else."""
        self.write_paper(made_up_figure())
        words = ["made", "--from", self.folder, "--budget", "60s", "--table", "8a"]
        self.bench(*words, "--seeds", "2")
        before = self.made()
        self.assertEqual(set(before), {"8a-sort-new-50", "8a-sort-new-50-seed2", "8a-sort-old-50",
                                       "8a-sort-old-50-seed2"})
        (self.out / "made/8a-sort-new-50-seed2/bench.json").unlink()  # as if killed in the midst
        cells = self.cells(*words, "--seeds", "3")
        after = self.made()
        for name in ("8a-sort-new-50", "8a-sort-old-50", "8a-sort-old-50-seed2"):
            self.assertEqual(before[name], after[name])
        self.assertGreater(after["8a-sort-new-50-seed2"], before["8a-sort-new-50-seed2"])
        self.assertEqual(set(after) - set(before), {"8a-sort-new-50-seed3", "8a-sort-old-50-seed3"})
        for cell in cells.values():
            self.assertEqual((cell["ours"]["runs"], cell["ours"]["met"]), (3, 3))

    @staticmethod
    def running(word):
        """Processes with the word on their command line."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if word in path.read_text(errors="replace"):
                    found.append(path)
            except OSError:
                pass
        return found


tap.main()
