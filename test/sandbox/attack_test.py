"""Programs that try to get out of the sandbox: as root and as an ordinary user, static (musl) and dynamic,
with user namespaces and without.

    attack_test.py PROGRAM

A case that cannot be made on this host is skipped, by name.
"""

import atexit
import ctypes
import json
import os
import pathlib
import pty
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap
from ktest import ktest

BUILT = pathlib.Path(sys.argv.pop()).resolve()
ATTACKS = pathlib.Path(__file__).with_name("attacks.c")
NAMES = [line.split('"')[1] for line in ATTACKS.read_text().split("attacks[] = {")[1].split("};")[0]
         .replace("{", "\n{").splitlines() if '"' in line]
NOBODY = 65534
LIBC = ctypes.CDLL(None, use_errno=True)

SYS_CLONE, SYS_UNSHARE, SYS_LANDLOCK = 56, 272, 444
CLONE_NEWUSER = 0x10000000
ALL_NAMESPACES = 0x7E020000


def forbid(*rules):
    """A filter for the calling process: of each (call, bits of its first argument or None) fails with EPERM."""
    code = [(0x20, 0, 0, 0)]  # the number
    for call, bits in rules:
        if bits is None:
            code += [(0x15, 0, 1, call), (0x06, 0, 0, 0x50001)]
        else:
            code += [(0x15, 0, 4, call), (0x20, 0, 0, 16), (0x45, 0, 1, bits), (0x06, 0, 0, 0x50001),
                     (0x20, 0, 0, 0)]
    code.append((0x06, 0, 0, 0x7FFF0000))
    text = b"".join(struct.pack("HBBI", *row) for row in code)
    buffer = ctypes.create_string_buffer(text)
    program = struct.pack("HxxxxxxQ", len(code), ctypes.addressof(buffer))
    assert LIBC.prctl(38, 1, 0, 0, 0) == 0
    assert LIBC.prctl(22, 2, program, 0, 0) == 0, os.strerror(ctypes.get_errno())


def become_nobody():
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def make_reachable(built):
    """nadir, where an ordinary user may run it: a checkout below /root is closed to others."""
    if os.getuid():
        return built
    try:
        subprocess.run([built, "--version"], preexec_fn=become_nobody, stdout=subprocess.DEVNULL, cwd="/", check=True)
        return built
    except (OSError, subprocess.SubprocessError):
        pass
    folder = tempfile.mkdtemp(prefix="attack-nadir-")
    atexit.register(shutil.rmtree, folder)
    os.chmod(folder, 0o755)
    subprocess.run([shutil.which("meson") or "/usr/bin/meson", "install", "-C", built.parents[1], "--no-rebuild",
                    "--destdir", folder], stdout=subprocess.DEVNULL, check=True)
    return next(pathlib.Path(folder).rglob("bin/nadir"))


NADIR = make_reachable(BUILT)


class Host:
    """What nadir is run on: as whom, and what the kernel lets it have."""

    def __init__(self, user, rules, level):
        self.user, self.rules, self.level = user, rules, level

    def enter(self):
        if self.user == "user" and os.getuid() == 0:
            become_nobody()
        if self.rules:
            forbid(*self.rules)


WITHOUT_USERS = ((SYS_CLONE, CLONE_NEWUSER), (SYS_UNSHARE, CLONE_NEWUSER))
WITHOUT_ANY = ((SYS_CLONE, ALL_NAMESPACES), (SYS_UNSHARE, ALL_NAMESPACES))
HOSTS = {
    "user": Host("user", (), "full"),
    "user without namespaces": Host("user", WITHOUT_USERS, "best"),
    "user without Landlock": Host("user", ((SYS_LANDLOCK, None),), "best"),
    "root": Host("root", (), "full"),
    "root without user namespaces": Host("root", WITHOUT_USERS, "best"),
    "root without namespaces": Host("root", WITHOUT_ANY, "best"),
}


