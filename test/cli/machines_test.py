"""Processes that share a run through a Redis server: what they find, and what is left when any of them, or the server, is
killed or stopped.

    machines_test.py PROGRAM [ROUNDS]

ROUNDS (1) is how often a run is disturbed in each of five ways, three times at random moments.
"""

import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
ROUNDS = int(sys.argv[-1]) if sys.argv[-1].isdigit() else 1
from jobs_test import HANGS, NADIR, Case, found, tap


class Server:
    """A Redis server at a socket in a folder of its own; what it answered is on the disk."""

    def __init__(self, folder, *more):
        self.folder, self.more, self.child = folder, more, None
        self.socket = folder / "socket"
        self.url = f"unix:{self.socket}#test"
        self.start()

    def start(self):
        self.child = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.socket, "--dir", self.folder, "--save", "",
             "--appendonly", "yes", "--appendfsync", "always", *self.more],
            stdout=subprocess.DEVNULL)
        while self.child.poll() is None and "PONG" not in self.cli("ping"):
            time.sleep(0.01)

    def kill(self):
        self.child.kill()
        self.child.wait()

    def cli(self, *words):
        done = subprocess.run(["redis-cli", "-s", self.socket, *words], capture_output=True, text=True, timeout=HANGS)
        return done.stdout + done.stderr


