"""The scripts parse, and script/bootstrap does the right thing on machines that are
made up of fake tools: nothing missing, packages missing, no rights, no such package."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent
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

    def test_ci_calls_only_the_tests(self):
        lines = [line for line in (ROOT / ".ci/run").read_text().splitlines()
                 if line and not line.startswith("#")]
        self.assertEqual(len(lines), 1)
        self.assertTrue(lines[0].endswith('/../script/test"'), lines[0])


class Machine(unittest.TestCase):
    """A checkout of its own and a PATH of fake tools, each noting how it was called."""

    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        (self.top / "root/script").mkdir(parents=True)
        shutil.copy(ROOT / "script/bootstrap", self.top / "root/script")
        (self.top / "bin").mkdir()
        for tool in "bash", "env", "readlink", "tail", "grep", "rm", "mkdir", "touch":
            (self.top / "bin" / tool).symlink_to(shutil.which(tool))
        text = (ROOT / "script/bootstrap").read_text()
        table = re.search(r"(?ms)^packages=\(\n(.*?)^\)", text).group(1)
        self.packages = [line.split()[0] for line in table.splitlines()]
        self.fake("meson", "mkdir -p $2; touch $2/build.ninja")
        # Long, as the real one is: who stops reading early kills the writer.
        self.fake("apt-cache", 'echo "  Candidate: 1.0"; for i in {1..20000}; do echo $i; done')
        self.fake("apt-get", "")
        self.fake("sudo", '[[ $1 != -v ]] || exit 0; exec "$@"')
        self.installed(self.packages)

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
        self.assertEqual(calls, ["meson setup build"])
        self.assertEqual(self.bootstrap(), (0, "", []))

    def test_variant(self):
        code, _, calls = self.bootstrap("build-tiny", "tiny", "gcc")
        self.assertEqual((code, calls), (0, ["meson setup build-tiny -Dvariant=tiny"]))
        code, said, calls = self.bootstrap("build-tiny", "tiny", "gcc")
        self.assertEqual((code, said), (0, ""))
        self.assertEqual(calls, ["meson configure build-tiny -Dvariant=tiny"])

    def test_installs_only_what_is_missing(self):
        self.installed(self.packages[:-2])
        code, said, calls = self.bootstrap()
        names = " ".join(self.packages[-2:])
        self.assertEqual(code, 0, said)
        self.assertIn(f"bootstrap: installing {names}\n", said)
        self.assertIn(f"apt-get install -y --no-install-recommends {names}", calls)
        self.assertNotIn("apt-get update", calls)

    def test_bare_machine_updates_lists_first(self):
        self.installed([])
        self.fake("apt-cache", f'[[ ! -e {self.top}/lists ]] || echo "  Candidate: 1.0"')
        self.fake("apt-get", f'[[ $1 != update ]] || touch {self.top}/lists')
        code, said, calls = self.bootstrap()
        self.assertEqual(code, 0, said)
        apt = [c for c in calls if c.startswith("apt-get")]
        self.assertEqual(apt[0], "apt-get update")
        self.assertEqual(apt[1:], ["apt-get install -y --no-install-recommends "
                                   + " ".join(self.packages)])

    def test_old_lists_are_renewed(self):
        self.installed(self.packages[1:])
        self.fake("apt-get", f"if [[ $1 == update ]]; then touch {self.top}/lists; fi\n"
                             f"[[ -e {self.top}/lists ]] || {{ echo 404; exit 100; }}")
        code, said, calls = self.bootstrap()
        self.assertEqual(code, 0, said)
        self.assertEqual([c.split()[1] for c in calls if c.startswith("apt-get")],
                         ["install", "update", "install"])

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
        self.assertIn("E: disk full", said)
        self.assertIn(f"could not install: {self.packages[0]}", said)
        self.assertFalse([c for c in calls if "meson" in c])

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