def children_named(text):
    """Processes with this in their command line."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if text.encode() in path.read_bytes() and b"attack_test.py" not in path.read_bytes():
                found.append(path)
        except OSError:
            pass
    return found


class Attacked(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="attack-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        os.chmod(cls.folder, 0o777)
        shutil.copy(ATTACKS, cls.folder)
        os.chmod(cls.folder / "attacks.c", 0o644)
        subprocess.run([NADIR, "cc", "-w", "attacks.c", "-o", "static"], cwd=cls.folder, check=True)

    def host(self, name):
        host = HOSTS[name]
        if host.user == "root" and os.getuid():
            self.skipTest("needs root")
        if CLONE_NEWUSER not in [bits for _, bits in host.rules] and ALL_NAMESPACES not in [b for _, b in host.rules]:
            if subprocess.run(["unshare", "-Urmpfn", "true"], stderr=subprocess.DEVNULL,
                              preexec_fn=host.enter).returncode:
                self.skipTest("this host has no user namespaces")
        return host

    def write_run(self, program, arguments, **more):
        out = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        os.chmod(out, 0o755)
        recipe = {"folder": str(self.folder), "files": [program], "flags": ["-w"], "arguments": arguments}
        recipe.update(more)
        (out / "run.json").write_text(json.dumps({"program": recipe}))
        (out / "t.ktest").write_bytes(ktest())
        return out / "t.ktest"

    def replay(self, host, program, *arguments, options=(), **more):
        test = self.write_run(program, list(arguments))
        run = subprocess.run([NADIR, "replay", "--output", *options, test], cwd=self.folder, timeout=100, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=host.enter,
                             env={**os.environ, "ATTACK_SECRET": "x", "HOME": "/root"}, **more)
        return run


class All(Attacked):
    """Every attack that tells itself whether it got through."""

    def attack(self, name, program):
        host = self.host(name)
        kept = self.folder / "kept"
        kept.write_text("secret")
        os.chmod(kept, 0o666)
        if host.user == "user" and os.getuid() == 0:
            os.chown(kept, NOBODY, NOBODY)
        before = kept.stat()
        key = 0x4E414449
        segment = LIBC.shmget(key, 4096, 0o1666)
        self.addCleanup(LIBC.shmctl, segment, 0, None)
        (self.folder / "socket").unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as named, socket.socket(socket.AF_UNIX) as abstract, \
                socket.socket() as tcp, open("/dev/null", "rb") as inherited:
            named.bind(str(self.folder / "socket"))
            os.chmod(self.folder / "socket", 0o777)
            abstract.bind("\0" + str(self.folder))
            tcp.bind(("127.0.0.1", 0))
            for s in (named, abstract, tcp):
                s.listen()
            with subprocess.Popen(["sleep", "1000"], preexec_fn=host.enter) as target:
                run = self.replay(host, program, "all", str(self.folder), str(target.pid),
                                  str(tcp.getsockname()[1]), str(key), pass_fds=[inherited.fileno()])
                self.assertIsNone(target.poll())
                target.kill()
        self.assertEqual(run.returncode, 0, run.stderr)
        said = dict(line.split(None, 1) for line in run.stdout.splitlines() if " held" in line or " THROUGH" in line)
        self.assertEqual(set(said), set(NAMES), run.stdout + run.stderr)
        self.assertEqual({n: s for n, s in said.items() if not s.startswith("held")}, {}, name)
        after = kept.stat()
        self.assertEqual((after.st_mode, after.st_size, after.st_mtime_ns),
                         (before.st_mode, before.st_size, before.st_mtime_ns))
        self.assertFalse((self.folder / "made").exists())
        self.assertEqual("sandbox best" in run.stderr, host.level == "best", run.stderr)


def add_cases():
    for name in HOSTS:
        for program, kind in (("static", "static"), ("attacks.c", "dynamic")):
            def case(self, name=name, program=program):
                self.attack(name, program)
            setattr(All, f"test_{name.replace(' ', '_')}_{kind}", case)


add_cases()


class Ends(Attacked):
    """Attacks that would outlive the run, or eat up the host."""

    def hosts(self, *, with_mounts=False, with_proc=False):
        hosts = []
        for name in HOSTS:
            try:
                hosts.append(self.host(name))
            except unittest.SkipTest as why:
                reason = str(why)
        if with_mounts or with_proc:
            hosts = [h for h in hosts if h.rules in ((), ((SYS_LANDLOCK, None),)) or
                     (h.user == "root" and h.rules == WITHOUT_USERS)]
        if not hosts:
            self.skipTest(reason)
        return hosts

    def test_nobody_stays(self):
        for host in self.hosts():
            mark = f"stay-{os.getpid()}-{time.monotonic_ns()}"
            run = self.replay(host, "static", "stay", mark)
            self.assertIn("exit code 0", run.stdout, run.stderr)
            self.assertEqual(children_named(mark), [])

    def test_nadir_is_killed(self):
        """Its sandbox ends with it, also if nobody could tell it to."""
        for host in self.hosts():
            mark = f"wait-{os.getpid()}-{time.monotonic_ns()}"
            with subprocess.Popen([NADIR, "replay", "--output", self.write_run("static", ["wait", mark])],
                                  cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  preexec_fn=host.enter) as nadir:
                self.assertEqual(nadir.stdout.readline(), b"waits\n")
                self.assertNotEqual(children_named(mark), [])
                nadir.kill()
            deadline = time.monotonic() + 60
            while children_named(mark) and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertEqual(children_named(mark), [])

    def test_fork_bomb(self):
        for host in self.hosts():
            mark = f"bomb-{os.getpid()}-{time.monotonic_ns()}"
            run = self.replay(host, "static", "fork-bomb", mark, options=("--timeout", "300ms"))
            self.assertIn("did not end", run.stdout, run.stderr)
            self.assertEqual(children_named(mark), [])

    def test_memory_bomb(self):
        """The sum over all processes is limited, where the sandbox has a /proc of its own."""
        for host in self.hosts(with_proc=True)[:1]:  # seconds each
            run = self.replay(host, "static", "memory-bomb", options=("--timeout", "60s"))
            self.assertIn("killed by signal 9", run.stdout, run.stderr)

    def test_disk_bomb(self):
        """Files are in memory of a limited size, where the sandbox has mounts of its own."""
        for host in self.hosts(with_mounts=True):
            run = self.replay(host, "static", "disk-bomb")
            self.assertIn("exit code 0", run.stdout, run.stderr)

    def test_descriptor_200(self):
        """The report of counts cannot grow, and nadir reads no more of it than it made."""
        (self.folder / "grows.c").write_text("""
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char line[4096] = "cost 1 target 2 objects 0 0 probes 0 trace 99999999999 0\\n";
  int n = 0;
  n += ftruncate(200, 40L << 30) == 0;
  n += pwrite(200, line, sizeof line, 1L << 33) > 0;
  pwrite(200, line, sizeof line, 0);
  _exit(n);
}
""")
        for host in self.hosts():
            run = self.replay(host, "grows.c")
            self.assertIn("exit code 0", run.stdout, run.stderr)


class Control(Attacked):
    def test_without_a_sandbox(self):
        """Attacks that harm nobody do get through where nothing holds them: else nothing is tested here."""
        (self.folder / "kept").write_text("secret")
        os.chmod(self.folder / "kept", 0o666)
        names = ["loopback", "int80", "writes-files", "reads-files", "environment", "pidfd", "descriptors"]
        with socket.socket() as tcp, open("/dev/null", "rb") as inherited:
            tcp.bind(("127.0.0.1", 0))
            tcp.listen()
            words = ["all", str(self.folder), str(os.getpid()), str(tcp.getsockname()[1]), "1", *names]
            run = subprocess.run([self.folder / "static", *words], cwd=self.folder, text=True, timeout=60,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={"HOME": "/root"},
                                 pass_fds=[inherited.fileno()], preexec_fn=HOSTS["user"].enter)
        through = {line.split()[0] for line in run.stdout.splitlines() if " THROUGH" in line}
        self.assertEqual(through, set(names), run.stdout)


class Levels(Attacked):
    """What is printed and stored of the level, and what --native does."""

    def run_nadir(self, host, *words, env=None):
        return subprocess.run([NADIR, *map(str, words)], cwd=self.folder, timeout=100, text=True, capture_output=True,
                              preexec_fn=host.enter, env={**os.environ, **(env or {})})

    def out(self):
        folder = tempfile.mkdtemp(dir=self.folder)
        os.chmod(folder, 0o777)
        return pathlib.Path(folder, "out")

    PROGRAM = """#include <nadir.h>
