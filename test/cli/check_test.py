"""nadir check: verdicts, exit codes, kept inputs, and what stands in the way.

    check_test.py PROGRAM
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

NADIR = str(pathlib.Path(sys.argv.pop()).resolve())

SUM = """
// nadir: sum(int a[N], N) <= 40*N + 60, no errors for N = 1:4,8
// nadir: sum(int a[N], N) <= n for N = 1:4,8,16
int sum(const int *a, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return (int)s;
}
"""

# Quadratic where all numbers differ.
UNIQ = """
// nadir: uniq(int a[N], N) <= n log n for N = 1:5,8,16,32
int uniq(int *a, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < k && a[j] != a[i]) j++;
    if (j == k) a[k++] = a[i];
  }
  return k;
}
"""


class Check(tap.Folder):
    def check(self, *words, code=None, env=None):
        """Runs it in the folder; returns what it prints."""
        run = subprocess.run([NADIR, "check", *words], cwd=self.folder, capture_output=True, text=True,
                             env={**os.environ, **(env or {})})
        if code is not None:
            self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        self.errors = run.stderr
        return run.stdout

    def clauses(self, *words, code=None):
        """FUNCTION CLAUSE -> the clause, of --json."""
        report = json.loads(self.check("--json", *words, code=code))
        return {f"{c['function']} {k['text']}": k for c in report["contracts"] for k in c["clauses"]}

    def kept(self):
        return {p.name: p.read_text() for p in sorted((self.folder / "nadir-check").iterdir())}


class Verdicts(Check):
    def test_ok(self):
        self.write("sum.c", SUM)
        out = self.check(code=0)
        self.assertEqual(out.count("ok  "), 3, out)
        self.assertIn("ok         sum.c:2  sum <= 40*N + 60: proven up to N=", out)
        self.assertIn("2 contracts: 2 ok", out)

    def test_broken_class(self):
        self.write("uniq.c", UNIQ)
        clause = self.clauses(code=10)["uniq <= n log n"]
        self.assertEqual(clause["verdict"], "broken")
        self.assertEqual(clause["class"], "n^2")
        self.assertIn("N^2", clause["law"])
        self.assertEqual(clause["sizes"], [8, 16, 32])
        self.assertGreater(min(clause["ratios"]), 3)
        self.assertEqual(clause["cwe"], 407)
        witness = clause["witness"]
        self.assertEqual((witness["size"], witness["machine"], witness["native"]), (32, True, True))
        # The command replays it.
        replay = subprocess.run([NADIR, *witness["replay"].split()[1:]], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(replay.returncode, 0, replay.stderr)

    def test_broken_formula_at_the_smallest_size(self):
        self.write("sum.c", "// nadir: sum(int a[N], N) <= 100 for N = 1:8,16\n" + SUM[SUM.index("int sum"):])
        clause = self.clauses(code=10)["sum <= 100"]
        witness = clause["witness"]
        costs = {c["size"]: c["cost"] for c in clause["costs"]}
        self.assertEqual(witness["size"], min(n for n, cost in costs.items() if cost > 100))
        self.assertEqual(witness["cost"], costs[witness["size"]])
        self.assertEqual((witness["allowed"], witness["native"]), (100, True))

    def test_exactly_what_is_allowed_is_ok(self):
        self.write("sum.c", "// nadir: sum(int a[N], N) <= 0 for N = 8\n" + SUM[SUM.index("int sum"):])
        cost = self.clauses(code=10)["sum <= 0"]["costs"][-1]["cost"]
        for allowed, code in ((cost, 0), (cost - 1, 10)):
            self.write("sum.c", f"// nadir: sum(int a[N], N) <= {allowed} for N = 8\n" + SUM[SUM.index("int sum"):])
            self.check(code=code)

    def test_errors(self):
        self.write("at.c", "// nadir: at(int a[N], int i) <= 1000, no errors for N = 1:2\nint at(int *a, int i) { return a[i]; }\n")
        out = self.check(code=10)
        self.assertIn("broken     at.c:1  at, no errors: ", out)
        self.assertIn("ok         at.c:1  at <= 1000", out)
        self.assertIn("at.c:2", out)
        self.write("at.c", "// nadir: at(int a[N], int i in 0..N-1), no errors for N = 1:2\nint at(int *a, int i) { return a[i]; }\n")
        self.check(code=0)

    def test_endless(self):
        self.write("spin.c", "// nadir: spin(int n) <= 1000\nvoid spin(int n) { while (n == 77) {} }\n")
        clause = self.clauses(code=10)["spin <= 1000"]
        self.assertEqual((clause["verdict"], clause["cwe"]), ("broken", 835))
        self.assertIn("never ends", clause["why"])

    def test_undecided(self):
        self.write("call.c", "int other(int n);\n// nadir: call(int n) <= 1000\nint call(int n) { return other(n); }\n")
        clause = self.clauses(code=11)["call <= 1000"]
        self.assertEqual(clause["verdict"], "undecided")
        self.assertIn("other", clause["why"])

    def test_does_not_compile(self):
        self.write("bad.c", "// nadir: bad(int a[N], N) <= n\nint bad(int *a, int n) { return nope; }\n")
        self.write("sum.c", SUM)
        out = self.check(code=11)
        self.assertIn("undecided  bad.c:1  bad <= n", out)
        self.assertIn("use of undeclared identifier 'nope'", out)
        self.assertEqual(out.count("ok  "), 3, out)

    def test_making_inputs_costs_nothing(self):
        """Ranges, letters and order are seen to in the main that nadir makes; its work is not the function's."""
        self.write("first.c", "// nadir: text(char s[N] string) <= 10, peak-heap <= 0, memory <= 3 for N = 1:8,16,32\n"
                              "int text(const char *s) { return s[0]; }\n"
                              "// nadir: find(int a[N] sorted in 0..99, N, int key) <= log n, no errors for N = 1:8,16,32,64\n"
                              "int find(const int *a, int n, int key) {\n  int lo = 0, hi = n;\n"
                              "  while (lo < hi) { int m = (lo + hi) / 2; if (a[m] < key) lo = m + 1; else hi = m; }\n"
                              "  return lo < n && a[lo] == key;\n}\n"
                              "// nadir: none(N) <= 30*N + 20 for N = 1:4\n"
                              "int none(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n")
        found = self.clauses("--save", code=0)
        self.assertEqual({c["cost"] for c in found["text <= 10"]["costs"]}, {found["text <= 10"]["costs"][0]["cost"]})
        a = self.clauses("--replay-only", code=11)  # there is no input of none() to be kept
        self.assertEqual({k: c["verdict"] for k, c in a.items() if c["verdict"] != "ok"}, {"none <= 30*N + 20": "undecided"})

    def test_other_metrics(self):
        self.write("rec.c", """#include <stdlib.h>
// nadir: depth(char s[N] string) <= 2*N + 2 calls:depth, peak-heap <= 3*N + 8, stack <= 100 for N = 1:4,8
int depth(const char *s) {
  char *p = malloc(2);
  int n = p && *s == '(' ? 1 + depth(s + 1) : 0;
  free(p);
  return n;
}
""")
        found = self.clauses(code=10)
        self.assertEqual({k: c["verdict"] for k, c in found.items()},
                         {"depth <= 2*N + 2 calls:depth": "ok", "depth peak-heap <= 3*N + 8": "ok", "depth stack <= 100": "broken"})
        self.assertEqual(found["depth stack <= 100"]["cwe"], 674)


