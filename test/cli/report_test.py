"""nadir report: which file it reads and writes, and what it says when it cannot.  How the page looks
is the matter of test/browser.

    report_test.py PROGRAM
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "browser"))
import samples
import tap

NADIR = pathlib.Path(sys.argv.pop()).resolve()


class Report(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        self.folder, _ = samples.write(samples.insertion, self.top)

    def report(self, *words):
        """(exit code, standard output, standard error)"""
        run = subprocess.run([NADIR, "report", *map(str, words)], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60,
                             cwd=self.top)
        return run.returncode, run.stdout, run.stderr

    def test_default(self):
        self.assertEqual(self.report("insertion"), (0, "insertion/report.html\n", ""))
        page = (self.folder / "report.html").read_text()
        self.assertTrue(page.startswith("<!DOCTYPE html>"))
        self.assertTrue(page.endswith("</html>\n"))
        self.assertIn("<h1>insertion_sort: grows like N²: ½N² − ½N branches, exact at sizes 1 to 8</h1>", page)

    def test_out(self):
        self.assertEqual(self.report("insertion", "--out", "p.html"), (0, "p.html\n", ""))
        self.assertTrue((self.top / "p.html").exists())
        self.assertFalse((self.folder / "report.html").exists())

    def test_same_again(self):
        self.report("insertion", "--out", "1.html")
        self.report("insertion", "--out", "2.html")
        self.assertEqual((self.top / "1.html").read_bytes(), (self.top / "2.html").read_bytes())

    def test_files_of_the_user(self):
        """Not the main that nadir made of the call, and not "./" as clang has it."""
        source = self.top / "f.c"
        source.write_text("int f(int x) {\n  if (x > 5)\n    return 1;\n  return 0;\n}\n")
        subprocess.run([NADIR, "worst", "f.c", "--call", "f(int x)", "--size", "1"], cwd=self.top,
                       stdout=subprocess.DEVNULL, check=True, timeout=60)
        result = json.loads((self.top / "nadir-out/worst.json").read_text())
        self.assertEqual(result["sources"], ["f.c"])
        self.assertEqual(result["program"]["files"], ["nadir-out/harness.c"])
        size = result["sizes"][0]
        self.assertEqual([site["file"] for site in size["sites"]], ["f.c"])
        self.assertEqual([lines["file"] for lines in size["lines"]], ["f.c"])
        page = (self.top / "nadir-out/report.html").read_text()
        self.assertIn("<dt>program</dt><dd>f.c</dd>", page)
        self.assertIn("<h4>f.c</h4>", page)
        self.assertIn("if (x &gt; 5)", page)

    def test_missing(self):
        self.assertEqual(self.report("nowhere"), (
            1, "", "nadir: cannot read 'nowhere/worst.json': No such file or directory\n"))

    def test_malformed(self):
        path = self.folder / "worst.json"
        good = path.read_text()
        path.write_text(good[:len(good) // 2])
        code, out, err = self.report("insertion")
        self.assertEqual((code, out), (1, ""))
        self.assertTrue(err.startswith("insertion/worst.json:1: "), err)
        data = json.loads(good)
        data["sizes"][2]["cost"] = "three"
        path.write_text(json.dumps(data))
        self.assertEqual(self.report("insertion"), (
            1, "", "insertion/worst.json: sizes[2]: 'cost' is no count\n"))
        self.assertFalse((self.folder / "report.html").exists())

    def test_cannot_write(self):
        code, out, err = self.report("insertion", "--out", "no/such/folder.html")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("no/such/folder.html", err)

    def test_source_that_is_no_file(self):
        """A device is not read, it may have no end."""
        data = json.loads((self.folder / "worst.json").read_text())
        data["sizes"][-1]["lines"] = [{"file": "/dev/zero", "counts": [[1, 1]]},
                                      {"file": "/", "counts": [[1, 1]]}]
        (self.folder / "worst.json").write_text(json.dumps(data))
        self.assertEqual(self.report("insertion")[0], 0)
        page = (self.folder / "report.html").read_text()
        self.assertIn("&#39;/dev/zero&#39; is not a file", page)
        self.assertIn("&#39;/&#39; is not a file", page)


class Structs(unittest.TestCase):
    """Inputs whose elements are structs are shown by field, also by a page that is made later."""

    SOURCE = """
struct point { short x, y; };
typedef struct { int key; struct point at; char tag[3]; unsigned flag : 3, rest : 5; double w; } item;
int count(const item *a, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (a[i].key == -7 && a[i].at.y == 12 && a[i].flag == 5 && a[i].tag[1] == 'q' && a[i].rest == 17) c++;
  return c;
}
int floats(const double *d, float f, int n) { return n > 1 && sizeof *d == sizeof f; }
"""

    def test_fields(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "s.c").write_text(self.SOURCE)

            def nadir(*words):
                return subprocess.run([NADIR, *words], cwd=folder, stdout=subprocess.PIPE, text=True,
                                      check=True, timeout=100).stdout
            said = nadir("worst", "s.c", "--call", "count(item a[N], N)", "--size", "2")
            element = "{key: -7, at.x: 0, at.y: 12, tag: ['\\x00' 'q' '\\x00'], flag: 5, rest: 17, w: 0}"
            self.assertIn(element, said)
            page = pathlib.Path(folder, "nadir-out/report.html").read_text()
            head = "<th></th><th>key</th><th>at.x</th><th>at.y</th><th>tag</th><th>flag</th><th>rest</th><th>w</th>"
            row = "<td>-7</td><td>0</td><td>12</td><td>"
            self.assertIn(head, page)
            self.assertEqual(page.count(row), 2)
            nadir("report", "nadir-out", "--out", "again.html")
            self.assertEqual(pathlib.Path(folder, "again.html").read_text(), page)
            said = nadir("worst", "s.c", "--call", "floats(double d[N], float f, N)", "--size", "2")
            self.assertIn("input   d = 0 0\n        f = 0\n", said)


if __name__ == "__main__":
    tap.main()
