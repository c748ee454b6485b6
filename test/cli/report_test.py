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

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "test/browser"), str(ROOT / "test")]
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

    def test_callgrind(self):
        """Every line that ran at the largest size, as callgrind_annotate understands it."""
        (self.top / "f.c").write_text("int f(const int *a, int n) {\n  int k = 0;\n  for (int i = 0; i < n; i++)\n"
                                      "    if (a[i] > 5)\n      k++;\n  return k;\n}\n")
        subprocess.run([NADIR, "worst", "f.c", "--call", "f(int a[N], N)", "--size", "1:3", "--only"], cwd=self.top,
                       stdout=subprocess.DEVNULL, check=True, timeout=60)
        self.assertEqual(self.report("nadir-out", "--format", "callgrind"), (0, "nadir-out/callgrind.out.worst\n", ""))
        lines = (self.top / "nadir-out/callgrind.out.worst").read_text().splitlines()
        self.assertIn(f"fl={self.top / 'f.c'}", lines)
        counts = [list(map(int, line.split())) for line in lines if line[:1].isdigit()]
        record = json.loads((self.top / "nadir-out/worst.json").read_text())["sizes"][-1]["lines"][0]["counts"]
        self.assertEqual(counts, [[line, n] for line, n in record if n])
        self.assertIn([4, 3], counts)
        self.assertEqual(lines[-1], f"totals: {sum(n for _, n in counts)}")
        if shutil.which("callgrind_annotate"):
            said = subprocess.run(["callgrind_annotate", "nadir-out/callgrind.out.worst"], cwd=self.top, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
            self.assertEqual((said.returncode, said.stderr), (0, ""))
            self.assertRegex(said.stdout, rf"(?m)^{sum(n for _, n in counts)} .*PROGRAM TOTALS")

    def test_folded(self):
        """Stacks of calls whose instructions are those of the run, as flame graphs read them."""
        (self.top / "g.c").write_text("static int slow(int k) {\n  int s = 0;\n  for (int i = 0; i < 300; i++) s += k;\n"
                                      "  return s;\n}\nstatic int deep(int k) { return k ? deep(k - 1) + 1 : slow(1); }\n"
                                      "int g(const int *a, int n) {\n  int k = 0;\n"
                                      "  for (int i = 0; i < n; i++) k += a[i] > 5 ? slow(i) : 1;\n  return k + deep(n);\n}\n")
        subprocess.run([NADIR, "worst", "g.c", "--call", "g(int a[N], N)", "--size", "1:3", "--only"], cwd=self.top,
                       stdout=subprocess.DEVNULL, check=True, timeout=60)
        self.assertEqual(self.report("nadir-out", "--format", "folded"), (0, "nadir-out/worst.folded\n", ""))
        stacks = {}
        for line in (self.top / "nadir-out/worst.folded").read_text().splitlines():
            stack, n = line.rsplit(" ", 1)
            stacks[stack] = stacks.get(stack, 0) + int(n)
        size = json.loads((self.top / "nadir-out/worst.json").read_text())["sizes"][-1]
        self.assertEqual(stacks, {s["stack"]: s["n"] for s in size["stacks"]})
        of = lambda end: sum(n for stack, n in stacks.items() if stack.endswith(end))
        self.assertGreater(of("main;g;slow"), 2.5 * of("main;g;deep;slow"))  # three calls, beside one
        self.assertGreater(of("main;g;deep;slow"), 1500)
        self.assertGreaterEqual(sum(stacks.values()), size["instructions"])

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


class Views(unittest.TestCase):
    """What `nadir report` makes of a folder later is what was made when it was written."""

    SOURCE = """
#include "nadir.h"
int main(int argc, char **argv) {
  char *p = argv[1] + 1;
  if (argc > 1 && argv[1][0] == 'a') p[argv[1][1] & 63] = 1;
  return argc > 1 && *p == 'z' ? 3 : 0;
}
"""

    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.dir)
        (self.dir / "p.c").write_text(self.SOURCE)

    def nadir(self, *words, code=0):
        run = subprocess.run([NADIR, *words], cwd=self.dir, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, timeout=100)
        self.assertEqual((run.returncode, run.stderr), (code, ""), run.stdout)
        return run.stdout

    def test_cover(self):
        self.nadir("cover", "p.c", "--out", "c", "--gcov", "--exit-zero", "--test-comp", "suite", "--corpus", "raw",
                   "--", "--sym-arg", "2")
        for name, file in ("html", "cover.html"), ("json", "cover.json"), ("lcov", "coverage.info"):
            self.assertEqual(self.nadir("report", "c", "--format", name, "--out", "again"), "again\n")
            self.assertEqual((self.dir / "again").read_text(), (self.dir / "c" / file).read_text(), name)
        self.nadir("report", "c", "--format", "raw")
        first, again = [{f.name: f.read_bytes() for f in (self.dir / folder).iterdir()} for folder in ("raw", "c/raw")]
        self.assertGreaterEqual(len(first), 2)
        self.assertEqual(again, first)
        self.nadir("report", "c", "--format", "test-comp")
        self.assertEqual(sorted(f.name for f in (self.dir / "c/test-comp").iterdir()),
                         sorted(f.name for f in (self.dir / "suite").iterdir()))
        run = subprocess.run([NADIR, "report", "w"], cwd=self.dir, stderr=subprocess.PIPE, text=True)
        self.assertEqual((run.returncode, run.stderr),
                         (1, "nadir: cannot read 'w/worst.json': No such file or directory\n"))

    def test_worst(self):
        self.nadir("worst", str(ROOT / "examples/insertion_sort.c"), "--call", "insertion_sort(int a[N], N)",
                   "--size", "1:4", "--out", "w")
        for name, file in ("html", "report.html"), ("json", "worst.json"):
            self.nadir("report", "w", "--format", name, "--out", "again")
            self.assertEqual((self.dir / "again").read_text(), (self.dir / "w" / file).read_text(), name)
        run = subprocess.run([NADIR, "report", "w", "--format", "lcov"], cwd=self.dir, stderr=subprocess.PIPE,
                             text=True)
        self.assertEqual((run.returncode, run.stderr.splitlines()[0]),
                         (2, "nadir: --format lcov: there is no such view of what is in 'w'"))


    def test_sarif(self):
        """The same whether it is written at once or later, and what the program does wrong is there once."""
        (self.dir / "d.c").write_text("int f(int *a, int n) {\n  return a[0] / (n - 1);\n}\n")
        call = ["d.c", "--call", "f(int a[N], N)", "--size", "1"]
        for command, more in ("run", []), ("cover", ["--max-time", "5s"]), ("worst", []):
            self.nadir(command, *call, *more, "--out", command, "--sarif", "now.sarif", code=10)
            self.nadir("report", command, "--format", "sarif")
            now = json.loads((self.dir / "now.sarif").read_text())
            self.assertEqual(json.loads((self.dir / command / f"{command}.sarif").read_text()), now)
            run, = now["runs"]
            result, = [r for r in run["results"] if r["kind"] == "fail"]
            self.assertEqual((result["ruleId"], result["level"]), ("division", "error"))
            place = result["locations"][0]["physicalLocation"]
            self.assertEqual((place["artifactLocation"]["uri"], place["region"]["startLine"]), ("d.c", 2))
            self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["properties"]["tags"], ["external/cwe/cwe-369"])
        self.assertEqual(self.nadir("report", "run", "--format", "json", "--out", "again"), "again\n")
        self.assertEqual((self.dir / "again").read_text(), (self.dir / "run/run.json").read_text())


