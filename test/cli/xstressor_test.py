"""nadir worst --strategy xstressor: the programs of the paper at a size never trained on, by each kind
of model; what is said where a model is wrong or missing; the phases; the generator.

    xstressor_test.py PROGRAM
"""

import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import ktest
import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAPER = json.loads((ROOT / "bench/xstressor/paper.json").read_text())["programs"]
MODELS = ("inputs", "constraints", "decisions")

# The worst cost at N; every kind of model predicts it.
PROGRAMS = {
    "insertion_sort": lambda n: n * (n - 1) // 2,
    "sorted_list": lambda n: n,
    "merge_arrays": lambda n: 2 * n - 1,
    "bst_search": lambda n: n,
    "dijkstra": lambda n: n * (n - 1) // 2,
    "bool_matrix": lambda n: n ** 3,
    "gnu_cmp": lambda n: 8 * (n - 1),
    "gnu_grep": lambda n: n,
}

MAIN = """#include <stdio.h>
#include <stdlib.h>
#include "generator.c"
int main(int n_words, char **words) {
  (void)n_words;
  long N = atol(words[1]), n = atol(words[2]), *at = calloc(n + 1, sizeof *at);
  generate_%s(N, at);
  for (long i = 0; i < n; i++) printf("%%ld\\n", at[i]);
  free(at);
  return 0;
}
"""