class Machines(Case):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Server(pathlib.Path(folder.name))
        self.addCleanup(lambda: self.server.kill())
        self.elsewhere = self.dir / "elsewhere"
        self.elsewhere.mkdir()
        text = (self.dir / "mixed.c").read_text().replace("10000", "30000")
        (self.dir / "mixed.c").write_text(text)

    def start(self, *words, cwd=None, env=None):
        child = subprocess.Popen([NADIR, *words], cwd=cwd or self.dir, env=env, text=True, start_new_session=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(child.communicate)
        self.addCleanup(child.kill)
        return child

    def lead(self, *more):
        child = self.start("run", "mixed.c", "--native", "off", "--out", "out", "--store", self.server.url, "--jobs", "1",
                           "--lease", "1s", *more)
        self.wait_until_begun(child)
        return child

    def wait_until_begun(self, child):
        while child.poll() is None and "ready" not in self.server.cli("hget", "nadir:{test}:run", "state"):
            time.sleep(0.01)

    def work(self, jobs=2):
        """A worker that has nothing but nadir: another folder, no environment."""
        return self.start("worker", self.server.url, "--jobs", str(jobs), cwd=self.elsewhere, env={})

    def expected(self):
        self.nadir("run", "mixed.c", "--native", "off", "--jobs", "2", "--out", "out", code=10)
        result = found(self.dir / "out")
        shutil.rmtree(self.dir / "out")
        return result

    def end(self, child, code=None):
        out, err = child.communicate(timeout=HANGS)
        if code is not None:
            self.assertEqual(child.returncode, code, out + err)
        return out + err


class Together(Machines):
    def test_same(self):
        expected = self.expected()
        leader = self.lead()
        workers = [self.work(1), self.work(2)]
        self.end(leader, 10)
        for worker in workers:
            self.end(worker, 0)
        self.assertEqual(found(self.dir / "out"), expected)
        self.assertEqual(list(self.elsewhere.iterdir()), [])
        self.assertEqual(self.server.cli("keys", "*").split(), ["nadir:{test}:run"])
        self.assertIn("the run is over", self.end(self.work(), 0))

    def test_outside(self):
        """What the program gets from outside travels with it: arguments, files, shapes, a call."""
        (self.dir / "data").write_text("seven")
        (self.dir / "outside.c").write_text(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
            "int main(int n, char **v) { char b[8] = {0}; FILE *f = fopen(\"data\", \"r\"); if (!f) return 9;\n"
            "  for (volatile int k = 0; k < 3000000; k++) {}\n"
            "  if (!fgets(b, sizeof b, f) || strcmp(b, \"seven\")) return 8;\n"
            "  if (n == 3 && v[1][0] == 'x' && getenv(\"A\") && getenv(\"A\")[0] == v[2][0]) abort(); return n; }\n")
        words = ["run", "outside.c", "--native", "off", "--out", "out", "--file", "data", "--env", "A=q"]
        program = ["--", "--sym-args", "0", "3", "2"]
        self.nadir(*words, "--jobs", "2", *program, code=10)
        expected = found(self.dir / "out")
        shutil.rmtree(self.dir / "out")
        leader = self.start(*words, "--store", self.server.url, "--jobs", "1", *program)
        self.wait_until_begun(leader)
        worker = self.work(3)
        self.end(leader, 10)
        self.end(worker, 0)
        self.assertEqual(found(self.dir / "out"), expected)

    def test_a_program(self):
        """What nadir cc built is not there where a worker is, and the words behind its name are no options."""
        (self.dir / "p.c").write_text(
            "#include <stdlib.h>\nint main(int n, char **v) { int sum = 0;\n"
            "  for (int i = 0; n == 3 && i < 4 && v[2][i]; i++) { if (v[2][i] > 'm') sum++; if (v[2][i] % 3) sum++; }\n"
            "  for (volatile int k = 0; k < 200000; k++) {}\n"
            "  if (v[1][1] == 'x' && sum == 7) abort(); return n; }\n")
        self.nadir("cc", "-o", "p", "p.c", code=0)
        words = ["run", "--native", "off", "--out", "out"]
        program = ["p", "-x", "--sym-arg", "4"]
        self.nadir(*words, "--jobs", "2", *program, code=10)
        expected = found(self.dir / "out")
        shutil.rmtree(self.dir / "out")
        leader = self.start(*words, "--store", self.server.url, "--jobs", "1", *program)
        self.wait_until_begun(leader)
        worker = self.work(1)
        self.end(leader, 10)
        self.end(worker, 0)
        self.assertEqual(found(self.dir / "out"), expected)

    def test_cover(self):
        """A worker of nadir cover: all that can be covered is (malloc does not fail)."""
        leader = self.start("cover", "mixed.c", "--native", "off", "--out", "out", "--store", self.server.url, "--jobs", "1",
                            "--max-time", "20s")
        self.wait_until_begun(leader)
        worker = self.work(1)
        said = self.end(leader)
        self.end(worker, 0)
        self.assertIn("covered 25 of 26 sides", said)

    def test_a_worker_leaves(self):
        expected = self.expected()
        leader = self.lead("--lease", "300s")
        worker = self.work(2)
        time.sleep(0.5)
        worker.send_signal(signal.SIGINT)
        self.end(worker, 0)
        self.end(leader, 10)
        self.assertEqual(found(self.dir / "out"), expected)

    def test_a_limit(self):
        expected = self.expected()
        leader = self.lead("--max-time", "1s")
        worker = self.work(1)
        said = self.end(leader)
        self.end(worker, 0)
        for _ in range(40):
            if "go on " not in said:
                break
            self.assertIn(f"run --resume '{self.server.url}'", said)
            report = json.loads((self.dir / "out/run.json").read_text())
            self.assertFalse(report["complete"])
            said = self.nadir("run", "--resume", self.server.url, "--max-time", "5s", "--jobs", "2").stdout
        self.assertEqual(found(self.dir / "out"), expected)


class Disturbed(Machines):
    """Nothing is lost and nothing counted twice, whoever is killed or stopped."""

    def kill_server(self):
        self.server.kill()
        time.sleep(self.rng.uniform(0, 0.3))
        self.server.start()

    def kill_leader(self):
        self.leader.kill()
        self.leader.communicate()
        self.leader = self.start("run", "--resume", self.server.url)

    def children(self, of):
        try:
            return [int(x) for x in pathlib.Path(f"/proc/{of.pid}/task/{of.pid}/children").read_text().split()]
        except FileNotFoundError:
            return []

    def kill_one(self):
        """A process of the worker, or of who leads."""
        pids = self.children(self.worker) + self.children(self.leader)
        if pids:
            os.kill(self.rng.choice(pids), signal.SIGKILL)

    def kill_worker(self):
        self.worker.kill()
        self.worker.communicate()
        self.worker = self.work()

    def stop_worker(self):
        """Beyond its lease: others take its jobs, and what it commits when it wakes up is refused."""
        pids = self.children(self.worker)
        for number in signal.SIGSTOP, signal.SIGCONT:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            time.sleep(self.rng.uniform(1.1, 1.6) if number == signal.SIGSTOP else 0)

    def resume_until_complete(self):
        for _ in range(40):
            done = self.nadir("run", "--resume", self.server.url)
            if done.returncode == 10 and "go on " not in done.stdout:
                return
            if "the run is over" in done.stderr:
                return
        self.fail("the run does not come to its end: " + done.stdout + done.stderr)

    def disturb(self, seed, kinds):
        self.rng = random.Random(seed)
        shutil.rmtree(self.dir / "out", ignore_errors=True)
        self.leader, self.worker = self.lead(), self.work()
        done = []
        for _ in range(3):
            time.sleep(self.rng.uniform(0.05, 0.4))
            kind = self.rng.choice(kinds)
            done.append(kind)
            if self.leader.poll() is None:
                getattr(self, kind)()
        said = self.end(self.leader)
        if self.leader.returncode != 10 or "go on " in said:
            self.resume_until_complete()
        self.worker.terminate()
        self.worker.communicate()
        self.assertEqual(found(self.dir / "out"), self.right, (seed, done, said))

    def disturb_often(self, *kinds):
        self.right = self.expected()
        for seed in range(ROUNDS):
            self.disturb(seed, kinds)

    def test_workers(self):
        self.disturb_often("kill_one", "kill_worker")

    def test_leader(self):
        self.disturb_often("kill_leader")

    def test_server(self):
        self.disturb_often("kill_server")

    def test_stopped(self):
        self.disturb_often("stop_worker")

    def test_all(self):
        self.disturb_often("kill_server", "kill_leader", "kill_one", "kill_worker", "stop_worker")


class Status(Machines):
    def json(self, where):
        return json.loads(self.nadir("status", where, "--json", code=0).stdout)

    def until_busy(self, where):
        for _ in range(1000):
            report = self.json(where)
            if report["paths"] and any(w["job"] for w in report["workers"]):
                return report
            time.sleep(0.01)
        self.fail("nobody works")

    def test_who_does_what(self):
        (self.dir / "mixed.c").write_text((self.dir / "mixed.c").read_text().replace("30000", "300000"))
        leader = self.lead("--search", "covnew")
        worker = self.work(2)
        report = self.until_busy(self.server.url)
        while len(report["workers"]) < 3 or report["covered"] is None:
            report = self.json(self.server.url)
        pids = {w["pid"] for w in report["workers"]}
        self.assertEqual({w["host"] for w in report["workers"]}, {os.uname().nodename})
        children = pathlib.Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
        self.assertLessEqual({int(pid) for pid in children}, pids)
        self.assertIn("nadir run mixed.c", report["command"])
        self.assertGreater(report["leaves"], 0)
        self.assertGreater(report["rate"], 0)
        self.assertLessEqual(report["covered"], report["sides"])
        said = self.nadir("status", self.server.url, code=0).stdout
        self.assertRegex(said, r"\d+ paths, .* a second")
        self.assertRegex(said, rf"{os.uname().nodename} \d+ +job \d+ ")
        for child in worker, leader:
            child.terminate()
            self.end(child)
        report = self.json(self.server.url)
        self.assertEqual([w for w in report["workers"] if w["job"]], [])
        self.assertEqual(report["jobs"], report["waiting_jobs"])

    def test_folder(self):
        (self.dir / "mixed.c").write_text((self.dir / "mixed.c").read_text().replace("30000", "300000"))
        child = self.start("run", "mixed.c", "--native", "off", "--out", "out", "--jobs", "2")
        while not (self.dir / "out/unfinished.db").exists():
            time.sleep(0.01)
        report = self.until_busy("out")
        self.assertEqual(report["store"], "out/unfinished.db")
        child.terminate()
        self.end(child)

    def test_mistakes(self):
        self.assertIn("no folder that nadir run", self.nadir("status", "nowhere", code=1).stderr)
        self.assertIn("no run", self.nadir("status", self.server.url, code=1).stderr)
        self.nadir("status", code=2)


class Cluster(Machines):
    def test_slurm(self):
        """The batch script, with a stand-in for srun."""
        script = pathlib.Path(__file__).resolve().parent.parent.parent / "share/cluster/nadir-workers.sbatch"
        (self.elsewhere / "srun").write_text('#!/bin/bash\n[[ $1 == --* ]] && shift\nexec "$@"\n')
        (self.elsewhere / "srun").chmod(0o755)
        (self.elsewhere / "nadir").symlink_to(NADIR)
        env = {"PATH": f"{self.elsewhere}:/usr/bin:/bin", "SLURM_CPUS_PER_TASK": "2"}
        self.assertIn("NADIR_STORE", subprocess.run(["bash", script], env=env, capture_output=True, text=True).stderr)
        leader = self.lead()
        done = subprocess.run(["bash", script], env={**env, "NADIR_STORE": self.server.url}, capture_output=True, text=True,
                              timeout=HANGS)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 processes work for nadir run mixed.c", done.stdout)
        self.end(leader, 10)


class Mistakes(Machines):
    def test_in_use(self):
        leader = self.lead()
        again = self.nadir("run", "mixed.c", "--native", "off", "--store", self.server.url, code=1)
        self.assertIn("there already", again.stderr)
        self.assertIn("another nadir", self.nadir("run", "--resume", self.server.url, code=1).stderr)
        self.end(leader, 10)

    def test_another_nadir(self):
        leader = self.lead()
        self.server.cli("hset", "nadir:{test}:facts", "nadir", "12345678")
        self.assertIn("another nadir", self.end(self.work(), 1))
        self.end(leader, 10)

    def test_server_gone_for_good(self):
        """Who leads ends when its time is over, and says how the run goes on."""
        leader = self.lead("--max-time", "3s")
        self.server.kill()
        said = self.end(leader, 1)
        self.assertIn("cannot be reached", said)
        self.assertIn("--resume", said)
        self.server.start()
        self.nadir("run", "--resume", self.server.url, "--max-time", "100s", code=10)

    def test_names(self):
        self.assertIn("redis://HOST", self.nadir("run", "mixed.c", "--store", "here", code=2).stderr)
        self.assertIn("no host", self.nadir("worker", "redis://", code=2).stderr)
        self.assertIn("cannot be reached", self.nadir("worker", "redis://127.0.0.1:1", code=1).stderr)
        self.assertIn("NADIR_STORE", self.nadir("worker", code=2).stderr)
        self.assertIn("no run", self.nadir("worker", code=1, env={"NADIR_STORE": self.server.url}).stderr)
        self.assertIn("leave '--store' out",
                      self.nadir("run", "mixed.c", "--store", self.server.url, "--prune", "random", code=2).stderr)

    def test_damaged(self):
        """Whatever stands at the server: a message, or an end, and no crash."""
        rng = random.Random(1)
        for round in range(max(2, ROUNDS)):
            leader = self.lead("--max-time", "0.3s")
            self.end(leader)
            shutil.rmtree(self.dir / "out")
            keys = [k for k in self.server.cli("keys", "*").split() if not k.endswith(("}:run", ":calls"))]
            for key in rng.sample(keys, min(3, len(keys))):
                script = ("local k, s = KEYS[1], tonumber(ARGV[1]); local t = redis.call('TYPE', k).ok;"
                          "local f = function(v) local at = s % (#v + 1) + 1;"
                          " return string.sub(v, 1, at - 1) .. string.char(s % 256) .. string.sub(v, at + 1) end;"
                          "if t == 'hash' then local all = redis.call('HGETALL', k); local i = s % (#all / 2) * 2 + 1;"
                          " redis.call('HSET', k, all[i], f(all[i + 1]))"
                          " elseif t == 'list' then redis.call('LSET', k, 0, f(redis.call('LINDEX', k, 0)))"
                          " elseif t == 'zset' then redis.call('ZADD', k, s, s) end")
                self.server.cli("eval", script, "1", key, str(rng.randrange(10**6)))
            worker = self.nadir("worker", self.server.url, "--jobs", "1", env={})
            self.assertIn(worker.returncode, (0, 1, 2), worker.stderr)
            done = self.nadir("run", "--resume", self.server.url, "--max-time", "1s")
            self.assertIn(done.returncode, (0, 1, 2, 10, 11), done.stderr)
            shutil.rmtree(self.dir / "out", ignore_errors=True)
            self.server.cli("flushall")


if __name__ == "__main__":
    tap.main()
