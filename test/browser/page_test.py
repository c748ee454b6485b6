"""The page of nadir report in a real browser: it loads without complaints, shows all the data, and
nothing that comes from outside becomes a part of it.

    page_test.py PROGRAM
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import samples
import tap
from browser import CHROMIUM, Browser

NADIR = pathlib.Path(sys.argv.pop()).resolve()

VISIBLE = "(e => !!e && e.getClientRects().length > 0)"


@unittest.skipUnless(CHROMIUM, "there is no chromium; script/bootstrap installs it")
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.top = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.top)
        cls.data, cls.pages = {}, {}
        for make in samples.ALL:
            folder, data = samples.write(make, cls.top)
            subprocess.run([NADIR, "report", folder], check=True, stdout=subprocess.DEVNULL,
                           timeout=120)
            cls.data[make.__name__], cls.pages[make.__name__] = data, folder / "report.html"
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.errors.clear()
        self.browser.look()
        self.ask = self.browser.ask

    def open(self, name):
        self.browser.open(self.pages[name])
        self.assertEqual(self.browser.errors, [], name)
        return self.data[name]

    def texts(self, selector):
        return self.ask(f"[...document.querySelectorAll({json.dumps(selector)})]"
                        ".map(e => e.textContent)")

    def count(self, selector):
        return self.ask(f"document.querySelectorAll({json.dumps(selector)}).length")

    def visible(self, selector):
        return self.ask(f"[...document.querySelectorAll({json.dumps(selector)})]"
                        f".filter({VISIBLE}).length")

    def assert_table(self, sizes):
        rows = self.ask("[...document.querySelectorAll('.sizes tbody tr')].map(e => ["
                        "+e.dataset.size, e.querySelector('[data-cost]')?.dataset.cost])")
        self.assertEqual(rows, [[s["size"], None if s["cost"] is None else str(s["cost"])]
                                for s in sizes])
        self.assertEqual(self.count(".sizes tbody td.proven"), sum(s["proven"] for s in sizes))

    def assert_chart(self, sizes, curve):
        sizes = [s for s in sizes if s["cost"] is not None]
        if len(sizes) < 2:
            self.assertEqual(self.count("#growth .plot"), 0)
            return
        self.assertEqual(self.visible("#growth .plot"), 1)
        marks = {"proven": 0, "found": 0, "none": 0}
        for s in sizes:
            marks["proven" if s["proven"] else "found"] += 1
        bounds = sum(not s["proven"] and not s.get("predicted") for s in sizes)
        self.assertEqual(self.visible("#growth .plot .found .arrow"), bounds)
        for mark, n in marks.items():
            self.assertEqual(self.visible(f"#growth .plot .mark.{mark}"), n, mark)
        self.assertEqual(self.visible("#growth .plot .fit"), 1 if curve else 0)

    def test_everything_is_there(self):
        """In the table, in the chart, in every window; and the browser has no complaints."""
        for name in self.pages:
            with self.subTest(name):
                data = self.open(name)
                self.assertEqual(self.texts("head title"), self.texts("h1"))
                self.assert_table(data["sizes"])
                self.assert_chart(data["sizes"], data["growth"] and data["growth"]["curve"])
                for width in 360, 1000:
                    self.browser.look(width)
                    self.assertLessEqual(self.ask("document.documentElement.scrollWidth"), width)

    def test_points_stand_in_order(self):
        self.open("insertion")
        centres = self.ask("[...document.querySelectorAll('#growth .linear .mark')].map(e => {"
                           "const b = e.getBBox(); return [b.x + b.width / 2, -b.y]; })")
        self.assertEqual(centres, sorted(centres))

    def test_headlines(self):
        for name, headline in [
                ("insertion", "insertion_sort: grows like N²: ½N² − ½N branches"),
                ("graph", "dijkstra: the inputs found cost 4 times as much when N doubles (25 → 50 → 100): at least like N²; at least"),
                ("text", "match.c: 1\u202f234\u202f567 instructions at N = 48"),
                ("failed", "program.c: at least 9 branches at N = 3"),
                ("nothing", "program.c: no path finished"),
                ("single", "insertion_sort: 21 branches at N = 7")]:
            with self.subTest(name):
                self.open(name)
                self.assertTrue(self.texts("h1")[0].startswith(headline), self.texts("h1"))

    def test_sizes_can_be_switched(self):
        self.open("insertion")
        shown = "[...document.querySelectorAll('article')]" \
                f".filter({VISIBLE}).map(e => +e.dataset.size)"
        self.assertEqual(self.ask(shown), [100])
        for i in range(9):
            self.ask(f"document.querySelector('label[for=size{i}]').click()")
            self.assertEqual(self.ask(shown), [100 if i == 8 else i + 1])

    def test_a_size_with_a_result_is_shown_first(self):
        self.open("failed")
        self.assertEqual(self.ask("[...document.querySelectorAll('article')]"
                                  f".filter({VISIBLE}).map(e => +e.dataset.size)"), [3])

    def test_some_of_many_sizes_are_shown_in_full(self):
        self.open("long")
        sizes = self.ask("[...document.querySelectorAll('article')].map(e => +e.dataset.size)")
        self.assertEqual((len(sizes), sizes[0], sizes[-1]), (12, 1, 100))
        self.assertEqual(sizes, sorted(set(sizes)))
        self.assertIn("(12 of 100 sizes)", self.texts("nav")[0])

    def test_axes_can_be_switched(self):
        self.open("insertion")
        self.assertEqual((self.visible(".axes > .linear"), self.visible(".axes > .log")), (0, 1))
        self.ask("document.querySelector('label[for=linear]').click()")
        self.assertEqual((self.visible(".axes > .linear"), self.visible(".axes > .log")), (1, 0))

    def test_history(self):
        data = self.open("insertion")
        self.ask("document.querySelector('label[for=size8]').click()")
        n = len(data["sizes"][-1]["history"])
        self.assertEqual(self.visible("article .pair .plot"), 4)
        self.assertEqual(self.visible("article .pair .mark"), 2 * n)
        self.assertEqual([t.strip() for t in
                          self.texts("article[data-size='100'] .pair figcaption > span")],
                         ["random", "improve", "wise", "pyse", "best so far", "random: its paths",
                          "pyse: its paths", "pyse: the path of its policy"])
        # Of each of the four strategies a line of its own best, then the best and three series.
        self.assertEqual(self.count("article[data-size='100'] .pair .plot .line"), 2 * 4 + 2 * 4)
        self.assertIn("Learning", self.texts("article[data-size='100'] h3"))
        self.assertNotIn("Learning", self.texts("article[data-size='8'] h3"))

    def test_source(self):
        self.open("insertion")
        rows = self.ask("[...document.querySelectorAll(\"article[data-size='100'] .source tr\")]"
                        ".map(r => [...r.cells].map(c => c.textContent))")
        self.assertEqual([row[0] for row in rows], [str(i) for i in range(1, 13)])
        self.assertEqual([row[2] for row in rows], samples.INSERTION.splitlines())
        self.assertEqual([row[1] for row in rows],
                         ["", "", "1", "100", "99", "5049", "4950", "4950", "", "99", "", "1"])
        hottest = self.ask("[...document.querySelectorAll(\"article[data-size='100'] .source "
                           ".s7\")].map(r => r.cells[0].textContent)")
        self.assertEqual(hottest, ["6", "7", "8"])

    def test_missing_source_is_said(self):
        self.open("graph")
        self.assertIn("gone.c': No such file", self.texts(".missing")[0])

    def test_inputs(self):
        self.open("insertion")
        self.assertEqual(self.count("article[data-size='100'] .bars path"), 100)
        self.open("graph")
        self.assertEqual(self.count("article[data-size='8'] .matrix td"), 64)
        self.assertEqual(self.count("article[data-size='40'] .grid-matrix"), 1)
        self.assertIn("source = 0", self.texts("article[data-size='8'] .values")[0])
        self.open("text")
        self.assertEqual(self.texts("pre.text")[0], '"' + r'a(b|c)*\\\"d\n\0\xe9<&>' * 3 + '"')
        self.assertIn("n = 7", self.texts("article .values"))

    def test_decisions(self):
        data = self.open("graph")
        sums = [[0, 0] for _ in data["sizes"][-1]["sites"]]
        for site, side, n in data["sizes"][-1]["strip"]:
            sums[site][1 - side] += n
        rows = self.ask("[...document.querySelectorAll(\"article[data-size='100'] .decisions tbody "
                        "tr\")].map(r => [...r.cells].slice(2, 4).map(c => "
                        "+c.textContent.replace(/\\D/g, '')))")
        self.assertEqual(rows, sums)

    def test_commands(self):
        data = self.open("insertion")
        self.assertEqual(self.texts(".commands")[0].splitlines(), [
            "cd " + data["program"]["folder"], data["command"],
            "nadir replay nadir-out/worst-100.ktest", "nadir report nadir-out"])

    def test_nothing_foreign_becomes_a_part_of_it(self):
        self.open("hostile")
        self.assertEqual(self.count("script, img, b > b, article article, [onerror]"), 0)
        self.assertIn("<script>", self.texts("head title")[0])
        self.assertIn('</code></table><script>', self.texts(".source code")[0])
        self.assertEqual(self.texts("pre.text"), ['"<b>\'\\"&"'])
        self.assertEqual(self.count("main > section"), 4)

    def test_pages_are_small(self):
        """Also with half a million decisions or a hundred thousand values."""
        for name, page in self.pages.items():
            with self.subTest(name):
                self.assertLess(page.stat().st_size, 1000000)
        self.assertLess(self.pages["large"].stat().st_size, 100000)

    def test_needs_nothing_else(self):
        for name, page in self.pages.items():
            if name != "hostile":
                self.assertIsNone(re.search(r"https?:|url\(|@import|<script|<link",
                                            page.read_text()), name)

    def test_light_and_dark(self):
        colours = []
        for dark in False, True:
            self.browser.look(dark=dark)
            self.open("insertion")
            colours.append(self.ask("[getComputedStyle(document.body).backgroundColor,"
                                    "getComputedStyle(document.body).color]"))
        (light, ink), (night, chalk) = [[sum(map(int, re.findall(r"\d+", c)[:3])) for c in pair]
                                        for pair in colours]
        self.assertGreater(light - ink, 500)
        self.assertGreater(chalk - night, 400)

    def test_prints(self):
        self.open("insertion")
        self.browser.look(dark=True, media="print")  # paper is light
        self.assertEqual(self.ask("getComputedStyle(document.body).backgroundColor"),
                         "rgb(255, 255, 255)")
        self.assertEqual(self.visible("label, nav"), 0)
        self.assertTrue(self.browser.pdf().startswith(b"%PDF"))


if __name__ == "__main__":
    tap.main()
