"""child.py: a run of nadir for a cell of a bench, in a process of its own.

What it writes stays in its folder.  Once it has ended, bench.json lies beside that and says how it was run: a cell that was
interrupted is run again, one that another build measured is told apart.
"""

import json
import os
import pathlib
import select
import shlex
import signal
import subprocess
import tempfile
import time

GRACE_SECONDS = 300  # compiling, verifying and reporting take their time on a busy host
MOST_KEPT = 65536  # bytes of standard error
ENDED_WELL = (0, 10, 11)  # also with an error of the program, or without an answer at the largest size


class Plan:
    """What all cells share."""

    def __init__(self, nadir, build, out, budget, seed, n_seeds, again):
        self.nadir, self.build = nadir, build
        self.out = out  # the folder of the paper's cells
        self.budget = budget  # seconds of a cell
        self.seed, self.n_seeds = seed, n_seeds
        self.again = again  # also what is there
        self.is_stopped = False
        self.running = None

    def stop_at_signals(self):
        """Ctrl-C ends the running child with its group, and starts no other; a second one ends the bench, too."""

        def stop(number, frame):
            self.is_stopped = True
            signal.signal(number, signal.SIG_DFL)
            self.end_group()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)

    def end_group(self):
        if self.running:
            try:
                os.killpg(self.running, signal.SIGKILL)
            except ProcessLookupError:
                pass


def why_it_failed(status, errors):
    """What nadir said of itself, or else the first line: the one of a sanitizer that matters."""
    said = errors.split("nadir: ", 1)[-1].split("\n", 1)[0]
    said = (f"signal {-status}: " if status < 0 else "") + said
    return said or "it failed without a word"


class Child:
    """words is a function from the folder to the words behind `nadir`."""

    def __init__(self, plan, name, words):
        self.plan = plan
        self.name = name  # of its folder
        self.folder = pathlib.Path(plan.out, name)
        self.words = [plan.nadir, *words(str(self.folder))]
        self.command = shlex.join(self.words)
        self.is_old = self.is_other = False

    def kept(self):
        """The record of an earlier run of the same command, else None."""
        try:
            record = json.loads((self.folder / "bench.json").read_text())
            return record if record["command"] == self.command and "build" in record else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self):
        """After what it wrote was read and is good."""
        record = {"command": self.command, "build": self.plan.build, "seconds": self.seconds}
        (self.folder / "bench.json").write_text(json.dumps(record, indent=2) + "\n")

    def measure(self, read):
        """Runs it unless its result is kept, and reads that; (whether there is a result, why not)."""
        record = None if self.plan.again else self.kept()
        self.is_old = record is not None
        self.is_other = self.is_old and record["build"] != self.plan.build
        if not self.is_old:
            has_ended, why = self.run()
            if why or not has_ended:
                return False, why
        try:
            read(self.folder)
        except (OSError, ValueError, KeyError, TypeError) as error:
            return False, str(error) or type(error).__name__
        if not self.is_old:
            self.keep()
        return True, None

    def run(self):
        """(whether it came to its end, why it failed)."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in self.folder.iterdir():  # only files, which is all that nadir writes
            if not old.is_dir() or old.is_symlink():
                old.unlink()
        with tempfile.TemporaryFile() as errors:
            started = time.monotonic()
            child = subprocess.Popen(self.words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                                     start_new_session=True)
            self.plan.running = child.pid
            if self.plan.is_stopped:
                self.plan.end_group()
            end = os.pidfd_open(child.pid)
            is_late = not select.select([end], [], [], self.plan.budget + GRACE_SECONDS)[0]
            self.plan.end_group()  # goes with its leader, also when that ended by itself
            self.plan.running = None
            child.wait()
            os.close(end)
            self.seconds = time.monotonic() - started
            errors.seek(max(0, errors.seek(0, os.SEEK_END) - MOST_KEPT))
            said = errors.read().decode(errors="replace")
        if self.plan.is_stopped:
            return False, None  # it is left for the next time
        if is_late:
            return True, "it did not end"
        return True, None if child.returncode in ENDED_WELL else why_it_failed(child.returncode, said)
