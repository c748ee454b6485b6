"""The scripts parse, and script/bootstrap does the right thing on machines that are
made up of fake tools: nothing missing, packages missing, no rights, no network, no such package;
script/test ends with its count whatever happens."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent
INSTALL = "apt-get install -y --no-install-recommends -o APT::Status-Fd=9"
SCRIPTS = sorted((ROOT / "script").iterdir()) + [ROOT / ".ci/run"]


class Scripts(unittest.TestCase):
    def test_parse(self):
        names = {script.name for script in SCRIPTS}
        self.assertLessEqual({"bootstrap", "nadir", "test", "run"}, names)
        for script in SCRIPTS:
            if "bash" in script.read_text().splitlines()[0]:
                run = subprocess.run(["bash", "-n", script], capture_output=True, text=True)
                self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_executable(self):
        for script in SCRIPTS:
            self.assertTrue(os.access(script, os.X_OK), script)
            self.assertTrue(script.read_text().startswith("#!"), script)

    def test_what_scripts_build_exists(self):
        """A target of a script that is not in the build folder of this run."""
        run = subprocess.run(["ninja", "-C", ROOT / "build", "-t", "targets", "all"], capture_output=True, text=True)
        if run.returncode:
            self.skipTest("nothing is set up in build/")
        there = {line.split(":")[0] for line in run.stdout.splitlines()}
        for script in SCRIPTS:
            for names in re.findall(r'ninja -C "?\S+"? ((?:[a-z]\S*/\S+ ?)+)', script.read_text()):
                self.assertEqual(set(names.split()) - there, set(), script)

    def test_ci_calls_only_the_tests(self):
        lines = [line for line in (ROOT / ".ci/run").read_text().splitlines()
                 if line and not line.startswith("#")]
        self.assertEqual(len(lines), 1)
        self.assertTrue(lines[0].endswith('/../script/test"'), lines[0])


class Musl(unittest.TestCase):
    """script/musl where the source cannot be had."""

    def run_without(self, **environment):
        with tempfile.TemporaryDirectory() as top:
            root = pathlib.Path(top, "root")
            shutil.copytree(ROOT / "script", root / "script")
            (root / "fake").mkdir()
            (root / "fake/apt-get").write_text("#!/bin/sh\necho 'E: no network' >&2\nexit 100\n")
            (root / "fake/apt-get").chmod(0o755)
            run = subprocess.run([root / "script/musl", root / "musl.a"], capture_output=True, text=True,
                                 env={"PATH": f"{root}/fake:/usr/bin:/bin", **environment}, timeout=60)
            self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)
            self.assertEqual((root / "musl.a").read_bytes(), b"!<arch>\n")
            self.assertEqual((root / "musl.a").stat().st_mtime, 0)  # so that the next build tries again
            self.assertEqual([f.name for f in root.glob("musl/*")], [] if environment else ["lock"])
            return run.stderr

    def test_not_wanted(self):
        self.assertIn("NADIR_NO_MUSL is set\nmusl: building without a C library",
                      self.run_without(NADIR_NO_MUSL="1"))

    def test_no_network(self):
        self.assertIn("musl: there is no source of musl 1.2.3\nmusl: building without a C library",
                      self.run_without())


class Machine(unittest.TestCase):
    """A checkout of its own and a PATH of fake tools, each noting how it was called."""

    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        (self.top / "root/script").mkdir(parents=True)
        shutil.copy(ROOT / "script/bootstrap", self.top / "root/script")
        (self.top / "root/script/musl").symlink_to("/bin/true")
        (self.top / "bin").mkdir()
        for tool in "bash", "env", "readlink", "tail", "grep", "rm", "mkdir", "touch", "mktemp", "mkfifo":
            (self.top / "bin" / tool).symlink_to(shutil.which(tool))
        text = (ROOT / "script/bootstrap").read_text()
        self.packages, self.test_packages = (
            [line.split()[0] for line in
             re.search(rf"(?ms)^{name}=\(\n(.*?)^\)", text).group(1).splitlines()]
            for name in ("packages", "test_packages"))
        self.fake("meson", "mkdir -p $2; touch $2/build.ninja")
        # Long, as the real one is: who stops reading early kills the writer.
        self.fake("apt-cache", 'echo "  Candidate: 1.0"; for i in {1..20000}; do echo $i; done')
        self.fake("apt-get", "")
        self.fake("sudo", '[[ $1 != -v ]] || exit 0; exec "$@"')
        self.installed(self.packages + self.test_packages)

    def fake(self, tool, body):
        path = self.top / "bin" / tool
        path.write_text(f'#!{shutil.which("bash")}\n'
                        f'echo "{tool} $*" >>{self.top}/calls\n{body}\n')
        path.chmod(0o755)

    def installed(self, packages):
        self.fake("dpkg-query", "\n".join(f"echo installed {p}" for p in packages) + "\necho -n")

    def bootstrap(self, *words):
        """(exit code, what was said, calls of tools other than dpkg-query)"""
        calls = self.top / "calls"
        calls.write_text("")
        run = subprocess.run([self.top / "root/script/bootstrap", *words], capture_output=True,
                             text=True, env={"PATH": str(self.top / "bin")}, timeout=60)
        self.assertEqual(run.stdout, "")
        noted = [c for c in calls.read_text().splitlines() if not c.startswith("dpkg-query")]
        return run.returncode, run.stderr, noted

    def test_sets_up_once(self):
        code, said, calls = self.bootstrap()
        self.assertEqual((code, said), (0, "bootstrap: setting up build\n"))
        self.assertEqual(calls, ["meson setup build -Dtests=false"])
        self.assertEqual(self.bootstrap(), (0, "", []))

    def test_variant(self):
        code, _, calls = self.bootstrap("build-tiny", "tiny", "gcc")
        self.assertEqual((code, calls), (0, ["meson setup build-tiny -Dvariant=tiny -Dtests=false"]))
        code, said, calls = self.bootstrap("build-tiny", "tiny", "gcc")
        self.assertEqual((code, said), (0, ""))
        self.assertEqual(calls, ["meson configure build-tiny -Dvariant=tiny"])

    def test_installs_only_what_is_missing(self):
        self.installed(self.packages[:-2])
        code, said, calls = self.bootstrap()
        names = " ".join(self.packages[-2:])
        self.assertEqual(code, 0, said)
        self.assertIn(f"bootstrap: installing {names} (little to fetch, little on the disk)\n", said)
        self.assertIn(f"{INSTALL} {names}", calls)
        self.assertNotIn("apt-get update", calls)

    def test_shows_how_far_the_installation_is(self):
        self.installed(self.packages[1:])
        self.fake("apt-get", '[[ $2 == -y ]] || exit 0\necho dlstatus:1:40.5:Retrieving >&9\n'
                             'echo pmstatus:meson:50.0:Unpacking >&9')
        code, said, _ = self.bootstrap()
        self.assertEqual(code, 0, said)
        self.assertIn("bootstrap: fetching, 40 %\nbootstrap: installing, 50 %\n", said)

    def test_bare_machine_updates_lists_first(self):
        self.installed([])
        self.fake("apt-cache", f'[[ ! -e {self.top}/lists ]] || echo "  Candidate: 1.0"')
        self.fake("apt-get", f'[[ $1 != update ]] || touch {self.top}/lists')
        code, said, calls = self.bootstrap()
        self.assertEqual(code, 0, said)
        apt = [c for c in calls if c.startswith("apt-get")]
        self.assertEqual(apt[0], "apt-get update")
        self.assertEqual(apt[1:], [f"{install} " + " ".join(self.packages) for install in
                                   ("apt-get install --assume-no --no-install-recommends", INSTALL)])

    def test_old_lists_are_renewed(self):
        self.installed(self.packages[1:])
        self.fake("apt-get", f"if [[ $1 == update ]]; then touch {self.top}/lists; fi\n"
                             f"[[ -e {self.top}/lists ]] || {{ echo 404; exit 100; }}")
        code, said, calls = self.bootstrap()
        self.assertEqual(code, 0, said)
        self.assertEqual([c.split()[1] for c in calls if c.startswith("apt-get")],
                         ["install", "install", "update", "install"])

    def test_package_cannot_be_had(self):
        self.installed(self.packages[1:])
        self.fake("apt-cache", 'echo "  Candidate: (none)"')
        code, said, calls = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn(f"apt has no package: {self.packages[0]}", said)
        self.assertFalse([c for c in calls if "install" in c or "meson" in c])

    def test_install_fails(self):
        self.installed(self.packages[1:])
        self.fake("apt-get", '[[ $1 == update ]] || { echo "E: disk full"; exit 100; }')
        code, said, calls = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertEqual(said.count("E: disk full"), 1)
        self.assertIn(f"could not install: {self.packages[0]} (E: disk full)", said)
        self.assertFalse([c for c in calls if "meson" in c])

    def test_tells_how_much(self):
        self.installed(self.packages[1:])
        self.fake("apt-get", 'echo "Need to get 134 MB of archives."\n'
                             'echo "After this operation, 745 MB of additional disk space will be used."')
        self.assertIn("(134 MB to fetch, 745 MB on the disk)\n", self.bootstrap()[1])
        self.fake("apt-get", 'echo "Need to get 3 kB/15.2 MB of archives."')
        self.assertIn("(15.2 MB to fetch, little on the disk)\n", self.bootstrap()[1])

    def test_only_tests_need_more(self):
        self.installed(self.packages)
        code, said, calls = self.bootstrap()
        self.assertEqual((code, calls), (0, ["meson setup build -Dtests=false"]), said)
        code, said, calls = self.bootstrap("--tests")
        self.assertEqual(code, 0)
        self.assertIn(f"{INSTALL} " + " ".join(self.test_packages), calls)
        self.assertEqual(calls[-1], "meson configure build -Dtests=true -Dwerror=true")
        self.assertLessEqual({"chromium", "csmith", "clang-format-19", "libcmocka-dev"},
                             set(self.test_packages))

    NO_NETWORK = ("Err:1 http://deb.debian.org/debian bookworm InRelease\n"
                  "  Temporary failure resolving 'deb.debian.org'\n"
                  "W: Failed to fetch http://deb.debian.org/debian/dists/bookworm/InRelease")

    def test_no_network(self):
        """Neither old lists nor none make it a package that does not exist; it is told once."""
        self.installed(self.packages[1:])
        for candidate in ("(none)", "1.0"):
            self.fake("apt-cache", f'echo "  Candidate: {candidate}"')
            for update_code in (0, 100):  # apt-get is content with old lists
                self.fake("apt-get", f'[[ $1 != update ]] || {{ echo "{self.NO_NETWORK}"; '
                                     f'exit {update_code}; }}\n[[ $2 == --assume-no ]] && exit 1\n'
                                     f'echo "{self.NO_NETWORK}"; echo "E: Unable to fetch"; exit 100')
                code, said, calls = self.bootstrap()
                self.assertEqual(code, 1)
                self.assertEqual(said.count("the package server was not reached: Temporary failure "
                                            "resolving 'deb.debian.org'"), 1, said)
                self.assertNotIn("has no package", said)
                self.assertFalse([c for c in calls if "meson" in c])

    def test_script_test_ends_with_its_count(self):
        """Told once, and not for each variant."""
        shutil.copy(ROOT / "script/test", self.top / "root/script")
        self.installed(self.packages)
        self.fake("apt-get", f'echo "{self.NO_NETWORK}"; exit 100')
        run = subprocess.run([self.top / "root/script/test"], capture_output=True, text=True,
                             env={"PATH": str(self.top / "bin")}, timeout=60)
        self.assertEqual((run.returncode, run.stdout), (1, "0 passed, 1 failed\n"), run.stderr)
        self.assertEqual(run.stderr.count("was not reached"), 1)

    def run_script_nadir(self, ninja):
        """script/nadir with a made-up ninja, which builds a nadir that tells its arguments."""
        shutil.copy(ROOT / "script/nadir", self.top / "root/script")
        (self.top / "root/meson.build").touch()
        (self.top / "bin/flock").symlink_to("/bin/true")
        (self.top / "bin/chmod").symlink_to(shutil.which("chmod"))
        self.fake("ninja", ninja)
        return subprocess.run([self.top / "root/script/nadir", "a", "b"], capture_output=True, text=True,
                              env={"PATH": str(self.top / "bin")}, timeout=60)

    def test_script_nadir_shows_how_far_the_build_is(self):
        run = self.run_script_nadir(
            'if [[ $3 == -n ]]; then exit 0; fi\n'
            'for i in 0 2 4 20 40; do echo "$i/40 Compiling $i"; done\n'
            'echo "musl: compiling it"\n'
            'mkdir -p $2/src; echo "#!/bin/bash" >$2/src/nadir\n'
            'echo \'echo "runs $*"\' >>$2/src/nadir; chmod +x $2/src/nadir')
        self.assertEqual((run.returncode, run.stdout), (0, "runs a b\n"), run.stderr)
        self.assertEqual([line for line in run.stderr.splitlines() if line.startswith("nadir: ")],
                         [f"nadir: building, {i} of 40" for i in (0, 4, 20, 40)] + ["nadir: building: compiling it"])
        asked = (self.top / "calls").read_text()
        for name in ("src/nadir", "runtime/libnadir-replay.a", "runtime/libnadir-replay-musl.a"):
            self.assertIn(name, asked)

    def test_script_nadir_says_why_it_was_not_built(self):
        run = self.run_script_nadir('[[ $3 != -n ]] || exit 0\necho "7/40 Compiling x"\necho "x.c: no such"\nexit 1')
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertTrue(run.stderr.endswith("x.c: no such\n\nnadir: the build failed (see above)\n"), run.stderr)

    def test_no_debian(self):
        for tool in "dpkg-query", "apt-get":
            (self.top / "bin" / tool).unlink()
        code, said, _ = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn("has no apt-get", said)

    def test_set_up_fails(self):
        self.fake("meson", "echo ERROR: no compiler; exit 1")
        code, said, _ = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn("ERROR: no compiler", said)
        self.assertIn("cannot set up build", said)


if __name__ == "__main__":
    tap.main()
