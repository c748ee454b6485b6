"""SMT-LIB: files .smt2 that say with (set-info :status ...) what the answers are."""

import re

import common

STATUS = re.compile(r"\(\s*set-info\s+:status\s+(sat|unsat)\s*\)|\(\s*(check-sat)(?:-assuming)?\b")


def wanted_answers(text):
    """What each check-sat must say; None where the file does not."""
    text = re.sub(r";[^\n]*", "", text)
    answers, status = [], None
    for match in STATUS.finditer(text):
        if match[2]:
            answers.append(status)
        else:
            status = match[1]
    return answers


def judge(nadir, file, wanted):
    code, output, complaint = nadir.call(["solve", "--timeout", f"{nadir.seconds}s", str(file)], nadir.seconds)
    if code is None:
        return "limit", "did not end in time"
    got = re.findall(r"^(sat|unsat|unknown)$", output, re.M)
    for number, (want, answer) in enumerate(zip(wanted, got), 1):
        if want and answer != want and answer != "unknown":
            return ("missed" if want == "sat" else "false alarm"), f"question {number}: {answer}, not {want}"
    error = re.search(r'\(error "(.*)"\)|^unsupported$', output, re.M)
    if error or len(got) < len(wanted):
        return "refused", (error and error[0]) or common.last_line(complaint) or f"{len(got)} of {len(wanted)} answers"
    if "unknown" in got:
        return "limit", "unknown"
    return "right", ""


def collect(folder):
    for file in sorted(folder.rglob("*.smt2")):
        name = str(file.relative_to(folder))
        wanted = wanted_answers(file.read_text(errors="replace"))
        if not any(wanted):
            yield name, "does not say what the answer is"
            continue
        group = str(file.relative_to(folder).parent) or "."
        yield common.Case(name, group, lambda nadir, f=file, w=wanted: judge(nadir, f, w))
