"""Programs with symbolic arguments, files and standard input: their tests, and these run natively.

    programs_test.py PROGRAM
"""

import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap
from ktest import read_ktest

NADIR = pathlib.Path(sys.argv.pop()).resolve()

PROGRAM = """
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char b[10] = {0};
  struct stat s;
  int fd = open("A", O_RDONLY);
  if (fd >= 0 && (read(fd, b, 9) != 3 || fstat(fd, &s) || s.st_size != 3)) return 99;
  if (argc > 1 && !strcmp(argv[1], "k")) return b[2] == 'z' ? 40 : 41;
  if (argc > 2) abort();
  int c = getchar();
  if (c == EOF) return 50;
  puts(c == 'q' ? "quit" : "go on");
  if (getenv("HOME")) return getenv("HOME")[0];
  return c == 'q' ? 51 : 52;
}
"""


class Programs(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "p.c").write_text(PROGRAM)

    def nadir(self, *words):
        return subprocess.run([NADIR, *words], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=100)

    def explore(self, *words, options=()):
        done = self.nadir("run", "p.c", "--exit-zero", "--json", *options, "--", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def ends(self):
        """How each test ends natively."""
        tests = sorted((self.folder / "nadir-out").glob("*.ktest"))
        done = self.nadir("replay", *tests)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [re.search(r"(?:code|signal) (\d+)", line).group(1) for line in done.stdout.splitlines()]

    def objects(self, number=1):
        return dict(read_ktest((self.folder / f"nadir-out/test{number:06}.ktest").read_bytes()))

    def test_all(self):
        """Each end of the program is reached by a test, natively as well."""
        run = self.explore("--sym-args", "0", "2", "1", "--sym-files", "1", "3", "--sym-stdin", "1")
        self.assertTrue(run["complete"])
        self.assertEqual(set(self.ends()), {"40", "41", "51", "52", "6"})
        self.assertEqual({e["native"]["confirmed"] for e in run["errors"]}, {True})

    def test_names(self):
        """KLEE's, in its order; stat has the size of the file."""
        self.explore("--sym-arg", "1", "--sym-files", "1", "3", "--sym-stdin", "2")
        objects = self.objects()
        self.assertEqual(list(objects), ["arg00", "A_data", "A_data_stat", "stdin", "stdin_stat",
                                         "model_version"])
        self.assertEqual([len(o) for o in objects.values()], [2, 3, 144, 2, 144, 4])
        self.assertEqual(objects["A_data_stat"][48], 3)
        self.assertEqual(objects["model_version"], b"\1\0\0\0")

    def test_last_byte(self):
        """An argument ends at LEN bytes, also in a test that has something else than 0 behind them."""
        self.explore("--sym-arg", "1")
        ends = self.ends()
        for number in range(1, len(ends) + 1):
            test = self.folder / f"nadir-out/test{number:06}.ktest"
            word = self.objects(number)["arg00"]
            test.write_bytes(test.read_bytes().replace(b"arg00" + b"\0\0\0\2" + word,
                                                       b"arg00" + b"\0\0\0\2" + word[:1] + b"!"))
            self.assertEqual(self.objects(number)["arg00"][1:], b"!")
        self.assertEqual(self.ends(), ends)
        self.assertIn("41", ends)

    def test_behind_the_end(self):
        """What a path finds behind the end of an argument is not there natively, and this is told."""
        (self.folder / "p.c").write_text("""
#include <stdlib.h>
int main(int argc, char **argv) {
  if (!argv[1][0] && argv[1][1] == 'x') abort();
  return 0;
}
""")
        run = self.explore("--sym-arg", "2")
        self.assertEqual([e["native"]["confirmed"] for e in run["errors"]], [False])
        self.assertIn("behind the end of an argument", run["errors"][0]["native"]["how"])
        done = self.nadir("replay", *sorted((self.folder / "nadir-out").glob("*.ktest")))
        self.assertEqual(done.stdout.count("reads behind the end of an argument"), 1)

    def test_given(self):
        """Files, input and environment of the host, read once, and the same natively."""
        (self.folder / "data").write_text("xyz")
        (self.folder / "input").write_text("q")
        self.explore("--sym-arg", "1", options=["--file", "A=data", "--stdin", "input",
                                                "--env", "HOME=!"])
        self.assertEqual(sorted(self.ends()), ["33", "40"])

    def test_environment_behind_arguments(self):
        """As in a native process: who reads behind argv's end finds it there."""
        (self.folder / "p.c").write_text("""
extern char **environ;
int main(int argc, char **argv, char **envp) {
  if (argv[argc] || argv + argc + 1 != environ || envp != environ) return 2;
  return argv[argc + 1] ? 3 : 4;
}
""")
        for options, code in (([], "4"), (["--env", "A=b"], "3")):
            self.explore("--sym-arg", "1", options=options)
            coverage = json.loads(self.nadir("cover", "p.c", "--json", "--variables", "empty", "--folder", "empty", *options,
                                             "--", "--sym-arg", "1").stdout)
            lines = dict(coverage["files"][0]["line_counts"])
            self.assertEqual((lines[4] > 0, coverage["paths"]), (True, 1))
            sides = {s["side"]: s["tests"] for b in coverage["files"][0]["branches"] if b["line"] == 5 for s in b["sides"]}
            self.assertEqual(sides, {"true": int(code == "3"), "false": int(code == "4")})

    def test_output_of(self):
        self.explore("--sym-stdin", "1")
        said = set()
        for number, code in enumerate(self.ends(), 1):
            done = self.nadir("run", "p.c", "--output-of", f"nadir-out/test{number:06}.ktest", "--",
                              "--sym-stdin", "1")
            self.assertIn(f"exit code {code}", done.stderr)
            said.add(done.stdout)
        self.assertEqual(said, {"quit\n", "go on\n"})

    def test_confined(self):
        """What a test does natively stays in its folder."""
        target = self.folder / "made"
        (self.folder / "p.c").write_text(f"""
#include <stdio.h>
int main(void) {{
  FILE *f = fopen("{target}", "w"), *own = fopen("own", "w");
  return (f != NULL) + 2 * (own != NULL) + 4 * (getchar() == 'x');
}}
""")
        self.explore("--sym-stdin", "1")
        ends = self.ends()
        self.assertTrue(ends)
        if ctypes.CDLL(None).syscall(444, None, 0, 1) > 0:  # the host has Landlock
            self.assertFalse(target.exists())
        self.assertFalse((self.folder / "own").exists())
        self.assertTrue(all(int(end) & 2 for end in ends))

    def test_tmp(self):
        """A program may make files in /tmp, which natively is its own, too."""
        (self.folder / "p.c").write_text("""
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile(), *named = fopen("/tmp/nadir-test-tmp", "w");
  return 1 + (f && fputc('x', f) == 'x' && !fclose(f)) + 2 * (named != NULL);
}
""")
        self.explore("--sym-stdin", "1")
        if subprocess.run(["unshare", "-Urm", "true"]).returncode == 0:  # the host lets it have one
            self.assertEqual(set(self.ends()), {"4"})
        self.assertFalse(os.path.exists("/tmp/nadir-test-tmp"))

    def test_permissions(self):
        """Natively, nothing but its own files gets other permissions."""
        with tempfile.NamedTemporaryFile(dir="/var/tmp") as kept:
            (self.folder / "p.c").write_text(f"""
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {{
  close(open("own", O_CREAT | O_WRONLY, 0600));
  return 1 + !chmod("{kept.name}", 0) + 2 * !chmod("own", 0400);
}}
""")
            self.explore("--sym-stdin", "1")
            if subprocess.run(["unshare", "-Urm", "true"]).returncode == 0:
                self.assertEqual(set(self.ends()), {"3"})
                self.assertEqual(os.stat(kept.name).st_mode & 0o777, 0o600)

    def test_root(self):
        """A program that needs nothing of the host finds the root, the folders and the programs of the machine natively, too."""
        (self.folder / "p.c").write_text("""
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int fails_with(int result, int error) { return result == -1 && errno == error; }
int main(void) {
  char *none[] = {0}, folder[100] = "", byte;
  int names = 0, n = 0;
  DIR *d = opendir("/");
  for (struct dirent *e; d && (e = readdir(d));) names++;
  n += names == 6;  /* . .. dev nadir proc tmp */
  n += getcwd(folder, sizeof folder) && !strcmp(folder, "/nadir");
  n += chmod("..", 0700) == -1 && chmod("/dev/null", 0600) == -1 && mkdir("/x", 0700) == -1;
  n += !mkdir("/tmp/x", 0700) && !mkdir("x", 0700);
  n += write(open("/dev/null", O_WRONLY), "x", 1) == 1;
  n += read(open("/proc/self/maps", O_RDONLY), &byte, 1) == 1;
  n += fails_with(execve("none", none, none), ENOENT) && fails_with(execve("x", none, none), EACCES);
  int fd = open("large", O_CREAT | O_RDWR, 0600);
  n += fails_with(ftruncate(fd, 1L << 30), EFBIG) && fails_with(pwrite(fd, "x", 1, 1L << 30), EFBIG);
  return n;
}
""")
        self.assertEqual(self.nadir("cc", "p.c", "-o", "p").returncode, 0)
        done = self.nadir("run", "--exit-zero", "./p", "--sym-stdin", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        test = self.folder / "nadir-out/test000001.ktest"
        self.assertIn("exit code 8", (self.folder / "nadir-out/ledger").read_text())
        if subprocess.run(["unshare", "-Urm", "true"]).returncode == 0:
            self.assertIn(": exit code 8,", self.nadir("replay", test).stdout)

    def test_signals(self):
        """Natively, a program can send signals to nobody but itself."""
        (self.folder / "p.c").write_text(f"""
#include <errno.h>
#include <signal.h>
#include <unistd.h>
int main(void) {{
  union sigval nothing = {{0}};
  int is_alone = kill({os.getpid()}, 0) && errno == ESRCH && sigqueue({os.getpid()}, 0, nothing) && errno == ESRCH;
  return 1 + is_alone + 2 * !kill(getpid(), 0) + 4 * !raise(SIGCONT);
}}
""")
        self.explore("--sym-stdin", "1")
        self.assertEqual(set(self.ends()), {"8"})

    def test_alike(self):
        """What a program can ask about itself has one answer, in the machine and natively, whatever nadir was
        started with."""
        (self.folder / "p.c").write_text("""
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
extern char **environ;
int main(void) {
  static const int limits[] = {RLIMIT_NOFILE, RLIMIT_AS, RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_STACK};
  struct stat s;
  struct rlimit l;
  for (int fd = 0; fd < 3; fd++) printf("%o ", fstat(fd, &s) ? 1 : s.st_mode & S_IFMT);
  printf("%ld %d %o ", sysconf(_SC_NPROCESSORS_ONLN), open("new", O_CREAT | O_WRONLY, 0600), umask(0));
  for (int i = 0; i < 5; i++) printf("%ld ", getrlimit(limits[i], &l) ? 0 : (long)l.rlim_cur);
  puts(signal(SIGHUP, SIG_DFL) == SIG_DFL && !*environ ? "plain" : "inherited");
  return getchar() == 'x';
}
""")
        self.assertEqual(self.nadir("cc", "p.c", "-o", "prog").returncode, 0)
        said = set()
        for words in (["--sym-stdin", "1"], ["--sym-stdin", "1", "--sym-stdout"]):
            done = self.nadir("run", "--max-paths", "1", "--exit-zero", "./prog", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            test = "nadir-out/test000001.ktest"
            machine = self.nadir("run", "--output-of", test, "./prog", *words)
            before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # nadir inherits it
            native = self.nadir("replay", "--output", test)
            signal.signal(signal.SIGHUP, before)
            self.assertIn(machine.stdout, native.stdout)
            self.assertIn("plain\n", machine.stdout)
            said.add(machine.stdout)
            shutil.rmtree(self.folder / "nadir-out")
        self.assertEqual(len(said), 2, "standard output is a pipe or a file")

    def test_failing(self):
        """A test shows which call fails; a native run cannot make it fail, and says so."""
        (self.folder / "p.c").write_text("""
#include <stdlib.h>
int main(void) {
  char *p = malloc(4), *q = calloc(1, 4);
  return !p + 2 * !q;
}
""")
        self.explore(options=["--fail-calls", "1"])
        failing = [[name for name, data in self.objects(n).items() if data == b"\1"]
                   for n in (1, 2, 3)]
        self.assertEqual(sorted(failing), [[], ["fail_calloc"], ["fail_malloc"]])
        done = self.nadir("replay", *(f"nadir-out/test00000{n}.ktest" for n in (1, 2, 3)))
        self.assertEqual(done.stdout.count("which a native run does not do"), 2)

    def test_program(self):
        """What nadir cc built is run as it is; what follows its name is the program's."""
        built = self.nadir("cc", "p.c", "-o", "prog")
        self.assertEqual(built.returncode, 0, built.stderr)
        done = self.nadir("run", "--exit-zero", "./prog", "--sym-arg", "1", "--sym-files", "1", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(set(self.ends()), {"40", "41", "50"})
        for words, code in ((["k"], 41), (["--", "k"], 41), (["--", "--"], 50)):
            with self.subTest(words):
                shutil.rmtree(self.folder / "nadir-out")
                done = self.nadir("run", "--exit-zero", "./prog", *words)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(set(self.ends()), {str(code)})

    def test_fence(self):
        """Errors of the heap in what nadir cc built are confirmed natively, where plain musl shows nothing."""
        (self.folder / "p.c").write_text("""
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char *p = malloc(5), *q = calloc(3, 4), *r = aligned_alloc(64, 65);
  char *empty = malloc(0), *grown = realloc(strdup("abcdef"), 5000);
  if (!p || !q || !r || !empty || !grown || (unsigned long)r % 64) return 1;
  if (q[11] || strncmp(grown, "abcdef", 7)) return 2;
  memset(p, 1, 5);
  memset(q, 1, 12);
  memset(r, 1, 65);
  memset(grown, 1, 5000);
  switch (argv[1][0]) {
  case 'a': return p[5];
  case 'b': q[12] = 1; return 3;
  case 'c': free(p); return p[0];
  case 'd': grown = realloc(grown, 100); return grown[100];
  case 'e': free(q); free(q); return 4;
  }
  free(p); free(q); free(r); free(empty); free(grown);
  return 5;
}
""")
        self.assertEqual(self.nadir("cc", "p.c", "-o", "prog").returncode, 0)
        done = self.nadir("run", "--exit-zero", "--json", "./prog", "--sym-arg", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        run = json.loads(done.stdout)
        self.assertEqual({(e["kind"], e["line"]): e["native"]["how"] for e in run["errors"]}, {
            ("read-bounds", 14): "nadir replay: access behind a heap object of 5 bytes",
            ("write-bounds", 15): "nadir replay: access behind a heap object of 12 bytes",
            ("use-freed", 16): "nadir replay: access to a heap object of 5 bytes",
            ("read-bounds", 17): "nadir replay: access behind a heap object of 100 bytes",
            ("double-free", 18): "free(): freed twice"})
        self.assertEqual({e["native"]["confirmed"] for e in run["errors"]}, {True})
        done = self.nadir("replay", "--sanitize", *(self.folder / "nadir-out").glob("*.ktest"))
        self.assertEqual(done.stdout.count(": exit code 5"), 1, done.stdout)
        self.assertEqual(done.stdout.count(": killed by signal"), 5, done.stdout)

    def test_worst(self):
        """The length of standard input is N."""
        (self.folder / "p.c").write_text("""
#include <stdio.h>
int main(void) {
  int n = 0, c;
  while ((c = getchar()) != EOF) if (c == 'a') n++;
  return n;
}
""")
        done = self.nadir("worst", "--exit-zero", "p.c", "--size", "1:3", "--cost", "branches", "--json", "--no-report",
                          "--", "--sym-stdin", "N")
        self.assertEqual(done.returncode, 0, done.stderr)
        costs = [size["cost"] for size in json.loads(done.stdout)["sizes"]]
        self.assertEqual(costs, [1, 2, 3])

    def test_worst_of_an_executable(self):
        """The native run is one on musl, in which only the program's own decisions count."""
        (self.folder / "p.c").write_text("""
#include <fcntl.h>
#include <regex.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char line[20] = {0};
  regex_t r;
  for (int i = 0; argv[0][i]; i++) argc++;
  if (regcomp(&r, "^a*b", 0)) return 99;
  char maps[9999];
  int n = read(open("/proc/self/maps", O_RDONLY), maps, sizeof maps);
  for (int i = 0; i < n; i++) if (maps[i] == '-') argc++;
  fgets(line, sizeof line, stdin);
  for (int i = 0; line[i] == 'a'; i++) argc++;
  printf("%s %d\\n", argv[0], argc);
  return r.re_nsub || regexec(&r, line, 0, NULL, 0);
}
""")
        built = self.nadir("cc", "p.c", "-o", "prog")
        self.assertEqual(built.returncode, 0, built.stderr)
        done = self.nadir("worst", "--size", "1:2", "--json", "--no-report", "./prog", "--sym-stdin", "N")
        self.assertEqual(done.returncode, 0, done.stderr)
        sizes = json.loads(done.stdout)["sizes"]
        self.assertEqual([size["input"]["stdin"] for size in sizes], ["a", "aa"])
        for size in sizes:
            self.assertTrue(size["proven"])
            self.assertTrue(size["verified"]["native"], size["verified"])
            self.assertIn("within the C library is not compared", size["verified"]["native_how"])

    def test_bad(self):
        for words, text in ((["--file", "A=nowhere"], "nowhere"), (["--env", "x"], "NAME=VALUE"),
                            (["--stdin", "nowhere"], "nowhere")):
            done = self.nadir("run", "p.c", *words)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    tap.main()