class Finding(Check):
    def test_files_and_lists(self):
        (self.folder / "src").mkdir()
        self.write("src/sum.c", SUM.replace("// nadir", "// not"))
        self.write("nadir.check", "# sums\nsrc/sum.c: sum(int a[N], N) <= n for N = 1:4,8\n")
        self.assertIn("ok         nadir.check:2  sum <= n", self.check(code=0))
        self.check("src", code=1)
        self.assertIn("there is no contract in 1 file", self.errors)
        self.check("none.c", code=1)
        self.assertIn("none.c", self.errors)

    def test_faults_name_the_place(self):
        self.write("sum.c", SUM + "// nadir: sum(int a[N], N) <= 3*n\n")
        out = self.check(code=1)
        self.assertIn("sum.c:9:33: a formula is about N", self.errors)
        self.assertIn("2 contracts: 2 ok", out)

    def test_compile_commands(self):
        (self.folder / "my include").mkdir()
        (self.folder / "build").mkdir()
        self.write("my include/step.h", "enum { STEP = 1 };\n")
        self.write("sum.c", "#include \"step.h\"\n// nadir: sum(int a[N], N) <= n for N = 1:4,8\n"
                            "int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i += STEP + ZERO) s ^= a[i]; return s; }\n")
        self.check(code=11)
        entry = {"directory": str(self.folder / "build"), "file": "../sum.c",
                 "command": "cc '-I../my include' -DZERO=0 -O3 -Wall -Werror -o x.o -c ../sum.c"}
        self.write("build/compile_commands.json", json.dumps([entry]))
        self.check(code=0)
        entry = {"directory": str(self.folder), "file": "sum.c", "arguments": ["cc", "-I", "my include", "-D", "ZERO=0", "sum.c"]}
        self.write("build/compile_commands.json", json.dumps([entry]))
        self.check("sum.c", code=0)
        self.write("build/compile_commands.json", "[{]")
        self.check(code=1)
        self.assertIn("build/compile_commands.json:1", self.errors)

    def test_other_files(self):
        self.write("call.c", "int other(int n);\n// nadir: call(int n) <= 1000 with other.c\nint call(int n) { return other(n); }\n")
        self.write("other.c", "int other(int n) { return n / 2; }\n")
        self.check(code=0)

    def test_nothing(self):
        self.check(code=1)
        self.assertIn("there is no contract in 0 files", self.errors)


