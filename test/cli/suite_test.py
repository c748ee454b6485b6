"""script/suite on a small folder of each kind: every verdict, what is left out, the table and the exit code.

usage: suite_test.py NADIR
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NADIR = str(pathlib.Path(sys.argv.pop()).resolve())

JULIET = """#include "std_testcase.h"
void bad(void) { <bad> }
void good(void) { <good> }
#ifdef INCLUDEMAIN
int main(void) {
#ifndef OMITGOOD
  good();
#endif
#ifndef OMITBAD
  bad();
#endif
  return 0;
}
#endif
"""
TASK = """format_version: '2.0'
input_files: 'FILE.c'
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: VERDICT
  - property_file: ../properties/termination.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
"""
PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (CONDITION) reach_error(); return 0; }
"""
SCRIPT = """(set-logic QF_BV)
(set-info :status STATUS)
(declare-const x (_ BitVec 8))
(assert CONDITION)
(check-sat)
"""


class Suite(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def suite(self, name, *words, folder="."):
        out = self.folder / "verdicts.json"
        run = subprocess.run([ROOT / "script/suite", name, self.folder / folder, "--json", out, "--jobs", "2", *words],
                             capture_output=True, text=True, env={**os.environ, "NADIR": NADIR}, timeout=300)
        self.assertEqual(run.stderr, "")
        verdicts = {r["name"]: r["verdict"] for r in json.loads(out.read_text())}
        total = run.stdout.splitlines()[-1].split()
        self.assertEqual((total[0], sum(int(n) for n in total[1:] if n != "-")), ("all", len(verdicts)))
        return run, verdicts

    def test_juliet(self):
        self.write("testcasesupport/std_testcase.h", "#include <stdio.h>\n#include <stdlib.h>\n")
        self.write("testcasesupport/io.c", "int io;\n")
        case = "testcases/CWE%d_Name/CWE%d_Name__%s.c"
        null = JULIET.replace("<bad>", "int *p = 0; if (rand() == 7) printf(\"%d\", *p);")
        self.write(case % (476, 476, "int_01"), null.replace("<good>", ""))
        self.write(case % (476, 476, "int_02"), JULIET.replace("<bad>", "").replace("<good>", "int *p = 0; *p = 1;"))
        self.write(case % (457, 457, "int_01"), JULIET.replace("<bad>", "int x; printf(\"%d\", x);").replace("<good>", ""))
        self.write(case % (476, 476, "w32_01"), null.replace("<good>", ""))
        self.write(case % (476, 476, "broken_01"), "nonsense")
        run, verdicts = self.suite("juliet")
        name = "CWE476_Name__%s"
        self.assertEqual(verdicts, {
            name % "int_01 bad": "right", name % "int_01 good": "right",
            name % "int_02 bad": "missed", name % "int_02 good": "false alarm",
            name % "broken_01 bad": "refused", name % "broken_01 good": "refused",
            "CWE457_Name__int_01 bad": "right", "CWE457_Name__int_01 good": "right"})
        self.assertEqual(run.returncode, 1)
        self.assertIn("false alarm: CWE476_Name__int_02 good: null-pointer\n", run.stdout)
        self.assertIn("left out: 1: needs Windows", run.stdout)

    def test_svcomp(self):
        for file, verdict, condition in (("found", "false", "x == 77"), ("missed", "false", "x != x"),
                                         ("alarm", "true", "x == 77"), ("fine", "true", "x != x")):
            self.write(f"c/{file}.yml", TASK.replace("FILE", file).replace("VERDICT", verdict))
            self.write(f"c/{file}.c", PROGRAM.replace("CONDITION", condition))
        self.write("c/threads.yml", TASK.replace("FILE", "threads").replace("VERDICT", "true"))
        self.write("c/threads.c", "int main(void) { pthread_create(0, 0, 0, 0); }")
        run, verdicts = self.suite("svcomp")
        self.assertEqual({name.split("/")[1].split(".")[0]: v for name, v in verdicts.items()},
                         {"found": "right", "missed": "missed", "alarm": "false alarm", "fine": "right"})
        self.assertIn("left out: 4: property termination\n", run.stdout)
        self.assertIn("left out: 1: threads\n", run.stdout)
        self.assertEqual(self.suite("svcomp", "--only", "f(ound|ine)")[0].returncode, 0)
        self.assertEqual(len(self.suite("svcomp", "--sample", "1")[1]), 2)

    def test_smtlib(self):
        for file, status, condition in (("sat", "sat", "(= x #x07)"), ("unsat", "unsat", "(bvult x x)"),
                                        ("missed", "sat", "(bvult x x)"), ("alarm", "unsat", "(= x #x07)"),
                                        ("refused", "sat", "(no-such-thing x)"), ("unsaid", "unknown", "true")):
            self.write(f"{file}.smt2", SCRIPT.replace("STATUS", status).replace("CONDITION", condition))
        run, verdicts = self.suite("smtlib")
        self.assertEqual(verdicts, {"sat.smt2": "right", "unsat.smt2": "right", "missed.smt2": "missed",
                                    "alarm.smt2": "false alarm", "refused.smt2": "refused"})
        self.assertIn("left out: 1: does not say", run.stdout)

    def test_klee(self):
        lines = "// RUN: %clang %s -emit-llvm -g -c -o %t.bc\n// RUN: %klee --output-dir=%t.out OPTIONS %t.bc LINE\n"
        source = "#include <assert.h>\nint main(void) { int x = 1; klee_make_symbolic(&x, 4, \"x\"); assert(CONDITION); }\n"
        source = "void klee_make_symbolic(void *, unsigned long, const char *);\n" + source
        check = "2>&1 | FileCheck %s\n// CHECK: KLEE: ERROR: {{.*}} ASSERTION FAIL"
        for file, options, line, condition in (
                ("found", "", check, "x"), ("missed", "", check, "1"), ("alarm", "--exit-on-error", "", "x"),
                ("fine", "--exit-on-error", "", "1"), ("own", "--entry-point=other", "", "1"),
                ("file", "", "\n// RUN: test -f %t.out/test000001.assert.err", "x"),
                ("other", "", "\n// RUN: test -f %t.out/test000001.ptr.err", "x")):
            self.write(f"test/Part/{file}.c", lines.replace("OPTIONS", options).replace("LINE", line)
                       + source.replace("CONDITION", condition))
        self.write("include/klee/klee.h", "")
        run, verdicts = self.suite("klee", folder="test")
        self.assertEqual({name.split("/")[1][:-2]: v for name, v in verdicts.items()},
                         {"found": "right", "missed": "missed", "alarm": "false alarm", "fine": "right",
                          "file": "right", "other": "missed"})
        self.assertIn("left out: 1: an option of KLEE", run.stdout)

    def test_nothing(self):
        run = subprocess.run([ROOT / "script/suite", "smtlib", self.folder], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        run = subprocess.run([ROOT / "script/suite", "smtlib", self.folder / "absent"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn("docs/suites.md", run.stderr)


if __name__ == "__main__":
    tap.main()
