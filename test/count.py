"""Adds up the single cases of several meson test runs, and shows what the failed
programs said.

    count.py [--broken-builds N] TESTLOG.JSON...

The last line is the one that script/test ends with.  A broken build, a log that is not
there and a program that failed besides its cases (a crash, a leak, a time-out)
are one failure each.  Exit code 0 only if something passed and nothing failed.
"""

import argparse
import json
import re
import sys

MAX_SHOWN = 200  # lines of a failed program

# "ok 3 - name # SKIP why", as in the Test Anything Protocol
CASE = re.compile(r"^(not )?ok\b([^#]*)(?:# *(skip\b|todo\b)(.*))?", re.I)


def count_test(entry):
    """(passed, failed, skipped) of one test program; the last are what was skipped, and why."""
    passed = failed = 0
    skipped = []
    for line in entry.get("stdout", "").splitlines():
        m = CASE.match(line)
        if not m:
            continue
        if m.group(3) and m.group(3).lower() == "skip":
            skipped.append(f"{m.group(2).strip(' 0123456789-')}: {m.group(4).strip() or 'no reason'}")
        elif m.group(1):
            failed += 1
        else:
            passed += 1
    if entry["result"] == "SKIP" and not skipped:
        skipped = ["all of it"]
    elif entry["result"] not in ("OK", "SKIP") and not failed:
        failed = 1
    elif passed + failed + len(skipped) == 0:
        passed = 1
    return passed, failed, skipped


def show_failed(path, entry):
    print(f"\n-- {entry['result']}: {entry.get('name')} ({path})")
    for line in (entry.get("stdout", "") + entry.get("stderr", "")).splitlines()[-MAX_SHOWN:]:
        print("  ", line)


def count_log(path):
    try:
        with open(path) as log:
            entries = [json.loads(line) for line in log if line.strip()]
        rows = [count_test(entry) for entry in entries]
    except (OSError, ValueError, KeyError) as why:
        print(f"\n-- no result: {path}: {why}")
        return 0, 1, []
    for entry, (_, failed, _) in zip(entries, rows):
        if failed:
            show_failed(path, entry)
    skipped = [f"{entry.get('name')}, {what} ({path})"
               for entry, row in zip(entries, rows) for what in row[2]]
    return sum(row[0] for row in rows), sum(row[1] for row in rows), skipped


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--broken-builds", type=int, default=0)
    parser.add_argument("logs", nargs="*")
    options = parser.parse_args()
    passed, failed, skipped = 0, options.broken_builds, []
    for path in options.logs:
        p, f, s = count_log(path)
        passed, failed, skipped = passed + p, failed + f, skipped + s
    if skipped:
        print("\n-- skipped:", *skipped, sep="\n   ")
    print(f"{passed} passed, {failed} failed" + (f", {len(skipped)} skipped" if skipped else ""))
    sys.exit(0 if passed and not failed else 1)


if __name__ == "__main__":
    main()
