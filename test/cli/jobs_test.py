"""Several processes explore one program: what they find, and what is left when any of them is killed.

    jobs_test.py PROGRAM [ROUNDS]

ROUNDS (3) is how often a run is killed at a random moment in each of the tests that do so.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

ROUNDS = int(sys.argv.pop()) if sys.argv[-1].isdigit() else 3
NADIR = str(pathlib.Path(sys.argv.pop()).resolve())
HANGS = 300

# Hundreds of paths of different lengths, each of which takes a while; errors of three kinds, at places that many come to.
MIXED = """#include <assert.h>
#include <nadir.h>
#include <stdlib.h>
int table[8];
int main(void) {
  unsigned char v[4];
  unsigned n = 0, sum = 0;
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 4; i++) {
    if (v[i] > 9) n++;
    if (v[i] % 16 == 3) sum += v[i];
    for (unsigned k = 0; n > 2 && k < v[i] % 4; k++) sum++;
  }
  for (volatile int k = 0; k < 10000; k++) {}
  if (n == 4 && sum % 16 == 5) table[sum] = 1;
  int *p = malloc(4);
  if (!p) return 1;
  if (v[0] == 200 && n > 2) free(p);
  free(p);
  assert(n < 3 || v[1] != v[2]);
  return n == 3;
}
"""

WARNS = """#include <nadir.h>
#include <stdlib.h>
int main(void) {
  int a, b;
  nadir_symbolic(&b, sizeof b, "b");
  int *p = malloc(sizeof *p);
  if (b > 5) *p = 1;
  if (b > 100) a = 2;
  if (b % 3 && *p) return 3;
  return b > 90 ? a > 3 : 0;
}
"""


def found(folder):
    """What a run found: the names of its files, each path in the ledger, and of run.json what does not depend on time.
    Which input stands for a path may depend on what the solver was asked before."""
    files = sorted(p.name for p in folder.iterdir())
    report = json.loads((folder / "run.json").read_text())
    figures = {k: report[k] for k in ("paths", "kinds", "complete", "tests", "instructions", "sides", "forks")}
    ledger = [line for line in (folder / "ledger").read_text().splitlines()]
    errors = [(e["kind"], e["line"], e["paths"], e["test"]) for e in report["errors"] + report["warnings"]]
    return files, figures, ledger, errors


class Case(unittest.TestCase):
    maxDiff = 2000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        (self.dir / "mixed.c").write_text(MIXED)
        (self.dir / "warns.c").write_text(WARNS)

    def nadir(self, *words, code=None, **more):
        done = subprocess.run([NADIR, *words], cwd=self.dir, text=True, errors="replace", capture_output=True,
                              timeout=HANGS, **more)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def start(self, *words, **more):
        child = subprocess.Popen([NADIR, *words], cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 **more)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        return child

    def wait_for_store(self, child):
        while not (self.dir / "out/unfinished.db").exists() and child.poll() is None:
            time.sleep(0.002)

    def run_jobs(self, jobs, *words):
        """What `jobs` processes find, in a folder that is called the same each time."""
        shutil.rmtree(self.dir / "out", ignore_errors=True)
        self.nadir("run", *words, "--native", "off", "--jobs", str(jobs), "--out", "out", code=10)
        return found(self.dir / "out")


class Together(Case):
    """However many there are, they find the same."""

    def test_as_one(self):
        _, figures, ledger, errors = self.run_jobs(1, "mixed.c")
        _, others, lines, same = self.run_jobs(3, "mixed.c")
        self.assertTrue(figures["complete"])
        self.assertGreater(figures["tests"], 300)
        self.assertEqual(figures, others)
        kinds = lambda all_errors: sorted(e[:3] for e in all_errors)
        self.assertEqual(len(errors), 3)
        self.assertEqual(kinds(errors), kinds(same))
        ends = lambda all_lines: sorted(x.split("\t")[1:4] for x in all_lines if x[0] != "#")
        self.assertEqual(ends(ledger), ends(lines))

    def test_any_number(self):
        self.assertEqual(self.run_jobs(2, "mixed.c"), self.run_jobs(5, "mixed.c"))

    def test_inputs_take_their_paths(self):
        self.run_jobs(3, "mixed.c", "--paths")
        for test in sorted((self.dir / "out").glob("*.ktest"))[::50]:
            done = self.nadir("run", "mixed.c", "--output-of", str(test))
            line = [x for x in (self.dir / "out/ledger").read_text().splitlines() if test.name in x][0]
            kind = line.split("\t")[1]
            said = {"exit": "returned from main", "assert": "assertion", "write-bounds": "out of bounds", "double-free": "twice"}
            self.assertIn(said[kind], done.stderr)

    def test_warnings(self):
        self.nadir("run", "warns.c", "--native", "off", "--out", "a")
        self.nadir("run", "warns.c", "--native", "off", "--out", "b", "--jobs", "3")
        (_, one, _, warnings), (_, three, _, others) = found(self.dir / "a"), found(self.dir / "b")
        self.assertEqual(one["paths"], three["paths"])
        self.assertTrue(warnings)
        self.assertEqual(sorted(w[:2] for w in warnings), sorted(w[:2] for w in others))

    def test_what_one_process_has_to_do(self):
        done = self.nadir("run", "mixed.c", "--jobs", "2", "--max-paths", "5", code=2)
        self.assertIn("max-paths", done.stderr)


class Killed(Case):
    """Nothing is lost when processes are killed, and nothing is counted twice."""

    def workers(self, child):
        try:
            return [int(x) for x in pathlib.Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split()]
        except FileNotFoundError:
            return []

    def resume_until_complete(self, *more):
        for _ in range(40):
            done = self.nadir("run", "--resume", "out", *more)
            if done.returncode == 10 and "go on " not in done.stdout:
                return
        self.fail("the run does not come to its end")

    def test_workers(self):
        expected = self.run_jobs(2, "mixed.c")
        for seed in range(ROUNDS):
            rng = random.Random(seed)
            shutil.rmtree(self.dir / "out")
            child = self.start("run", "mixed.c", "--native", "off", "--jobs", "2", "--out", "out")
            self.wait_for_store(child)
            for _ in range(3):
                time.sleep(rng.uniform(0.01, 0.2))
                workers = self.workers(child)
                if workers:
                    os.kill(rng.choice(workers), signal.SIGKILL)
            _, said = child.communicate(timeout=HANGS)
            self.assertEqual(child.returncode, 10, said)
            self.assertEqual(found(self.dir / "out"), expected, seed)

    def test_who_leads(self):
        expected = self.run_jobs(2, "mixed.c")
        for seed in range(ROUNDS):
            rng = random.Random(seed)
            shutil.rmtree(self.dir / "out")
            child = self.start("run", "mixed.c", "--native", "off", "--jobs", "2", "--out", "out")
            self.wait_for_store(child)
            for _ in range(3):
                time.sleep(rng.uniform(0.1, 0.6))
                child.send_signal(signal.SIGKILL)
                child.communicate()
                if not (self.dir / "out/unfinished.db").exists():
                    break
                child = self.start("run", "--resume", "out")
            child.communicate(timeout=HANGS)
            if (self.dir / "out/unfinished.db").exists():
                self.resume_until_complete()
            self.assertEqual(found(self.dir / "out"), expected, seed)

    def test_every_worker(self):
        """Each worker of a job dies: its paths are given up for now, and tried again by --resume."""
        expected = self.run_jobs(2, "mixed.c")
        shutil.rmtree(self.dir / "out")
        # The search for leaks has a process of its own, which must not be killed.
        calm = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
        child = self.start("run", "mixed.c", "--native", "off", "--jobs", "2", "--out", "out", env=calm)
        self.wait_for_store(child)
        while child.poll() is None:
            for worker in self.workers(child):
                try:
                    os.kill(worker, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        out, _ = child.communicate(timeout=HANGS)
        self.assertIn("run --resume out", out)
        self.assertIn("incomplete in", out)
        self.resume_until_complete()
        self.assertEqual(found(self.dir / "out"), expected)

    def test_limits(self):
        expected = self.run_jobs(2, "mixed.c")
        shutil.rmtree(self.dir / "out")
        done = self.nadir("run", "mixed.c", "--native", "off", "--jobs", "2", "--out", "out", "--max-time", "0.2s")
        if "go on " in done.stdout:
            self.assertIn("time limit", done.stdout)
        for _ in range(60):
            if not (self.dir / "out/unfinished.db").exists():
                break
            self.nadir("run", "--resume", "out", "--max-time", "1s", "--jobs", "3")
        self.assertEqual(found(self.dir / "out"), expected)

    def test_interrupted(self):
        expected = self.run_jobs(2, "mixed.c")
        shutil.rmtree(self.dir / "out")
        child = self.start("run", "mixed.c", "--native", "off", "--jobs", "2", "--out", "out")
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=HANGS)
        if (self.dir / "out/unfinished.db").exists():
            self.assertIn("run --resume out", out)
            self.resume_until_complete("--max-time", "100s")
        self.assertEqual(found(self.dir / "out"), expected)


# Each letter of a word is a branch of its own, behind all others; a square is hard to find.
DEEP = """#include <nadir.h>
#include <string.h>
int main(void) {
  char s[9];
  unsigned n = 0, x;
  nadir_symbolic(s, sizeof s, "s");
  nadir_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 9; i++) if (s[i] > 'a') n++;
  if (!memcmp(s, "worst", 5)) n = 0;
  if (s[5] == 'x' && s[6] == 'y' && x * x == 1522756) return 1;
  return n == 9;
}
"""


class Cover(Case):
    """nadir cover by several processes, which share what they covered."""

    def covered(self, *words, code=0):
        self.nadir("cover", "deep.c", "--native", "off", "--out", "out", *words, code=code)
        report = json.loads((self.dir / "out/cover.json").read_text())
        shutil.rmtree(self.dir / "out")
        return report["sides"], report["complete"], report["paths"]

    def setUp(self):
        super().setUp()
        (self.dir / "deep.c").write_text(DEEP)

    def test_any_number(self):
        words = "--all-tests", "--mutate", "0"  # every path, so that nobody ends earlier than others
        sides, complete, paths = self.covered(*words, "--jobs", "1")
        self.assertTrue(complete)
        self.assertEqual(sides["covered"], sides["all"])
        for jobs in "2", "5":
            self.assertEqual(self.covered(*words, "--jobs", jobs), (sides, complete, paths))

    def test_default(self):
        sides, *_ = self.covered()
        self.assertEqual(sides["covered"], sides["all"])

    def test_resumed(self):
        words = "--all-tests", "--mutate", "0"
        expected = self.covered(*words, "--jobs", "1")
        child = self.start("cover", "deep.c", "--native", "off", "--out", "out", *words, "--jobs", "2")
        self.wait_for_store(child)
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=HANGS)
        if (self.dir / "out/unfinished.db").exists():
            self.nadir("cover", "--resume", "out", "--max-time", "100s")
        report = json.loads((self.dir / "out/cover.json").read_text())
        self.assertEqual((report["sides"], report["complete"], report["paths"]), expected)

    def test_another_command(self):
        self.nadir("cover", "deep.c", "--native", "off", "--out", "out", "--jobs", "2", "--max-time", "0.3s")
        if (self.dir / "out/unfinished.db").exists():
            self.assertIn("'nadir cover' began this", self.nadir("run", "--resume", "out", code=2).stderr)


class Mistakes(Case):
    def unfinished(self):
        (self.dir / "mixed.c").write_text(MIXED.replace("10000", "10000000"))
        self.nadir("run", "mixed.c", "--native", "off", "--jobs", "2", "--out", "out", "--max-time", "2s")
        self.assertTrue((self.dir / "out/unfinished.db").exists())

    def test_complete(self):
        self.run_jobs(2, "mixed.c")
        done = self.nadir("run", "--resume", "out", code=1)
        self.assertIn("nothing is left to do", done.stderr)

    def test_no_folder(self):
        self.assertIn("cannot open", self.nadir("run", "--resume", "nowhere", code=1).stderr)
        (self.dir / "empty").mkdir()
        self.assertIn("no folder that nadir", self.nadir("run", "--resume", "empty", code=1).stderr)

    def test_another_option(self):
        self.unfinished()
        done = self.nadir("run", "--resume", "out", "--size", "9", code=2)
        self.assertIn("'--size' cannot be changed", done.stderr)

    def test_another_program(self):
        self.unfinished()
        (self.dir / "mixed.c").write_text(MIXED.replace("> 9", "> 10").replace("10000", "10000000"))
        done = self.nadir("run", "--resume", "out", code=1)
        self.assertIn("another", done.stderr)

    def test_damaged(self):
        """Whatever stands in the file: a message, or an end, and no crash."""
        self.unfinished()
        good = self.dir / "good"
        shutil.copytree(self.dir / "out", good)
        rng = random.Random(1)
        for table, column in (("jobs", "leaves"), ("results", "bytes"), ("workers", "figures"), ("facts", "bytes")):
            for _ in range(ROUNDS):
                shutil.rmtree(self.dir / "out")
                shutil.copytree(good, self.dir / "out")
                with sqlite3.connect(self.dir / "out/unfinished.db") as db:
                    for key, old in db.execute(f"SELECT rowid, {column} FROM {table}").fetchall():
                        new = bytearray(old or b"")
                        for _ in range(rng.randint(1, 4)):
                            if new:
                                new[rng.randrange(len(new))] = rng.randrange(256)
                        db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (bytes(new), key))
                db.close()
                done = self.nadir("run", "--resume", "out", "--max-time", "1s")
                self.assertIn(done.returncode, (0, 1, 2, 10, 11), done.stderr)

    def test_no_store(self):
        self.unfinished()
        (self.dir / "out/unfinished.db").write_bytes(b"x" * 5000)
        done = self.nadir("run", "--resume", "out", code=1)
        self.assertIn("not a database", done.stderr)

    def test_in_use(self):
        (self.dir / "mixed.c").write_text(MIXED.replace("10000", "10000000"))
        child = subprocess.Popen([NADIR, "run", "mixed.c", "--jobs", "2", "--out", "out"], cwd=self.dir,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        while not (self.dir / "out/unfinished.db").exists():
            time.sleep(0.01)
        self.assertIn("another nadir", self.nadir("run", "--resume", "out", code=1).stderr)


if __name__ == "__main__":
    tap.main()
