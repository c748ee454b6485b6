"""How often each line of a random program is come to: nadir's probes against gcov.

    lines_test.py NADIR [N]        the first N of the programs below

csmith writes one statement to a line and no loop in one line, so that both mean the same.  The same
run is also verified natively by nadir itself.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap
from csmith import INCLUDE, SETS, Bench, run_machine

# Option sets and seeds of programs that end soon.
PROGRAMS = [("jumps", 1301), ("medium", 112), ("structs", 801), ("jumps", 1309), ("float", 302),
            ("inline", 1402), ("default", 4), ("arrays", 1202), ("bitfields", 501), ("jumps", 1310)]


def gcov_counts(source, folder):
    """{line: executions} of the lines that gcc gives code to."""
    program = folder / "counted"
    subprocess.run(["gcc", "-w", "-O0", "-mcrc32", "--coverage", "-I", INCLUDE, source, "-o",
                    program, "-lm"], cwd=folder, check=True)
    subprocess.run([program], cwd=folder, stdout=subprocess.DEVNULL, timeout=20, check=True)
    text = subprocess.run(["gcov", "-t", next(folder.glob("*.gcda"))], cwd=folder, check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout
    counts, is_ours = {}, False
    for line in text.splitlines():
        if m := re.match(r"\s*-:\s+0:Source:(.*)", line):
            is_ours = pathlib.Path(m[1]).name == source.name
        elif is_ours and (m := re.match(r"\s*(\d+|#####)\*?:\s*([1-9]\d*):", line)):
            counts[int(m[2])] = 0 if m[1] == "#####" else int(m[1])
    return counts


class Lines(unittest.TestCase):
    def look(self, options, seed):
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        text = Bench(NADIR, folder).generate(SETS[options], seed)
        if not text:
            self.skipTest("csmith does not end")
        source = folder / "random.c"
        source.write_text(text)
        try:
            want = gcov_counts(source, folder)
        except subprocess.TimeoutExpired:
            self.skipTest("does not end natively")
        asks = folder / "asks.h"  # a main that asks for no input is not run: so it does
        asks.write_text("unsigned long nadir_size(void); unsigned long asks(void) { return nadir_size(); }\n")
        words = [NADIR, "worst", "-I", INCLUDE, "--cflags", f"-w -mcrc32 -include {asks}", "--size", "1", "--cost",
                 "statements", "--json", "--no-report", "--out", folder / "out", source]
        made = run_machine(words, folder / "out", 100, folder)
        self.assertIsInstance(made, tuple, made)
        entry = made[1]["sizes"][0]
        self.assertEqual(entry["verified"]["native"], True, entry["verified"])
        files = {pathlib.Path(f["file"]).name: dict(f["counts"]) for f in entry["lines"]}
        self.assertEqual(sum(n for f in files.values() for n in f.values()), entry["cost"])
        have = files["random.c"]
        both = have.keys() & want.keys()
        self.assertGreater(len(both), 10)
        self.assertEqual({k: have[k] for k in both}, {k: want[k] for k in both})


NADIR = pathlib.Path(sys.argv[1]).resolve()
PROGRAMS = PROGRAMS[:int(sys.argv[2]) if len(sys.argv) > 2 else None]
del sys.argv[1:]
for program in PROGRAMS:
    setattr(Lines, "test_{}_{}".format(*program), lambda self, p=program: self.look(*p))

if __name__ == "__main__":
    tap.main()
