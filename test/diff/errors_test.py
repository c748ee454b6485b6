"""Random small programs with a planted error: the machine says what the sanitizers say.

    errors_test.py NADIR [N]      N seeds, of two programs each: with the error and without it

errors.py says what is expected; script/fuzz-errors is the long run.
"""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import errors
import pool
import tap
from errors import Bench, Program

SEEDS = range(150)


class Errors(pool.Pool):
    good = errors.GOOD

    @classmethod
    def bench(cls, folder):
        return Bench(NADIR, folder)

    @classmethod
    def submit(cls, bench):
        seeds = list(dict.fromkeys(p.seed for p in cls.programs))
        batches = [errors.batch(seeds[k:k + errors.BATCH])
                   for k in range(0, len(seeds), errors.BATCH)]
        futures = [(b, cls.pool.submit(bench.check, b)) for b in batches]
        cls.verdicts = {p: future for b, future in futures for p in b}

    def verdict(self, program):
        return self.verdicts[program].result()[program][0]


class Judge(unittest.TestCase):
    """A machine that lies is found out."""

    EDIT = """python3 -c '
import json, sys
report = json.load(sys.stdin)
errors = report["errors"]
{}
print(json.dumps(report, indent=2))'"""

    @classmethod
    def setUpClass(cls):
        """A program that a sanitizer sees the error of, and its twin."""
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        bench = Bench(NADIR, cls.folder.name)
        seed = next(s for s in SEEDS if errors.group(Program(s, False)) == "use-freed")
        cls.programs = errors.batch([seed])
        cls.made = [bench.write(p) for p in cls.programs]
        cls.signs = bench.oracle.signs([native for _, native in cls.made], "batch")

    def check(self, script, *kinds):
        bench = Bench(pool.fake_machine(self.folder.name, script), self.folder.name)
        found = [bench.compare(program, plan, native, signs).kind for program, (plan, native), signs
                 in zip(self.programs, self.made, self.signs)]
        self.assertEqual(found, list(kinds))

    def edited(self, code):
        return f'{NADIR} "$@" | ' + self.EDIT.format(code)

    def test_honest(self):
        self.check(f'exec {NADIR} "$@"', "agreed", "clean")

    def test_blind(self):
        self.check(self.edited("errors.clear()"), "missed", "clean")

    def test_other_line(self):
        self.check(self.edited("for e in errors: e[\"line\"] += 1"), "missed", "clean")

    def test_other_kind(self):
        self.check(self.edited("for e in errors: e[\"kind\"] = \"read-bounds\""), "missed", "clean")

    def test_invented(self):
        self.check(self.edited("errors.append({\"kind\": \"leak\", \"line\": 1})"),
                   "false alarm", "false alarm")

    def test_incomplete(self):
        self.check(self.edited("report[\"complete\"] = False"), "skipped", "skipped")

    def test_killed(self):
        self.check("kill -SEGV $$", "crash", "crash")


NADIR = pathlib.Path(sys.argv[1]).resolve()
PROGRAMS = errors.batch(SEEDS[:int(sys.argv[2]) if len(sys.argv) > 2 else None])
del sys.argv[1:]
Errors.add_programs(PROGRAMS, "test_{}_{}")

if __name__ == "__main__":
    tap.main()
