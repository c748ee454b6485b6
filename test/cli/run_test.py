"""nadir run: its folder, ledger, JSON, options, and the end by a signal.

    run_test.py PROGRAM
"""

import fcntl
import json
import os
import pathlib
import pty
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

PROG = pathlib.Path(__file__).resolve().parent.parent / "prog"
SORT = PROG / "counts/insertion_order.c"
ERRORS = PROG / "errors/free_errors.c"
NADIR = str(pathlib.Path(sys.argv.pop()).resolve())


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def run_nadir(self, *words, code=0):
        done = subprocess.run([NADIR, *map(str, words)], cwd=self.dir, timeout=120, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # Whatever a run that was carried out has found; ExitCodes looks at that.
        returned = 0 if done.returncode in (10, 11) and code == 0 else done.returncode
        self.assertEqual(returned, code, done.stderr)
        return done.stdout if code in (0, 10, 11) else done.stderr

    def json(self, *words):
        return json.loads(self.run_nadir("run", *words, "--json"))

    def rows(self, out="nadir-out"):
        lines = (self.dir / out / "ledger").read_text().splitlines()
        return [line.split("\t") for line in lines if not line.startswith("#")]


class Lists(Case):
    def test_many_inputs(self):
        """Of an error with many inputs the first are shown; the test has all."""
        (self.dir / "many.c").write_text("""#include <nadir.h>
#include <stdlib.h>
int main(void) {
  unsigned char b[40], sum = 0;
  for (int i = 0; i < 40; i++) nadir_symbolic(b + i, 1, "b");
  for (int i = 0; i < 40; i++) sum |= b[i];
  if (!sum) abort();
  return 0;
}
""")
        done = self.run_nadir("run", "--native", "off", "many.c")
        self.assertEqual(done.count("[1] = "), 32)
        self.assertIn("    and 8 more, which the test has\n", done)

    def test_equal_names(self):
        """Every input has a name of its own, also beside names that look as if they had been numbered."""
        names = ["x", "x_1", "x", "x", "y_2", "y", "y", "y", "x_1", "", "x_3"]
        (self.dir / "names.c").write_text(
            "#include <nadir.h>\n#include <stdlib.h>\nint main(void) {\n  char c;\n" +
            "".join(f'  nadir_symbolic(&c, 1, "{name}");\n' for name in names) + "  abort();\n}\n")
        done = self.run_nadir("run", "--native", "off", "names.c")
        self.assertEqual(re.findall(r"^    (\w+) = '", done, re.M),
                         ["x", "x_1", "x_2", "x_3", "y_2", "y", "y_1", "y_3", "x_1_1", "unnamed", "x_3_1"])

    def test_why_paths_were_given_up(self):
        """Each reason once, by its place, with how many paths; not only in the ledger."""
        (self.dir / "gaps.c").write_text(
            "#include <nadir.h>\nint unknown(int x);\nint main(void) {\n  unsigned char c;\n"
            "  nadir_symbolic(&c, 1, \"c\");\n"
            "  if (c < 2)\n    return c ? unknown(1) : unknown(1);\n"
            "  return c == 2 ? unknown(3) : 0;\n}\n")
        text = self.run_nadir("run", "gaps.c")
        why = "unsupported: a call of 'unknown', which no given file defines"
        self.assertIn(f"\nnot explored further: gaps.c:7: {why} (2 paths)\n", text)
        self.assertIn(f"\nnot explored further: gaps.c:8: {why} (1 path)\n", text)
        gaps = json.loads((self.dir / "nadir-out/run.json").read_text())["gaps"]
        self.assertEqual([(g["kind"], g["place"], g["paths"]) for g in sorted(gaps, key=lambda g: g["place"])],
                         [("unsupported", "gaps.c:7", 2), ("unsupported", "gaps.c:8", 1)])

    def test_what_was_not_built_shows_nothing(self):
        """An error is 'not seen' only where a native program ran; else the summary says why none did."""
        (self.dir / "part.c").write_text(
            "#include <nadir.h>\n#include <stdlib.h>\nint missing(void);\nint main(void) {\n  unsigned char c;\n"
            "  nadir_symbolic(&c, 1, \"c\");\n  if (c == 1) abort();\n  return c == 2 ? missing() : 0;\n}\n")
        text = self.run_nadir("run", "part.c", code=10)
        self.assertRegex(text, r"native: unknown \(not built: part.c: the program does not compile natively: "
                               "undefined reference to `missing'")
        self.assertNotIn("not seen", text)

    def test_many_errors(self):
        """A person sees the first few; run.json has all."""
        lines = "".join(f"  if (c == {i}) *(volatile int *)0 = {i};\n" for i in range(23))
        (self.dir / "many.c").write_text(
            "#include <nadir.h>\nint main(void) {\n  unsigned char c;\n"
            f"  nadir_symbolic(&c, 1, \"c\");\n{lines}  return 0;\n}}\n")
        text = self.run_nadir("run", "--native", "off", "many.c")
        self.assertIn("\n… and 3 more errors, in run.json\n", text)
        self.assertEqual(len(json.loads((self.dir / "nadir-out/run.json").read_text())["errors"]), 23)


class Folder(Case):
    def test_never_overwritten(self):
        for name in ("nadir-out", "nadir-out-2", "nadir-out-3"):
            self.assertIn(f"in {name}\n", self.run_nadir("run", SORT, "--size", 2))
        self.assertEqual(len(list(self.dir.iterdir())), 4)  # and nadir-out-latest

    def test_named_and_empty(self):
        (self.dir / "mine").mkdir()
        self.assertEqual(self.json(SORT, "--size", 2, "--out", "mine/")["out"], "mine")
        self.assertEqual(self.json(SORT, "--size", 2, "--out", "mine")["out"], "mine-2")

    def test_parents_are_made(self):
        for name in ("a/b/c", f"{self.dir}/d/e/"):
            self.assertEqual(self.json(SORT, "--size", 2, "--out", name)["out"], name.rstrip("/"))
        self.assertTrue((self.dir / "a/b/c/run.json").exists())
        self.assertTrue((self.dir / "d/e/run.json").exists())

    def test_a_file_is_in_the_way(self):
        (self.dir / "mine").touch()
        self.assertEqual(self.json(SORT, "--size", 2, "--out", "mine")["out"], "mine-2")
        err = self.run_nadir("run", SORT, "--out", "mine/deeper", code=1)
        self.assertIn(f"cannot make the folder 'deeper' in '{self.dir.resolve()}/mine': Not a dir", err)

    def run_without_rights(self, *words, env=None):
        """As ourselves, but bound by the rights of files also if we are root."""
        bound = [] if os.getuid() else ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"]
        return subprocess.run([*bound, NADIR, *map(str, words)], cwd=self.dir, text=True,
                              stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, timeout=120,
                              env={**os.environ, **(env or {})})

    def test_read_only(self):
        """The folder that does not let us in is named."""
        shutil.copy(ERRORS, self.dir)
        (self.dir / "full").mkdir()
        (self.dir / "full/something").touch()
        (self.dir / "free").mkdir()
        here = self.dir.resolve()
        os.chmod(here, 0o555)
        self.addCleanup(os.chmod, here, 0o755)
        for out, name in (("mine", "mine"), ("full", "full-2"), ("mine/deep", "mine")):
            done = self.run_without_rights("run", ERRORS.name, "--out", out)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"cannot make the folder '{name}' in '{here}': Permission denied",
                          done.stderr)
        self.assertEqual(self.run_without_rights("run", ERRORS.name, "--out", "free/out").returncode, 10)
        done = self.run_without_rights("replay", "free/out/test000001.ktest", env={"TMPDIR": str(here)})
        self.assertIn(f"cannot make a folder in '{here}': Permission denied", done.stderr)

    def test_a_test_per_path(self):
        result = self.json(SORT, "--size", 3)
        self.assertEqual(result["tests"], 6)
        self.assertEqual(len(list(self.dir.glob("nadir-out/test*.ktest"))), 6)
        self.assertEqual(json.loads((self.dir / "nadir-out/run.json").read_text())["tests"], 6)