class Kept(Check):
    def test_save_and_replay(self):
        self.write("uniq.c", UNIQ.replace("n log n", "n^2"))
        self.check("--replay-only", code=11)
        self.check("--save", code=0)
        kept = self.kept()
        self.assertEqual(list(kept), ["uniq.c.uniq.instructions.txt"])
        text = kept["uniq.c.uniq.instructions.txt"]
        self.assertIn("contract  uniq.c: uniq(int a[N], N)\n", text)
        self.assertRegex(text, r"N=32  cost \d+\n  a signed4\[32\] = [-\d]")
        self.assertLess(max(len(line) for line in text.splitlines()), 120)
        out = self.check("--replay-only", "-v", code=0)
        self.assertIn("as they were, up to N=32", out)
        found = sorted(f.name for f in self.folder.glob("nadir-out*"))
        self.check("--replay-only", code=0)
        self.assertEqual(sorted(f.name for f in self.folder.glob("nadir-out*")), found) # nothing to look at
        # The same search keeps the same; nothing of it depends on the time.
        (self.folder / "nadir-check/uniq.c.uniq.instructions.txt").unlink()
        self.check("--save", code=0)
        self.assertEqual(self.kept(), kept)

    def test_worse(self):
        self.write("sum.c", SUM)
        self.check("--save", code=0)
        kept = self.kept()
        # Nearly twice as much, and still within the contract.
        self.write("sum.c", SUM.replace("s += a[i]", "s += a[i], s ^= a[i]").replace("40*N", "60*N"))
        out = self.check("--replay-only", code=10)
        self.assertRegex(out, r"broken     sum.c:2  sum, as kept: worse by \d+(\.\d+)? % at N=\d+: \d+ instructions, kept \d+")
        self.check("--replay-only", "--tolerance", "900", code=0)
        self.assertEqual(self.kept(), kept)
        self.check("--replay-only", "--update", code=10)
        self.check("--replay-only", code=0)
        self.assertNotEqual(self.kept(), kept)

    def test_class_changed(self):
        fast = UNIQ.replace("n log n", "n^2").replace("while (j < k && a[j] != a[i]) j++;", "while (j < k && j < 2) j++;")
        self.write("uniq.c", fast)
        self.check("--save", code=0)
        self.write("uniq.c", UNIQ.replace("n log n", "n^2").replace("a[j] != a[i]", "j < n"))
        out = self.check("--replay-only", "--tolerance", "1e9", code=10)
        self.assertIn("class changed from n to n^2", out)

    def test_kept_inputs_of_something_else(self):
        self.write("sum.c", SUM)
        self.check("--save", code=0)
        self.write("sum.c", SUM.replace("int a[N]", "long a[N]").replace("const int", "const long"))
        out = self.check("--replay-only", code=11)
        self.assertIn("keeps inputs of another call", out)
        name = "sum.c.sum.instructions.txt"
        (self.folder / "nadir-check" / name).write_text("N=1 cost\n")
        self.assertIn(f"nadir-check/{name}:1: expected a size", self.check("--replay-only", code=11))

    def test_an_error_that_came(self):
        self.write("sum.c", SUM)
        self.check("--save", code=0)
        self.write("sum.c", SUM.replace("i < n", "i <= n"))
        self.assertIn("no longer comes to its end", self.check("--replay-only", code=10))

    def test_one_that_the_search_alone_does_not_find(self):
        """Kept inputs count in a full run, too."""
        h = 7
        for i in range(40):
            h = (h ^ (i % 4 + 1)) * 2654435761 % 2**32
            h ^= h >> 15
        self.write("key.c", "// nadir: key(unsigned a[N]) <= 1000 for N = 4\nint key(unsigned *a) {\n  unsigned h = 7;\n"
                            "  for (int i = 0; i < 40; i++) { h = (h ^ a[i % 4]) * 2654435761u; h ^= h >> 15; }\n  int n = 0;\n"
                            f"  if (h == {h}u) for (int i = 0; i < 1000; i++) n += i;\n  return n;\n}}\n")
        (self.folder / "nadir-check").mkdir()
        (self.folder / "nadir-check/key.c.key.instructions.txt").write_text(
            "contract  key.c: key(unsigned a[N])\nN=4 cost 1\n  a unsigned4[4] = 1 2 3 4\n")
        clause = self.clauses("--max-time", "3s", code=10)["key <= 1000"]
        self.assertEqual(clause["verdict"], "broken")
        self.assertEqual(clause["witness"]["input"], "a[4] = 1 2 3 4")


