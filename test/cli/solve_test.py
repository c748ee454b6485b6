"""nadir solve: the scripts of test/smt2 get the answers they announce, malformed ones the
error they announce, and models are models.

    solve_test.py PROGRAM
"""

import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent / "smt2"
NADIR = sys.argv.pop()


def solve(*words, text=None):
    """(exit code, standard output, standard error)"""
    run = subprocess.run([NADIR, "solve", *map(str, words)], input=text or "", timeout=60,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return run.returncode, run.stdout, run.stderr


def answers(out):
    return [line for line in out.splitlines() if line in ("sat", "unsat", "unknown")]


def announced(script):
    """Each check-sat has the status that was set last."""
    expected, status = [], None
    for command in re.findall(r"\(set-info :status (\w+)\)|\((check-sat)", script):
        if command[0]:
            status = command[0]
        else:
            expected.append(status)
    return expected


class Corpus(unittest.TestCase):
    def test_answers(self):
        scripts = sorted(SCRIPTS.glob("*.smt2"))
        self.assertGreater(len(scripts), 8)
        for script in scripts:
            with self.subTest(script.name):
                code, out, err = solve(script, "--model")
                self.assertEqual((code, err), (0, ""))
                self.assertEqual(answers(out), announced(script.read_text()))

    def test_errors(self):
        scripts = sorted((SCRIPTS / "bad").glob("*.smt2"))
        self.assertGreater(len(scripts), 5)
        for script in scripts:
            with self.subTest(script.name):
                expected = script.read_text().splitlines()[0].removeprefix("; error: ")
                code, out, err = solve(script)
                self.assertEqual((code, err), (1, f"{script}:{expected}\n"))

    def test_models_satisfy(self):
        """A model, asserted value by value, leaves the script satisfiable."""
        n_values = 0
        for script in sorted(SCRIPTS.glob("*.smt2")):
            text = script.read_text()
            first = text[:text.index("(check-sat")]
            code, out, err = solve("-", "--model", text=first + "(check-sat)")
            self.assertEqual(code, 0, err)
            if not out.startswith("sat\n"):
                continue
            with self.subTest(script.name):
                value = re.compile(r"\(define-fun (\S+|\|.*\|) \(\) (?:Bool|\(_ .*?\)) (\S+)\)\n")
                for name, word in value.findall(out):
                    first += f"(assert (= {name} {word}))\n"
                    n_values += 1
                self.assertEqual(solve("-", text=first + "(check-sat)"), (0, "sat\n", ""))
        self.assertGreater(n_values, 10)


class Commands(unittest.TestCase):
    def test_model(self):
        script = ("(declare-const x (_ BitVec 8))(declare-const |p q| Bool)"
                  "(declare-const a (Array (_ BitVec 4) (_ BitVec 4)))"
                  "(assert (= x #x2a))(assert |p q|)(assert (= (select a #x3) #x7))"
                  "(check-sat)(get-model)(get-value ((bvadd x #x01) |p q| (store a #x1 #x2)))")
        code, out, err = solve("-", text=script)
        self.assertEqual((code, err), (0, ""))
        array = "(store ((as const (Array (_ BitVec 4) (_ BitVec 4))) #x0) #x3 #x7)"
        self.assertEqual(out, "sat\n(\n"
                         "  (define-fun x () (_ BitVec 8) #x2a)\n"
                         "  (define-fun |p q| () Bool true)\n"
                         f"  (define-fun a () (Array (_ BitVec 4) (_ BitVec 4)) {array})\n"
                         ")\n"
                         f"(((bvadd x #x01) #x2b)\n (|p q| true)\n"
                         " ((store a #x1 #x2) (store (store ((as const (Array (_ BitVec 4) "
                         "(_ BitVec 4))) #x0) #x1 #x2) #x3 #x7)))\n")

    def test_talk(self):
        script = ('(set-option :print-success true)(set-logic QF_BV)(echo "a ""b""")'
                  "(get-info :name)(get-option :print-success)(check-sat)(exit)(check-sat)")
        out = 'success\nsuccess\na "b"\n(:name "nadir")\ntrue\nsat\nsuccess\n'
        self.assertEqual(solve("-", text=script), (0, out, ""))

    def test_ignored(self):
        """What a script is not about does not end it."""
        script = "(simplify (bvadd #x1 #x1))\n(get-interpolant p (and a b))(check-sat)"
        code, out, err = solve("-", text=script)
        self.assertEqual((code, out), (0, "unsupported\nunsupported\nsat\n"))
        self.assertEqual(err, "-:1:1: 'simplify' is not supported and is ignored\n"
                              "-:2:1: 'get-interpolant' is not supported and is ignored\n")

    def test_cores(self):
        script = ("(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))"
                  "(assert (! (bvult x y) :named a))(assert (! (= y #x05) :named |b c|))"
                  "(assert (! (and (= x #x09) (= y y)) :named d))(assert (bvult y #xf0))"
                  "(check-sat)(get-unsat-core)(get-assertions)")
        code, out, err = solve("-", text=script)
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(out.splitlines()[:2], ["unsat", "(a |b c| d)"])
        self.assertIn(" (bvult y #xf0))\n", out)
        script = ("(declare-const p Bool)(declare-const q Bool)(assert (! (or p q) :named n))"
                  "(check-sat-assuming ((not p) (not q)))(get-unsat-assumptions)(check-sat)"
                  "(get-assignment)(get-unsat-core)")
        code, out, err = solve("-", text=script)
        self.assertEqual((code, out), (1, "unsat\n((not p) (not q))\nsat\n((n true))\n"))
        self.assertIn("there is no core", err)

    def test_functions(self):
        """What is printed for functions and declared sorts is what they are in the model."""
        script = ("(declare-sort S 0)(declare-fun f (S (_ BitVec 8)) Bool)(declare-const s S)"
                  "(assert (f s #x07))(assert (not (f s #x08)))(check-sat)(get-model)"
                  "(get-value ((f s #x07) (f s #x08) s))")
        code, out, err = solve("-", text=script)
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r"\(define-fun s \(\) S \(as @\d+ S\)\)")
        self.assertRegex(out, r"\(define-fun f \(\(x!1 S\) \(x!2 \(_ BitVec 8\)\)\) Bool "
                              r"\(ite \(and \(= x!1 \(as @\d+ S\)\) \(= x!2 #x0[78]\)\)")
        self.assertRegex(out, r"\(\(\(f s #x07\) true\)\n \(\(f s #x08\) false\)\n")

    def test_stages(self):
        script = SCRIPTS / "bytes.smt2"
        for stages in ("all", "sat", "simplify,sat", "-bytes,-pairs"):
            with self.subTest(stages):
                code, out, err = solve(script, "--stages", stages)
                self.assertEqual((code, err), (0, ""))
                self.assertEqual(answers(out), ["sat", "unsat"])
        code, out, err = solve(script, "--stages", "nonsense")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("nonsense", err)

    def test_stats(self):
        code, out, err = solve(SCRIPTS / "order.smt2", "--stats")
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r"(?m)^; order +\d+ +\d+ +\d+ +\d+\.\d+$")
        self.assertRegex(out, r"(?m)^; questions \d+, yes")

    def test_timeout(self):
        """Factoring the product of two primes of 40 bits takes longer than 200 ms."""
        script = ("(declare-const x (_ BitVec 80))(declare-const y (_ BitVec 80))"
                  "(assert (= (bvmul x y) (_ bv613141567183142274466187 80)))"
                  "(assert (bvult (_ bv1 80) x))(assert (bvult x (_ bv1099511627776 80)))"
                  "(assert (bvult (_ bv1 80) y))(assert (bvult y (_ bv1099511627776 80)))")
        code, out, err = solve("-", "--timeout", "200ms",
                               text=script + "(check-sat)(get-info :reason-unknown)")
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r'^unknown\n\(:reason-unknown "[^"]+"\)\n$')

    def test_no_file(self):
        code, out, err = solve("/nonexistent.smt2")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("/nonexistent.smt2", err)


if __name__ == "__main__":
    tap.main()
