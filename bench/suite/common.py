"""What the suites share: a case, its verdict, how nadir is run on it."""

import dataclasses
import json
import pathlib
import subprocess
import tempfile
import typing

VERDICTS = ("right", "differs", "missed", "false alarm", "limit", "unsupported", "refused")

MEMORY = frozenset((
    "null-pointer", "read-bounds", "write-bounds", "use-freed", "use-returned", "use-scope", "write-constant",
    "overlap", "index-bounds", "misaligned", "pointer-overflow", "double-free", "invalid-free"))


class LeftOut(Exception):
    """The case says nothing about nadir; its text is why."""


@dataclasses.dataclass
class Case:
    name: str
    group: str  # a row of the table
    judge: typing.Callable  # (Nadir) -> (verdict, why)


@dataclasses.dataclass
class Run:
    """What nadir run said."""

    refused: str  # why it did not run; "" if it did
    errors: frozenset  # their kinds
    warnings: frozenset
    gaps: list  # (kind, text)
    is_complete: bool
    limit: str
    confirmed: bool = False  # all errors, by native runs

    def shortfall(self):
        """(verdict, why) of a run that found nothing and did not see everything; None if it did."""
        if self.is_complete:
            return None
        for kind, text in self.gaps:
            if kind in ("unsupported", "symbolic-float"):
                return "unsupported", f"{kind}: {text}"
        if self.gaps and not self.limit:
            return "limit", ": ".join(self.gaps[0])
        return "limit", self.limit or "paths were cut short"


class Nadir:
    def __init__(self, binary, seconds):
        self.binary, self.seconds = binary, seconds

    def call(self, words, seconds, folder=None):
        """(exit code, output, complaint); the code is None if it did not end in time."""
        try:
            run = subprocess.run([self.binary, *words], capture_output=True, text=True, errors="replace", cwd=folder,
                                 stdin=subprocess.DEVNULL, timeout=seconds * 2 + 30)
        except subprocess.TimeoutExpired:
            return None, "", ""
        return run.returncode, run.stdout, run.stderr

    def run(self, files, options=(), arguments=(), confirms=False):
        how = [] if confirms else ["--native", "off"]
        with tempfile.TemporaryDirectory(prefix="nadir-suite-") as top:
            code, output, complaint = self.call(
                ["run", "--json", *how, "--only-errors", "--max-memory", "1G", "--max-time", f"{self.seconds}s",
                 "--out", str(pathlib.Path(top, "out")), *options, *map(str, files), "--", *arguments], self.seconds, top)
        if code is None:
            return Run("", frozenset(), frozenset(), [], False, "did not end in time")
        try:
            result = json.loads(output)
        except ValueError:
            return Run(last_line(complaint) or f"exit code {code}", frozenset(), frozenset(), [], False, "")
        return Run("", frozenset(e["kind"] for e in result["errors"]),
                   frozenset(w["kind"] for w in result["warnings"]),
                   [(g["kind"], g["text"] or g["place"]) for g in result["gaps"]],
                   result["complete"], result["limit"] or "",
                   all((e["native"] or {}).get("confirmed") for e in result["errors"]))


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip()[:200] if lines else ""


def judge_error(run, is_bad, wanted):
    """The verdict about a program that has (is_bad) or has not an error of the wanted kinds."""
    if run.refused:
        return "refused", run.refused
    found = wanted & (run.errors | run.warnings)
    if found:
        return ("right", "") if is_bad else ("false alarm", ", ".join(sorted(found)))
    short = run.shortfall()
    if short and not (run.errors and run.is_complete):
        return short
    others = ", ".join(sorted(run.errors))
    return ("missed", f"found {others or 'nothing'}") if is_bad else ("right", "")