class ExitCodes(Case):
    def test_each(self):
        self.run_nadir("run", SORT, "--size", 2, code=0)
        self.assertEqual(subprocess.run([NADIR, "run", SORT, "--size", "2"], cwd=self.dir,
                                        stdout=subprocess.DEVNULL).returncode, 0)
        self.run_nadir("run", ERRORS, code=10)
        self.run_nadir("run", SORT, "--size", 5, "--max-paths", 3, code=11)
        self.run_nadir("run", "nowhere.c", code=1)
        self.run_nadir("run", SORT, "--no-such-option", code=2)

    def test_exit_zero(self):
        for words in ([ERRORS], [SORT, "--size", 5, "--max-paths", 3]):
            done = subprocess.run([NADIR, "run", "--exit-zero", *map(str, words)], cwd=self.dir,
                                  stdout=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 0)

    def test_output_that_did_not_arrive(self):
        """A full disk is a failure, whatever was found."""
        with open("/dev/full", "w") as full:
            done = subprocess.run([NADIR, "run", ERRORS], cwd=self.dir, stdout=full,
                                  stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write standard output", done.stderr)


class FullDisk(Case):
    """What is claimed is what is on the disk."""

    def run_limited(self, limit, *words):
        """No file can have more bytes."""
        def limits():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        return subprocess.run([NADIR, *map(str, words)], cwd=self.dir, timeout=120, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limits)

    def files(self, pattern):
        return sorted(p.name for p in self.dir.glob(f"nadir-out/{pattern}"))

    def test_no_test_fits(self):
        done = self.run_limited(90, "run", ERRORS, "--native", "off")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write 'nadir-out/", done.stderr)
        self.assertEqual(self.files("*.ktest*"), [])
        self.assertRegex(done.stdout, r"(?m)^0 tests in nadir-out; \d+ more could not be written$")
        self.assertIn("its test could not be written", done.stdout)
        self.assertNotIn("nadir replay", done.stdout)

    def test_some_fit(self):
        """Texts of errors and run.json are longer than tests."""
        done = self.run_limited(200, "run", ERRORS, "--native", "off")
        self.assertEqual(done.returncode, 1)
        there = len(self.files("*.ktest"))
        self.assertGreater(there, 0)
        self.assertRegex(done.stdout, rf"(?m)^{there} tests? in nadir-out$")
        for test in re.findall(r"nadir replay (\S+)", done.stdout):
            self.assertTrue((self.dir / test).exists(), test)
        self.assertEqual(self.files("*.new"), [])
        for text in self.files("*.err"):  # short names of folders let some fit: whole, or not there
            self.assertTrue((self.dir / "nadir-out" / text).read_text().endswith("\n"), text)

    def test_worst(self):
        source = self.dir / "max.c"
        source.write_text("int most(int *a, int n) { int m = a[0]; "
                          "for (int i = 1; i < n; i++) if (a[i] > m) m = a[i]; return m; }\n")
        words = ["worst", "max.c", "--size", 40, "--strategy", "random", "--max-paths", 20, "--call",
                 "most(int a[N], N)"]
        done = self.run_limited(1 << 14, *words, "--json")
        self.assertEqual(done.returncode, 1)
        (size,) = json.loads(done.stdout)["sizes"]
        self.assertEqual(size["test"], "worst-40.ktest")
        self.assertNotIn("report.html", self.files("*"))
        shutil.rmtree(self.dir / "nadir-out")
        done = self.run_limited(1 << 14, *words)
        self.assertNotIn("\nreport ", done.stdout)
        self.assertIn("report.html': File too large", done.stderr)


class Call(Case):
    """nadir run --call."""

    SOURCE = """
        static int find(const int *a, int n, int x) {
          for (int i = 0; i <= n; i++)
            if (a[i] == x) return i;
          return -1;
        }
        int main(void) { return 1; }
    """

    def test_errors(self):
        (self.dir / "find.c").write_text(self.SOURCE)
        said = self.run_nadir("run", "find.c", "--call", "find(int a[N], N, int x)", "--size", 3,
                              code=10)
        self.assertIn("find.c:4: read-bounds", said)
        self.assertIn("native: confirmed (AddressSanitizer: heap-buffer-overflow at find.c:4", said)
        self.assertIn("called by main at --call:1", said)
        test = re.search(r"replay.* (nadir-out/test\d+.ktest)", said).group(1)
        self.assertIn("--call", (self.dir / "nadir-out/harness.c").read_text())
        self.assertIn(test, self.run_nadir("replay", test))

    def test_sizes(self):
        (self.dir / "find.c").write_text(self.SOURCE.replace("<=", "<"))
        for n in (1, 4):
            found = self.json("find.c", "--call", "find(int a[N], N, int x)", "--size", n)
            self.assertEqual(found["paths"]["finished"], n + 1)
            self.assertTrue(found["complete"])

    def test_mistakes(self):
        (self.dir / "find.c").write_text(self.SOURCE)
        err = self.run_nadir("run", "find.c", "--call", "find(int a[N-9], N, int x)", code=2)
        self.assertIn("the size of 'a' is -1 at N = 8", err)
        self.run_nadir("run", "find.c", "--call", "find(", code=2)
        err = self.run_nadir("run", "find.c", "--call", "fnd(int a[N])", code=1)
        self.assertIn("--call:1:1: error:", err)
        self.assertEqual([p.name for p in self.dir.iterdir()], ["find.c"])


class Ledger(Case):
    def test_rows_and_sums(self):
        result = self.json(ERRORS)
        rows = self.rows()
        self.assertEqual([int(r[0]) for r in rows], list(range(1, len(rows) + 1)))
        self.assertEqual(len(rows), sum(result["paths"].values()))
        ended = [r[1] for r in rows]
        for kind, n in result["kinds"].items():
            self.assertEqual(ended.count(kind), n)
        self.assertEqual(ended.count("exit"), result["paths"]["finished"])
        text = (self.dir / "nadir-out/ledger").read_text()
        self.assertIn(f"# all\t{len(rows)}\tcomplete\n", text)

    def test_what_is_left(self):
        result = self.json(SORT, "--size", 5, "--max-paths", 7, "--search", "bfs",
                           "--max-states", 3)
        left = [r for r in self.rows() if r[1] == "budget"]
        self.assertEqual(len(left), result["paths"]["budget"])
        self.assertGreater(len(left), 3)
        self.assertEqual({r[6] for r in left}, {"the number of paths was reached"})


class Archives(Case):
    """Members that are bitcode, as llvm-ar packs them: those that the program asks for are taken."""

    def archive(self, name, **files):
        for file, text in files.items():
            (self.dir / f"{file}.c").write_text(text)
            subprocess.run(["clang-19", "-g", "-c", "-emit-llvm", "-o", f"{file}.bc", f"{file}.c"], cwd=self.dir, check=True)
        subprocess.run(["llvm-ar-19", "rc", name, *(f"{file}.bc" for file in files)], cwd=self.dir, check=True)

    def test_members(self):
        self.archive("lib.a", unused="int missing(void); int unused(void) { return missing(); }\n",
                     twice="int once(int); int twice(int x) { return once(x) * 2; }\n",
                     once="static int unused; int once(int x) { return x + unused; }\n")
        (self.dir / "main.c").write_text("int twice(int); int main(void) { return twice(3) - 6; }\n")
        self.assertEqual(self.json("main.c", "lib.a")["paths"]["finished"], 1)
        self.archive("all.a", main="int twice(int); int main(void) { return twice(3) - 6; }\n")
        self.assertEqual(self.json("all.a", "lib.a")["paths"]["finished"], 1)

    def test_damaged_member(self):
        self.archive("lib.a", once="int once(int x) { return x; }\n")
        (self.dir / "cut.bc").write_bytes((self.dir / "once.bc").read_bytes()[:400])
        subprocess.run(["llvm-ar-19", "rc", "cut.a", "cut.bc"], cwd=self.dir, check=True, stderr=subprocess.DEVNULL)
        (self.dir / "main.c").write_text("int once(int); int main(void) { return once(0); }\n")
        err = self.run_nadir("run", "main.c", "cut.a", code=1)
        self.assertIn("cut.a(cut.bc)", err)


class Overflow(Case):
    FLAG = "-fsanitize=signed-integer-overflow"

    def bitcode(self, *flags):
        path = self.dir / "program.bc"
        subprocess.run(["clang-19", "-g", "-c", "-emit-llvm", *flags, "-o", path,
                        PROG / "errors/overflow_concrete.c"], check=True)
        return path

    def test_bitcode_is_refused(self):
        err = self.run_nadir("run", "--check-overflow", self.bitcode(), code=1)
        self.assertIn("program.bc: --check-overflow needs C", err)

    def test_bitcode_with_checks(self):
        self.assertEqual(self.json(self.bitcode())["kinds"], {})
        self.assertEqual(self.json(self.bitcode(self.FLAG))["kinds"], {"overflow": 1})

    def test_with_sanitizers(self):
        """The build that shows a bad read is made with the same option."""
        (self.dir / "two.c").write_text(
            "#include <nadir.h>\n"
            "int main(void) { int x, a[2] = {0}; nadir_symbolic(&x, 4, \"x\");\n"
            "  if (x < 3) return x < 0 ? 0 : a[x];\n  return x + 5 > 7; }\n")
        errors = self.json("--check-overflow", "two.c")["errors"]
        self.assertEqual({e["kind"] for e in errors}, {"read-bounds", "overflow"})
        for error in errors:
            self.assertTrue(error["native"]["confirmed"], error["native"])

    def test_replay_traps(self):
        error, = self.json("--check-overflow", PROG / "errors/overflow_concrete.c")["errors"]
        self.assertIn("Illegal instruction", self.run_nadir("replay", error["test"]))


class Json(Case):
    def test_fields(self):
        result = self.json(ERRORS, "--seed", 9)
        for key in ("instructions", "branches", "queries", "seconds", "forks", "tests"):
            self.assertGreater(result[key], 0, key)
        self.assertEqual((result["complete"], result["limit"], result["seed"]), (True, None, 9))
        self.assertEqual(result["program"]["files"], [str(ERRORS)])
        kinds = sorted(e["kind"] for e in result["errors"])
        self.assertEqual(kinds, ["double-free", "invalid-free", "invalid-free", "use-freed"])
        for error in result["errors"]:
            self.assertTrue((self.dir / error["test"]).exists())
            self.assertEqual(error["stack"][-1]["function"], "main")
            self.assertEqual([i["name"] for i in error["inputs"]], ["way"])

    def test_error_files(self):
        for error in self.json(ERRORS)["errors"]:
            stem = error["test"].removesuffix(".ktest")
            about = list(self.dir.glob(stem + ".*.err"))
            self.assertEqual(len(about), 1)
            self.assertIn(f"nadir replay {error['test']}\n", about[0].read_text())
            self.assertTrue((self.dir / (stem + ".path")).exists())


class Summary(Case):
    def test_each_error_once(self):
        out = self.run_nadir("run", PROG / "errors/bounds_write.c")
        self.assertEqual(len(re.findall(r"write-bounds: writes out of bounds", out)), 1)
        self.assertIn("right behind a heap object of 3 bytes allocated at", out)
        self.assertIn("    in main at ", out)
        self.assertIn("    n = 4\n", out)
        self.assertIn("  nadir replay nadir-out/test", out)
        self.assertRegex(out, r"(?m)^5 paths: 4 finished, 1 error$")

    def test_inputs_of_a_call_by_their_types(self):
        (self.dir / "typed.c").write_text(
            "#include <assert.h>\n"
            "void f(const char *s, unsigned n, const short *a, double x, unsigned long long *w) {\n"
            "  assert(!(s[0] == 'a' && s[3] == '\\r' && n == 4000000000u && a[1] == -7 && x == -2.5 && *w == ~0ull));\n"
            "}\n")
        out = self.run_nadir("run", "typed.c", "--call", "f(char s[N] string, unsigned n, short a[2], double x, "
                             "unsigned long long w[1])", "--size", 4)
        text, *rest = out.split("  input\n")[1].splitlines()[:5]
        self.assertRegex(text, r'^    s\[4\] = "a.*\\r"$')
        self.assertEqual(rest, ["    n = 4000000000", "    a[2] = 0 -7", "    x = -2.5", "    w[1] = 18446744073709551615"])

    def test_inputs_of_a_harness_by_their_types(self):
        """The type is that of the variable, of a member, or of what a pointer points to; on whatever way it is given."""
        (self.dir / "typed.c").write_text(r"""#include <assert.h>
#include <nadir.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
float __VERIFIER_nondet_float(void);
unsigned short __VERIFIER_nondet_ushort(void);
struct entry { int id; char name[6]; };
static char all[8];
int main(void) {
  char *s = malloc(8), line[8];
  struct entry *e = malloc(2 * sizeof *e), one;
  uint8_t raw[4], dots[4];
  int k, m[2][2];
  double d[2];
  nadir_symbolic(s, 8, "s");
  nadir_symbolic(line, sizeof line, "line");
  nadir_symbolic(all + 4, 4, "all");
  nadir_symbolic(e, 2 * sizeof *e, "e");
  nadir_symbolic(one.name, sizeof one.name, "name");
  nadir_symbolic(raw, sizeof raw, "raw");
  nadir_symbolic(dots, sizeof dots, "dots");
  nadir_symbolic(&k, sizeof k, "k");
  nadir_symbolic(m, sizeof m, "m");
  nadir_symbolic(d, sizeof d, "d");
  float f = __VERIFIER_nondet_float();
  unsigned short u = __VERIFIER_nondet_ushort();
  assert(memcmp(s, "GET \n", 6) || line[0] != 'a' || line[2] != '"' || all[4] != 5 || e[1].id != -5 ||
         e[1].name[0] != '/' || one.name[0] != 'z' || memcmp(raw, "abcd", 4) || dots[3] != 200 || k != 50 ||
         m[1][0] != 7 || d[1] != 2.5 || f != 1.5f || u != 65535);
}
""")
        out = self.run_nadir("run", "--native", "off", "typed.c")
        shown = out.split("  input\n")[1].split("  nadir replay")[0].splitlines()
        self.assertEqual([line.strip() for line in shown], [
            r's[8] = "GET \n"', r'line[8] = "a\x00\""', r'all[4] = "\x05"',
            'e[2] = {id: 0, name: ""} {id: -5, name: "/"}', 'name[6] = "z"', 'raw[4] = "abcd"', "dots[4] = 0 0 0 200",
            "k = 50", "m[2][2] =", "0 0", "7 0", "d[2] = 0 2.5", "float@10 = 1.5", "ushort@11 = 65535"])
        inputs = json.loads((self.dir / "nadir-out/run.json").read_text())["errors"][0]["inputs"]
        self.assertEqual(inputs[0]["shown"], r's[8] = "GET \n"')

    def test_inputs_of_unknown_type(self):
        """Text if they read as text, for which a small number is too short; else words, or bytes."""
        (self.dir / "untyped.c").write_text(r"""#include <assert.h>
#include <nadir.h>
#include <string.h>
static void make(void *p, size_t n, const char *name) { nadir_symbolic(p, n, name); }
int main(void) {
  char text[8], odd[3];
  int k;
  make(text, sizeof text, "text");
  make(&k, sizeof k, "k");
  make(odd, sizeof odd, "odd");
  assert(memcmp(text, "GET \n", 6) || k != 50 || odd[0] != 4);
}
""")
        out = self.run_nadir("run", "--native", "off", "untyped.c")
        shown = out.split("  input\n")[1].splitlines()[:3]
        self.assertEqual([line.strip() for line in shown], [r'text[8] = "GET \n"', "k = 50", "odd[3] = 4 0 0"])

    def test_replay_agrees(self):
        self.run_nadir("run", PROG / "errors/assert.c")
        test = next(self.dir.glob("nadir-out/*.err")).name.split(".")[0]
        out = self.run_nadir("replay", f"nadir-out/{test}.ktest")
        self.assertIn("assertion failed", out)


class Same(Case):
    def test_same_seed(self):
        for search in ("random", "random-path", "batch(interleave(depth,cpicount),50)"):
            seen = []
            for out, seed in (("a", 4), ("b", 4), ("c", 5)):
                self.run_nadir("run", SORT, "--size", 4, "--search", search, "--seed", seed,
                               "--out", search + out)
                seen.append({p.name: p.read_bytes() for p in self.dir.glob(search + out + "/*")
                             if p.suffix == ".ktest" or p.name == "ledger"})
            self.assertEqual(seen[0], seen[1])
            self.assertNotEqual(seen[0], seen[2])

    def test_memory_changes_nothing(self):
        self.run_nadir("run", SORT, "--size", 4, "--search", "bfs", "--out", "a")
        self.run_nadir("run", SORT, "--size", 4, "--search", "bfs", "--out", "b",
                       "--max-states", 1)
        for path in self.dir.glob("a/*.ktest"):
            self.assertEqual(path.read_bytes(), (self.dir / "b" / path.name).read_bytes())


class OnlyErrors(Case):
    def test_other_paths_leave_no_test(self):
        whole = self.json(PROG / "errors/ends.c", "--out", "a")
        part = self.json(PROG / "errors/ends.c", "--out", "b", "--only-errors")
        self.assertEqual(whole["paths"], part["paths"])
        self.assertEqual(len(list(self.dir.glob("b/*.ktest"))), part["paths"]["error"])
        self.assertLess(part["tests"], whole["tests"])


class Follow(Case):
    def check(self, program, *options):
        options = (PROG / program, *options, "--native", "off")
        out = self.json(*options, "--paths")["out"]
        rows = {r[4].split(".")[0]: r for r in self.rows(out)}
        paths = sorted(self.dir.glob(f"{out}/*.path"))
        self.assertGreater(len(paths), 4)
        for path in paths:
            result = self.json(*options, "--follow", path, "--out", "one")
            self.assertEqual(result["forks"], 0)
            [row] = self.rows(result["out"])
            self.assertEqual(row[1:4] + row[5:], rows[path.stem][1:4] + rows[path.stem][5:])

    def test_each_path(self):
        self.check("errors/ends.c")
        self.check("errors/unset_offset.c", "--unset=error")
        self.check("symbolic/copy_bounds.c", "--set", "machine.max-values=2")

    def test_bad_file(self):
        (self.dir / "p").write_text("01\n1q\n")
        self.assertEqual(self.run_nadir("run", SORT, "--follow", "p", code=1),
                         "p:2: 'q' does not begin a decision\n")


class Terminal(Case):
    def test_narrow(self):
        """The line that is overwritten does not wrap."""
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
        process = subprocess.Popen([NADIR, "run", str(SORT), "--size", "9", "--max-time", "2s"], cwd=self.dir,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=follower)
        os.close(follower)
        shown = b""
        try:
            while chunk := os.read(leader, 65536):
                shown += chunk
        except OSError:  # the other side is closed
            pass
        os.close(leader)
        process.wait()
        lines = [line.replace("\033[K", "") for line in re.split("[\r\n]+", shown.decode())]
        self.assertTrue(any(line.startswith("paths ") for line in lines), shown)
        self.assertLess(max(map(len, lines)), 40)


class Errors(Case):
    def test_compiler(self):
        (self.dir / "bad.c").write_text("int main(void) { return x; }\n")
        err = self.run_nadir("run", "bad.c", code=1)
        self.assertIn("bad.c:1:25: error: use of undeclared identifier 'x'", err)
        self.assertFalse((self.dir / "nadir-out").exists())

    def test_not_a_program(self):
        (self.dir / "notes.txt").write_text("no program\n")
        (self.dir / "folder").mkdir()
        self.assertEqual(self.run_nadir("run", "notes.txt", code=1),
                         "notes.txt: is no C file (.c), no bitcode and nothing that nadir cc built\n")
        self.assertEqual(self.run_nadir("run", "folder", code=1), "folder: is a folder; name its files\n")

    def test_no_main(self):
        (self.dir / "none.c").write_text("int f(void) { return 1; }\n")
        self.assertIn("none.c has no main", self.run_nadir("run", "none.c", code=2))

    def test_search(self):
        err = self.run_nadir("run", SORT, "--search", "best", code=2)
        self.assertIn("there is no 'best'; did you mean 'bfs'? there are dfs, bfs, ", err)
        err = self.run_nadir("run", SORT, "--search", "interleave(dfs,bsf)", code=2)
        self.assertIn("--search 'interleave(dfs,bsf)', character 16: there is no 'bsf'; "
                      "did you mean 'bfs'?", err)


class Endless(Case):
    """One side loops for ever without a decision."""

    def setUp(self):
        super().setUp()
        (self.dir / "endless.c").write_text(
            "#include <nadir.h>\n"
            "int main(void) { char c[2]; nadir_symbolic(c, 2, \"c\");\n"
            "  if (c[0] == SIDE) for (volatile int i = 0;; i++) {}\n"
            "  return c[1] == 1 ? 5 : 6; }\n")

    def test_paths(self):
        for side in ("1", "1) {} else if (1"):
            result = self.json("endless.c", f"-DSIDE={side}", "--set", "explore.max-path-instructions=100000")
            self.assertEqual((result["complete"], result["limit"]), (False, None))
            self.assertEqual((result["paths"]["finished"], result["paths"]["budget"]), (2, 1))
            [row] = [r for r in self.rows(result["out"]) if r[1] == "budget"]
            self.assertEqual(row[6], "more instructions without a decision than allowed")
            self.assertLess(int(row[2]), 101000)

    def test_breadth_first(self):
        for side in ("1", "1) {} else if (1"):
            result = self.json("endless.c", f"-DSIDE={side}", "--search", "bfs", "--max-paths", 2)
            self.assertEqual((result["complete"], result["limit"]), (False, "paths"))
            self.assertEqual((result["paths"]["finished"], result["paths"]["budget"]), (2, 1))


class Time(Case):
    """A question that takes Z3 minutes does not keep the run from ending."""

    def setUp(self):
        super().setUp()
        (self.dir / "hard.c").write_text(
            "#include <nadir.h>\n"
            "int main(void) { unsigned x[2]; nadir_symbolic(x, sizeof x, \"x\");\n"
            "  unsigned long a = x[0], b = x[1];\n"
            "  if (a < b && a * b == 2654435761ul * 3266489917ul) return 1;\n"
            "  return 0; }\n")

    def check(self, result, limit):
        self.assertEqual((result["complete"], result["limit"]), (False, limit))
        self.assertEqual(result["paths"]["unknown"], 0)
        self.assertIn("the run ended before there was an answer",
                      [row[6] for row in self.rows() if row[1] == "budget"])

    def test_max_time(self):
        begin = time.monotonic()
        result = self.json("hard.c", "--max-time", "1s", "--solver-timeout", "60s")
        self.assertLess(time.monotonic() - begin, 30)
        self.check(result, "time")

    def test_interrupt(self):
        child = subprocess.Popen([NADIR, "run", "hard.c", "--json", "--solver-timeout", "100s"],
                                 cwd=self.dir, text=True, stdout=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while not (self.dir / "nadir-out/ledger").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.5)
        os.kill(child.pid, signal.SIGINT)
        out, _ = child.communicate(timeout=60)
        self.assertEqual(child.returncode, 11)
        self.check(json.loads(out), "interrupt")


class Interrupt(Case):
    def test_signal(self):
        (self.dir / "long.c").write_text(
            "#include <nadir.h>\n"
            "int main(void) { char s[64]; int n = 0; nadir_symbolic(s, 64, \"s\");\n"
            "  for (int i = 0; i < 64; i++) if (s[i] == 1) n++;\n  return n; }\n")
        child = subprocess.Popen([NADIR, "run", "long.c", "--json"], cwd=self.dir, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while len(list(self.dir.glob("nadir-out/*.ktest"))) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        os.kill(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=60)
        self.assertEqual(child.returncode, 11, err)
        result = json.loads(out)
        self.assertEqual((result["complete"], result["limit"]), (False, "interrupt"))
        self.assertEqual(len(list(self.dir.glob("nadir-out/*.ktest"))), result["tests"])
        self.assertEqual(len(self.rows()), sum(result["paths"].values()))


if __name__ == "__main__":
    tap.main()