#include <stdlib.h>
int main(void) { char x; nadir_symbolic(&x, 1, "x"); if (x == 1) abort(); return 0; }
"""

    def explore(self, host, *words, env=None, command="run"):
        (self.folder / "level.c").write_text(self.PROGRAM)
        out = self.out()
        done = self.run_nadir(host, command, "level.c", "--out", out, *words, env=env)
        path = out / ("worst.json" if command == "worst" else "run.json")
        return done, json.loads(path.read_text()) if path.exists() else None

    def test_told(self):
        for name in ("user", "user without namespaces", "user without Landlock"):
            host = self.host(name)
            done, stored = self.explore(host)
            line = [s for s in done.stdout.splitlines() if s.startswith("native runs: ")]
            self.assertEqual(line, ["native runs: sandbox " + stored["sandbox"]], done.stdout)
            self.assertTrue(stored["errors"][0]["native"]["confirmed"], stored)
            self.assertEqual(stored["sandbox"].split(",")[0], host.level)
        self.assertEqual(stored["sandbox"], "best, without Landlock")
        _, stored = self.explore(HOSTS["user"], "--size", "1:2", command="worst")
        self.assertEqual(stored["sandbox"], "full")

    def test_full(self):
        """Where it cannot be had, that is an error, before anything else is done."""
        host = self.host("user without namespaces")
        for words, env in ((("--native", "full"), {}), ((), {"NADIR_NATIVE": "full"})):
            done, stored = self.explore(host, *words, env=env)
            self.assertEqual((done.returncode, stored), (1, None))
            self.assertIn("does not let the sandbox have a user namespace, mounts and a root", done.stderr)
        done, stored = self.explore(host, "--native", "best", env={"NADIR_NATIVE": "full"})
        self.assertIn("best, without", stored["sandbox"])
        self.assertEqual(self.explore(self.host("user"), "--native", "full")[1]["sandbox"], "full")

    def test_off(self):
        host = self.host("user")
        for words, env in ((("--native", "off"), {}), ((), {"NADIR_NATIVE": "off"})):
            done, stored = self.explore(host, *words, env=env)
            self.assertNotIn("native", done.stdout)
            self.assertEqual((stored["sandbox"], stored["errors"][0]["native"]), (None, None))
        done = self.run_nadir(host, "replay", "--native", "off", self.write_run("level.c", []))
        self.assertEqual(done.returncode, 2)
        self.assertIn("native runs are off", done.stderr)
        done, _ = self.explore(host, env={"NADIR_NATIVE": "sometimes"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("NADIR_NATIVE is 'sometimes'", done.stderr)

    def test_impossible(self):
        """With neither namespaces nor Landlock nothing is run natively; exploring goes on."""
        host = Host("user", (*WITHOUT_USERS, (SYS_LANDLOCK, None)), "off")
        self.host("user")
        done, stored = self.explore(host)
        self.assertEqual(stored["errors"][0]["native"]["confirmed"], None, done.stdout)
        self.assertIn("nothing is run natively", done.stdout)
        self.assertEqual(stored["sandbox"].split(",")[0], "off")


class Recipes(Attacked):
    """A folder of tests that somebody else sent: its run.json says how to build."""

    FLAGS = ["-MF{}", "-MD -MF {}", "-MMD -MF {}", "-o {}", "-o{}", "-fplugin={}", "-B{}", "-wrapper {},x",
             "-specs={}", "@{}", "-Xclang -load -Xclang {}", "-fprofile-dir={}", "-dumpdir {}", "-save-temps=obj",
             "-Wl,-Map,{}", "-Wa,-o,{}", "-Wp,-MD,{}", "-fdump-tree-all={}", "-ftime-trace={}", "--config={}",
             "-fuse-ld={}", "-Xlinker -Map={}", "-fcrash-diagnostics-dir={}", "-serialize-diagnostics {}", "-I",
             "-fsave-optimization-record={}", "-dependency-file {}", "--output={}", "-gsplit-dwarf -o {}"]

    def test_flags(self):
        (self.folder / "p.c").write_text("int main(void) { return 0; }\n")
        target = self.folder / "written"
        for flag in self.FLAGS:
            test = self.write_run("p.c", [], flags=flag.format(target).split())
            run = subprocess.run([NADIR, "replay", test], cwd=self.folder, text=True, timeout=60,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual(run.returncode, 1, flag)
            self.assertIn("is none that a recipe may have", run.stderr, flag)
            self.assertFalse(target.exists(), flag)

    def test_good_flags(self):
        (self.folder / "p.c").write_text("int main(void) { return X + Y; }\n")
        flags = "-O1 -D X=1 -DY=2 -I . -Wall -Wno-unused -std=gnu17 -fwrapv -g -fsanitize-trap=undefined".split()
        test = self.write_run("p.c", [], flags=flags)
        done = subprocess.run([NADIR, "replay", test], cwd=self.folder, text=True, timeout=60, capture_output=True)
        self.assertIn("exit code 3", done.stdout, done.stderr)

    def test_files(self):
        """Names that a compiler would take for flags."""
        (self.folder / "inner").write_text("int main(void) { return 4; }\n")
        for name in ("@p.c", "-p.c", "-o.c"):
            (self.folder / name).write_text("int main(void) { return 3; }\n")
            done = subprocess.run([NADIR, "replay", self.write_run(name, [])], cwd=self.folder, text=True, timeout=60,
                                  capture_output=True)
            self.assertIn("exit code 3", done.stdout, done.stderr)


class Compilers(Attacked):
    """What clang and gcc are made to do by the source, or by flags of the user's own."""

    def compile(self, *flags, source="int main(void) { return 0; }\n", env=None):
        (self.folder / "p.c").write_text(source)
        (self.folder / "t.ktest").write_bytes(ktest())
        return subprocess.run([NADIR, "replay", "--program", "p.c", "--cflags", " ".join(flags), "t.ktest"],
                              cwd=self.folder, text=True, timeout=100, capture_output=True,
                              env={**os.environ, **(env or {})})

    def test_writes_nothing(self):
        """Not even where the user's own flags ask for it: only the program comes out of the sandbox."""
        for flag in ("-MMD -MF {}", "-Wl,-Map={}", "-save-temps", "-ftime-trace={}"):
            before = set(self.folder.iterdir()) | {self.folder / "p.c", self.folder / "t.ktest"}
            self.compile(flag.format(self.folder / "written"))
            self.assertEqual(set(self.folder.iterdir()) - before, set(), flag)

    def test_output_is_limited(self):
        done = self.compile(source='static char x[1100000000] = {1}; int main(void) { return x[3]; }\n')
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not compile", done.stderr)


