"""Damaged values at a server: what nadir keeps there of an unfinished run, each of them a format of mutants.py."""

import pathlib
import shutil
import socket
import subprocess
import time

# Some hundred paths of some milliseconds, so that some are left when it is interrupted at once.
PROGRAM = """
#include <nadir.h>
int main(void) {
  unsigned char v[4];
  int n = 0;
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 4; i++) {
    if (v[i] > 9) n++;
    if (v[i] % 16 == 3) n++;
  }
  for (volatile int k = 0; k < 60000; k++) {}
  return n > 7 ? *(volatile char *)1 : n;
}
"""
PREFIX = "nadir:{nadir}:"


class Redis:
    """A server of our own, and enough of its protocol."""

    def __init__(self, folder):
        self.path = f"{folder}/redis"
        self.child = subprocess.Popen(["redis-server", "--port", "0", "--unixsocket", self.path, "--dir", folder, "--save", ""],
                                      stdout=subprocess.DEVNULL)
        self.link = socket.socket(socket.AF_UNIX)
        while self.child.poll() is None:
            try:
                self.link.connect(self.path)
                break
            except OSError:
                time.sleep(0.01)
        self.file = self.link.makefile("rb")

    def close(self):
        self.link.close()
        self.file.close()
        self.child.kill()
        self.child.wait()

    def __call__(self, *words):
        parts = [w if isinstance(w, bytes) else str(w).encode() for w in words]
        self.link.sendall(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(p), p) for p in parts))
        return self.answer()

    def answer(self):
        line = self.file.readline().rstrip(b"\r\n")
        kind, rest = line[:1], line[1:]
        if kind == b"$":
            return None if rest == b"-1" else self.file.read(int(rest) + 2)[:-2]
        if kind == b"*":
            return [self.answer() for _ in range(int(rest))]
        assert kind != b"-", rest
        return int(rest) if kind == b":" else rest


class StoredValue:
    """One value of the run as it was left, and the command that reads it."""

    name, place, codes = "store", None, (0, 1, 2, 10, 11)

    def __init__(self, redis, good, key, field, words):
        self.redis, self.saved, self.key, self.field, self.words = redis, good, key, field, words
        self.good = redis("LINDEX", key, 0) if field is None else redis("HGET", key, field)

    def put(self, path, damaged):
        """The file is only kept for who looks at what nadir died of."""
        path.write_bytes(damaged)
        self.redis("FLUSHALL")
        for key, dump in self.saved.items():
            self.redis("RESTORE", key, 0, dump)
        if self.field is None:
            self.redis("LSET", self.key, 0, damaged)
        else:
            self.redis("HSET", self.key, self.field, damaged)


def values(nadir, folder):
    """None without a server."""
    if not shutil.which("redis-server"):
        return
    redis = Redis(folder)
    url, source, out = f"unix:{redis.path}", pathlib.Path(folder, "store.c"), f"{folder}/store-out"
    try:
        source.write_text(PROGRAM)
        run = subprocess.Popen([nadir, "run", "--native", "off", "--out", out, "--store", url, "--jobs", "1", source],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while run.poll() is None and redis("HGET", PREFIX + "run", "state") != b"ready":
            time.sleep(0.005)
        run.terminate()
        run.wait()
        saved = {key.decode(): redis("DUMP", key) for key in redis("KEYS", "*")}
        worker, leader = ["worker", url, "--jobs", "1"], ["run", "--resume", url, "--max-time", "2s"]
        jobs = [key for key in saved if ":job:" in key]
        workers = [key for key in saved if ":worker:" in key and redis("HGET", key, "figures")]
        for key, field, words in ((PREFIX + "facts", "target", worker), (PREFIX + "facts", "command", worker),
                                  (PREFIX + "facts", "command", leader), (jobs[0], "leaves", worker),
                                  (jobs[0], "leaves", leader), (PREFIX + "results", None, leader),
                                  (workers[0], "figures", leader)):
            yield StoredValue(redis, saved, key, field, words)
    finally:
        redis.close()