class Reports(Check):
    def setUp(self):
        super().setUp()
        self.write("sum.c", SUM)
        self.write("at <&>.c", "// nadir: at(int a[N], int i) <= 1000, no errors for N = 1:2\nint at(int *a, int i) { return a[i]; }\n")
        self.write("call.c", "int other(int n);\n// nadir: call(int n) <= 1000\nint call(int n) { return other(n); }\n")
        self.write("z.c", "// nadir: nothing(\n")
        self.out = self.check("--sarif", "c.sarif", "--junit", "c.xml", "--markdown", "c.md", code=10,
                              env={"GITHUB_ACTIONS": "true"})

    def test_all(self):
        log = json.loads((self.folder / "c.sarif").read_text())
        run, = log["runs"]
        self.assertEqual(log["version"], "2.1.0")
        rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
        found = [(r["ruleId"], r["kind"], r["level"], r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
                 for r in run["results"]]
        self.assertEqual(found, [("contract-errors-125", "fail", "error", "at%20%3C%26%3E.c"),
                                 ("contract-formula-400", "open", "none", "call.c")])
        self.assertEqual([rules[r["ruleIndex"]] for r in run["results"]], [r["ruleId"] for r in run["results"]])
        self.assertEqual([t["id"] for t in run["taxonomies"][0]["taxa"]], ["125", "400"])

        suite = xml.etree.ElementTree.parse(self.folder / "c.xml").getroot()[0]
        self.assertEqual([suite.get(k) for k in ("tests", "failures", "errors")], ["7", "1", "2"])
        self.assertEqual([[e.tag for e in case] for case in suite],
                         [["system-out"], ["failure"], ["error"], ["system-out"], ["system-out"], ["system-out"], ["error"]])
        self.assertEqual(suite[1].get("file"), "at <&>.c")

        table = [line for line in (self.folder / "c.md").read_text().splitlines() if line.startswith("| ")]
        self.assertTrue(table[1].startswith("| **broken** | `at(int a[N], int i), no errors` | at \\<&>.c:1 | "), table[1])
        self.assertEqual({len(line.replace("\\|", "").split("|")) for line in table}, {6})

        notes = [line for line in self.out.splitlines() if line.startswith("::")]
        self.assertEqual([line.split("::")[1].split(",title")[0] for line in notes],
                         ["error file=z.c,line=1,col=18", "error file=at <&>.c,line=1,col=11", "warning file=call.c,line=2,col=11"])

    def test_a_report_that_cannot_be_written(self):
        self.check("sum.c", "--sarif", "none/c.sarif", code=1)
        self.assertIn("none/c.sarif", self.errors)


class Workflow(Check):
    def test_of_the_manual(self):
        """The commands of the workflow that docs/check.md shows."""
        page = (pathlib.Path(__file__).resolve().parents[2] / "docs/check.md").read_text()
        commands = re.findall(r"(?m)^ +- run: (nadir .*)$", page)
        self.assertEqual(len(commands), 2)
        self.write("sum.c", SUM)
        self.check("--save", code=0)
        for command in commands:
            command = re.sub(r"--max-time \S+", "--max-time 5s", command).replace("nadir", NADIR, 1)
            done = subprocess.run(["bash", "-c", command], cwd=self.folder, capture_output=True, text=True,
                                  env={**os.environ, "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md")})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(json.loads((self.folder / "nadir.sarif").read_text())["runs"][0]["results"], [])
        self.assertIn("2 ok, 0 broken, 0 undecided", (self.folder / "summary.md").read_text())
        xml.etree.ElementTree.parse(self.folder / "nadir.xml")