class Counts(Attacked):
    def test_links_and_fifos(self):
        """gcov's folder, in which the program leaves links, FIFOs, large and deep things."""
        (self.folder / "c.c").write_text(ATTACKS.read_text().replace("int main(int argc, char **argv) {",
            "int main(int argc, char **argv) { char x = 0; nadir_symbolic(&x, 1, \"x\"); litter(); if (x) return 1;",
            1).replace("#include <dirent.h>", "#include <dirent.h>\n#include <nadir.h>", 1))
        before = pathlib.Path("/etc/passwd").read_bytes()
        done = subprocess.run([NADIR, "cover", "c.c", "--gcov", "--mutate", "0", "--cflags", "-w", "--exit-zero",
                               "--out", self.folder / "cover-out"], cwd=self.folder, text=True, timeout=100,
                              capture_output=True)
        self.assertEqual(pathlib.Path("/etc/passwd").read_bytes(), before)
        self.assertIn("counted by gcov", done.stdout, done.stderr)


class Terminal(Attacked):
    def on_terminal(self, *words):
        """What nadir writes to a terminal that is its own, and how it ends."""
        child, terminal = pty.fork()
        if not child:
            os.chdir(self.folder)
            os.execv(NADIR, ["nadir", *map(str, words)])
        said = b""
        try:
            while chunk := os.read(terminal, 65536):
                said += chunk
        except OSError:
            pass
        os.close(terminal)
        return said, os.waitpid(child, 0)[1]

    def test_nothing_is_typed(self):
        """nadir has the terminal of its user, and the program has none."""
        test = self.write_run("static", ["all", str(self.folder), "1", "1", "1", "types-for-the-user"])
        said, status = self.on_terminal("replay", "--output", test)
        self.assertEqual(status, 0, said)
        self.assertIn(b"types-for-the-user held", said)

    EVIL = "\\033]0;evil\\007\\033[2J"

    def test_output_is_escaped(self):
        """What a program prints, and its name, do not speak to the terminal; pipes get the bytes."""
        name = "e\x1b[31mvil.c"
        (self.folder / name).write_text('#include <assert.h>\n#include <nadir.h>\n#include <stdio.h>\n'
                                        'int main(void) { char x = 1; nadir_symbolic(&x, 1, "x\\033[1m"); '
                                        f'printf("{self.EVIL}\\n"); fprintf(stderr, "{self.EVIL}"); '
                                        'return x ? 10 / (x - 1) : 0; }\n')
        said, _ = self.on_terminal("run", name, "--output", "--out", "evil-out")
        self.assertNotIn(b"\x1b[31m", said)
        self.assertNotIn(b"\x1b]0", said)
        self.assertNotIn(b"\x1b[1m", said)
        self.assertIn(b"\\x1b[31mvil.c", said)
        test = next((self.folder / "evil-out").glob("*.ktest"))
        said, _ = self.on_terminal("replay", "--output", test)
        self.assertNotIn(b"\x1b", said)
        self.assertIn(b"\\x1b]0;evil\\x07", said)
        plain = subprocess.run([NADIR, "replay", "--output", test], cwd=self.folder, capture_output=True).stdout
        self.assertIn(b"\x1b]0;evil\x07", plain)

    def test_messages_are_escaped(self):
        said, _ = self.on_terminal("run", "no\x1b[2Jfile.c")
        self.assertNotIn(b"\x1b", said)
        (self.folder / "warns.c").write_text('#warning "\x1b[2J"\nint main(void) { return y\x1b[2J; }\n')
        said, _ = self.on_terminal("run", "warns.c")
        self.assertNotIn(b"\x1b", said)


if __name__ == "__main__":
    tap.main()
