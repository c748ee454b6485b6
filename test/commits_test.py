"""The form of commits, as CONTRIBUTING.md describes it, of every commit since that page exists: a subject of
at most 72 characters, an empty line, a body; no merges.  Without a history (an archive, a shallow clone) there
is nothing to look at."""

import pathlib
import subprocess
import unittest

import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent


def git(*words):
    run = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)
    return run.stdout if run.returncode == 0 else None


def faults(message, n_parents=1):
    """What is wrong with the form of a message."""
    lines = message.rstrip("\n").split("\n")
    found = []
    if len(lines[0]) > 72:
        found.append(f"the subject has {len(lines[0])} characters, and 72 are the most")
    if lines[0].lower().startswith(("wip", "fixup!", "squash!")) or len(lines[0]) < 10:
        found.append("the subject does not say what the commit does")
    if len(lines) < 3 or not any(line.strip() for line in lines[2:]):
        found.append("there is no body that says why")
    elif lines[1]:
        found.append("the second line is not empty")
    if n_parents > 1:
        found.append("it is a merge: rebase instead")
    return found


class Form(unittest.TestCase):
    def test_messages(self):
        self.assertEqual(faults("vm: a side is kept\n\nIt was lost, since it was.\n"), [])
        self.assertEqual(len(faults("x\n")), 2)
        self.assertEqual(faults("vm: " + "a" * 69 + "\n\nWhy.\n"), ["the subject has 73 characters, and 72 are the most"])
        self.assertEqual(faults("vm: a side is kept\nIt was lost.\nAnd more.\n"), ["the second line is not empty"])
        self.assertEqual(faults("vm: a side is kept\n\n\n"), ["there is no body that says why"])
        self.assertEqual(faults("Merge branch 'a'\n\nWhy.\n", 2), ["it is a merge: rebase instead"])

    def test_history(self):
        first = git("log", "--diff-filter=A", "--format=%H", "--", "CONTRIBUTING.md")
        if not first or git("rev-parse", "--is-shallow-repository") != "false\n":
            self.skipTest("there is no history of commits here")
        log = git("log", "-z", "--format=%h %p%n%B", first.split()[-1] + "..HEAD")
        wrong = []
        for commit in filter(None, log.split("\0")):
            head, message = commit.split("\n", 1)
            name, *parents = head.split()
            wrong += [f"{name}: {fault}" for fault in faults(message, len(parents))]
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    tap.main()