class Runs(Check):
    def test_json_is_what_the_schema_says(self):
        self.write("sum.c", SUM)
        report = json.loads(self.check("--json", code=0))
        schema = json.loads(subprocess.run([NADIR, "report", "--schema", "check"], capture_output=True, text=True).stdout)
        self.assertEqual(sorted(report), sorted(schema["required"]))
        clause = schema["properties"]["contracts"]["items"]["properties"]["clauses"]["items"]
        self.assertEqual(sorted(report["contracts"][0]["clauses"][0]), sorted(clause["required"]))

    def test_jobs_do_not_matter(self):
        self.write("sum.c", SUM)
        self.write("uniq.c", UNIQ)
        first = self.check("--jobs", "1", code=10).replace("nadir-out/", "")
        second = self.check("--jobs", "3", code=10).replace("nadir-out-2/", "")
        self.assertEqual(first[:first.rindex("(")], second[:second.rindex("(")])

    def test_interrupt(self):
        self.write("hash.c", "// nadir: hash(unsigned a[N], N) <= 1 for N = 200\n"
                             "unsigned hash(unsigned *a, int n) { unsigned h = 1; for (int i = 0; i < n; i++)\n"
                             "  for (unsigned k = h % 7; k < 9; k++) h = (h ^ a[i]) * 2654435761u; return h; }\n" + SUM)
        run = subprocess.Popen([NADIR, "check", "--max-time", "10m", "--jobs", "1"], cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        while not list(self.folder.glob("nadir-out/*/*/worst.json")):
            self.assertIsNone(run.poll())
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate()
        self.assertIn(run.returncode, (10, 11), out)
        self.assertIn("sum, no errors: interrupted", out)

    def test_command_line(self):
        self.write("sum.c", SUM)
        self.check("--save", "--replay-only", code=2)
        self.check("--jobs", "0", code=2)
        self.check("--size", "x", code=2)


if __name__ == "__main__":
    tap.main()