class Xstressor(tap.Folder):
    nadir = pathlib.Path(sys.argv.pop()).resolve()

    def setUp(self):
        super().setUp()
        self.out = self.folder / "nadir-out"

    def worst(self, file, call, cost, size, *options):
        """The result, as worst.json has it."""
        words = [self.nadir, "worst", file, "--cost", cost, "--size", str(size), "--strategy",
                 "xstressor", "--json", "--no-report", "--max-time", "10m", *options]
        done = subprocess.run([*words, *(["--call", call] if call else [])], cwd=self.folder,
                              text=True, capture_output=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def of_paper(self, name, size, *options):
        program = PAPER[name]
        file = (ROOT / "bench" / program["file"]).resolve()
        return self.worst(file, program.get("call"), program["cost"], size, *options)

    def check(self, name, model):
        worst = PROGRAMS[name]
        result = self.of_paper(name, 30, "--model", model)
        size, = result["sizes"]
        said = result["said"]
        self.assertEqual(size["cost"], worst(30), said)
        self.assertEqual((size["how"], size["proven"], size["predicted"]), (model, False, False), said)
        self.assertTrue(size["verified"]["vm"])
        self.assertTrue(size["verified"]["native"])
        self.assertEqual(size["verified"]["vm_cost"], worst(30))
        if name != "bool_matrix": # of which only two sizes can be searched whole
            self.assertEqual(result["growth"]["checked"],
                             [{"size": 30, "predicted": str(worst(30)), "found": worst(30),
                               "met": True}])
        phases = size["phases"]
        self.assertEqual(set(phases), {"building", "predicting", "solving"})
        self.assertGreater(phases["building"], 0)
        self.assertGreater(phases["predicting"], 0)
        self.assertEqual(phases["solving"] > 0, model != "inputs")
        self.assertGreaterEqual(size["seconds"] + 1e-6, phases["predicting"] + phases["solving"])
        self.assertEqual((self.out / "generator.c").is_file(), model == "inputs")

    def test_another_program_at_large_sizes(self):
        """Up to 16 numbers are copied, more are looked at: nothing of the small sizes holds."""
        for model in MODELS:
            with self.subTest(model), tempfile.TemporaryDirectory() as folder:
                self.folder = pathlib.Path(folder)
                result = self.worst(ROOT / "examples/memory_fill.c", "memory_fill(int list[N], N)",
                                    "statements", 24, "--model", model, "--train", "1:8")
                size, = result["sizes"]
                self.assertRegex("\n".join(result["tried"]), f"N=24, model of {model}: ")
                self.assertNotIn("predicted by", size["why"])
                self.assertNotEqual(size["how"], model)
                self.assertGreater(size["cost"], 2 * 24 + 5)
                self.assertTrue(size["verified"]["native"])
                self.assertFalse((pathlib.Path(folder) / "nadir-out/generator.c").exists())

    def test_no_model(self):
        """Branch and bound over all tours: the reasons are given, and something is found."""
        program = PAPER["tsp_search"]
        result = self.worst((ROOT / "bench" / program["file"]).resolve(), program["call"],
                            program["cost"], 5, "--train", "1:4", "--max-paths", "300")
        tried = "\n".join(result["tried"])
        for model in MODELS:
            self.assertRegex(tried, f"no model of {model}: .*(no polynomial fits|fits the smaller)")
        size, = result["sizes"]
        self.assertGreater(size["cost"], 16) # the worst of 4
        self.assertTrue(size["verified"]["native"])
        self.assertFalse((self.out / "generator.c").exists())
        self.assertEqual((size["phases"]["predicting"], size["phases"]["solving"]), (0, 0))

    def test_a_cost_that_is_not_seen(self):
        """Too many conditions for a run with symbols: one with numbers counts what it can, and the rest is predicted."""
        result = self.of_paper("insertion_sort", 5000)
        size, = result["sizes"]
        self.assertEqual((size["cost"], size["predicted"], size["proven"]), (12497500, False, False))
        self.assertTrue(size["verified"]["vm"])
        self.assertTrue(size["verified"]["native"])
        self.assertEqual(size["verified"]["native_cost"], 12497500)
        done = subprocess.run([self.nadir, "worst", ROOT / "examples/insertion_sort.c", "--call",
                               "insertion_sort(int a[N], N)", "--size", "5000", "-v", "--strategy",
                               "xstressor", "--no-report", "--out", "other", "--cost", "branches"],
                              cwd=self.folder, text=True, capture_output=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        size, = json.loads((self.folder / "other/worst.json").read_text())["sizes"]
        self.assertEqual((size["cost"], size["predicted"], size["proven"], size["path"]), (12497500, True, False, None))
        self.assertFalse((self.folder / "other/worst-5000.path").exists())
        self.assertRegex(done.stdout, r"(?m)^ +5,000 +12,497,500 +predicted +path, not cost ")
        self.assertNotIn("found at 5,000 follows", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^time +N=5,000: building models [0-9.]+ s, predicting ")

    def test_generator(self):
        """It compiles without a warning, and gives the worst input of the report at every size."""
        for name, size in (("insertion_sort", 40), ("bst_search", 40), ("merge_arrays", 40),
                           ("dijkstra", 20), ("gnu_grep", 40)):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                self.folder = pathlib.Path(folder)
                result = self.of_paper(name, size, "--model", "inputs")
                self.compare_generator(result, size)

    def compare_generator(self, result, size):
        out = self.folder / "nadir-out"
        objects = dict(ktest.read_ktest((out / f"worst-{size}.ktest").read_bytes()))
        source = (out / "generator.c").read_text()
        names = re.findall(r"#define generate generate_(\w+)", source)
        self.assertEqual(set(names), set(objects))
        widths = {shape["name"]: shape["bytes"] for shape in result["sizes"][0]["shapes"]}
        for name in names:
            width = widths[name]
            n = len(objects[name]) // width
            (out / "main.c").write_text(MAIN % name)
            subprocess.run(["gcc", "-std=gnu17", "-Wall", "-Wextra", "-Werror", "main.c", "-o",
                            "main"], cwd=out, check=True, timeout=60)
            made = subprocess.run(["./main", str(size), str(n)], cwd=out, check=True, timeout=60,
                                  text=True, capture_output=True).stdout.split()
            code = {1: "B", 2: "H", 4: "I", 8: "Q"}[width]
            mask = (1 << 8 * width) - 1
            packed = struct.pack(f"<{n}{code}", *(int(x) & mask for x in made))
            self.assertEqual(packed, objects[name], name)


for name in PROGRAMS:
    for model in MODELS:
        setattr(Xstressor, f"test_{name}_by_{model}",
                lambda self, name=name, model=model: self.check(name, model))

tap.main()