def misfits(schema, value, where=""):
    """What of a value the schema does not allow; as much of JSON Schema as nadir writes."""
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    fits = {"integer": isinstance(value, int) and not isinstance(value, bool),
            "number": isinstance(value, (int, float)) and not isinstance(value, bool)}
    if names and not any(fits[n] if n in fits else isinstance(value, types[n]) for n in names):
        return [f"{where}: {value!r:.60} is no {names}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{where}: {value!r}"]
    wrong = []
    if isinstance(value, dict):
        known, more = schema.get("properties", {}), schema.get("additionalProperties", {})
        wrong += [f"{where}: {name} is missing" for name in schema.get("required", []) if name not in value]
        for name, inner in value.items():
            if name not in known and more is False:
                wrong.append(f"{where}: {name} is unknown")
            else:
                wrong += misfits(known.get(name, more or {}), inner, f"{where}.{name}")
    if isinstance(value, list):
        row = schema.get("prefixItems")
        if row is not None and len(row) != len(value):
            wrong.append(f"{where}: {len(value)} members")
        for i, inner in enumerate(value):
            wrong += misfits(row[i] if row is not None and i < len(row) else schema.get("items") or {}, inner,
                             f"{where}[{i}]")
    return wrong


class Schemas(Views):
    """Real files have the members that the schema says, and no others."""

    def test_cover(self):
        self.nadir("cover", "p.c", "--out", "c", "--gcov", "--exit-zero", "--", "--sym-arg", "2")
        self.check("c", "cover")
        self.check("c", "run")

    def test_worst(self):
        (self.dir / "f.c").write_text("struct s { float f; short k; }; int f(struct s *a, unsigned char *b, int n) {"
                                      " int c = 0; for (int i = 0; i < n; i++) if (a[i].k > b[i]) c++;"
                                      " if (a[0].k == 77) return 1 / (a[0].k - 77); return c; }")
        self.nadir("worst", "f.c", "--call", "f(struct s a[N], unsigned char b[N], N)", "--size", "1:5", "--out", "w",
                   code=10)
        self.check("w", "worst")

    def schema(self, name):
        return json.loads(self.nadir("report", "--schema", name))

    def check(self, folder, name):
        value = json.loads((self.dir / folder / f"{name}.json").read_text())
        self.assertEqual(misfits(self.schema(name), value), [])

    def test_can_fail(self):
        schema = self.schema("run")
        self.assertIn(": paths is missing", misfits(schema, {}))
        self.assertIn(": odd is unknown", misfits(schema, {"odd": 1}))
        self.assertTrue(any("seed" in wrong for wrong in misfits(schema, {"seed": "1"})))


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
            element = "{key: -7, at.x: 0, at.y: 12, tag: \"\\x00q\", flag: 5, rest: 17, w: 0}"
            self.assertIn(element, said)
            page = pathlib.Path(folder, "nadir-out/report.html").read_text()
            head = "<th></th><th>key</th><th>at.x</th><th>at.y</th><th>tag</th><th>flag</th><th>rest</th><th>w</th>"
            row = "<td>-7</td><td>0</td><td>12</td><td>"
            self.assertIn(head, page)
            self.assertEqual(page.count(row), 2)
            nadir("report", "nadir-out", "--out", "again.html")
            self.assertEqual(pathlib.Path(folder, "again.html").read_text(), page)
            said = nadir("worst", "s.c", "--call", "floats(double d[N], float f, N)", "--size", "2")
            self.assertIn("input   d[2] = 0 0\n        f = 0\n", said)


if __name__ == "__main__":
    tap.main()
