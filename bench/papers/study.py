"""study.py: how much of some programs is covered by some methods: what bench/NAME/study.json describes, and what was measured.

    {"name": "Homi", "title": …, "where": …, "limit_seconds": 18000, "memory": "2G", "seeds": 5,
     "programs": [{"name": "ptx", "file": "coreutils/tree/src/ptx", "version": "coreutils 9.1",
                   "paper": {"version": "8.31", "lines": 22148, "branches": 5262, "states": …, "pruned": …,
                             "exclusive": [39, 4, …], "errors": ["dfa.c:1432: …", …]},
                   "klee": {"own": 289, "all": 513}}, …],
     "words": ["--sym-args", "0", "1", "10", …],
     "methods": [{"name": "depth", "options": ["--search", "batch(depth)"]},
                 {"name": "best+homi", "over": "best", "options": ["--prune", "homi"]}, …]}

Files are relative to the folder of the programs.  "words" are the arguments of each program that has none of its own.  A
method "over" the "best" has the options of the one that covers most of the program, of those that are over nothing, and stands
behind them; "own": what nadir does by itself.  The first method over the best is what the paper is about.  Figures that a paper
does not have are left out; "exclusive" are those of table 3, of that method and then of the best orders.

Each cell is several runs of `nadir cover`, in OUT/NAME/PROGRAM-METHOD-SEED.
"""

import json
import os
import re

from child import Child
from paper import Problem, Reader, read_json

TOP = 5  # orders that the paper compares with


class Program:
    def __init__(self, where, value, words):
        reader = Reader(where, value)
        self.name = reader.text("name", True)
        self.file = reader.text("file", True)
        self.version = reader.text("version")
        self.words = reader.texts("words") if "words" in reader.value else words
        paper, klee = Reader(where, reader.value.get("paper")), Reader(where, reader.value.get("klee"))
        self.paper_version = paper.text("version")
        self.lines, self.branches = paper.count("lines"), paper.count("branches")
        self.states, self.pruned = paper.count("states"), paper.count("pruned")
        self.exclusive, self.errors = paper.list("exclusive") or [], paper.texts("errors")
        self.klee_own, self.klee_all = klee.count("own"), klee.count("all")


class Method:
    def __init__(self, where, value):
        reader = Reader(where, value)
        self.name = reader.text("name", True)
        self.options = reader.texts("options")
        self.over = reader.text("over")
        if self.over not in (None, "best", "own"):
            raise reader.wrong("'over' is neither \"best\" nor \"own\"")


class Run:
    """A program, a method, a seed."""

    def __init__(self, child, budget):
        self.child = child
        self.state = "left"  # left: not run yet; absent: the program is not built; done; failed
        self.why = None
        self.covered = 0
        self.errors = []
        self.taken = frozenset()  # (file, branch side): the same program has the same in every run

    def read(self, folder):
        report = json.loads((folder / "cover.json").read_text())
        self.covered, self.sides = report["sides"]["covered"], report["sides"]["all"]
        self.paths, self.tests, self.n_errors = report["paths"], len(report["tests"]), len(report["errors"])
        self.own = report.get("own_sides", {}).get("covered", 0)
        self.lines = report.get("lines", {}).get("all", 0)
        self.parked = report.get("parked") or 0
        self.errors = [f"{e['file']}:{e['line']}: {e['meaning']}" for e in report["errors"]]
        self.curve = [(point["seconds"], point["sides"], point["states"]) for point in report.get("curve", [])]
        self.taken = frozenset((i, k) for i, file in enumerate(report.get("files", [])) for k, side in enumerate(
            side for branch in file["branches"] for side in branch["sides"]) if side["tests"] > 0)

    def measure(self):
        is_there, self.why = self.child.measure(self.read)
        self.state = "done" if is_there else "failed" if self.why else "left"

    def json(self):
        value = {"state": self.state, "why": self.why, "folder": self.child.name}
        if self.state == "done":
            value.update(covered=self.covered, sides=self.sides, paths=self.paths, tests=self.tests, errors=self.n_errors,
                         other_build=self.child.is_other)
        return value


class Cell:
    def __init__(self, program, method):
        self.program, self.method = program, method
        self.is_wanted = False
        self.runs = []
        self.best = None  # of a method over the best: which that was

    @property
    def median(self):
        """The run in the middle by what was covered; of an even number the one below: no more is claimed than was seen."""
        done = sorted((run for run in self.runs if run.state == "done"), key=lambda run: run.covered)
        return done[(len(done) - 1) // 2] if done else None

    @property
    def word(self):
        """What is said of a cell without a result."""
        states = [run.state for run in self.runs]
        return "failed" if "failed" in states else "absent" if "absent" in states else "-"

    def json(self):
        value = {"program": self.program.name, "method": self.method.name}
        if self.median:
            if self.best:
                value["over"] = self.best.name
            value["median"] = self.median.covered
        return dict(value, runs=[run.json() for run in self.runs])


class Study:
    def __init__(self, path):
        reader = Reader(path, read_json(path))
        self.name = reader.text("name", True)
        self.title = reader.text("title", True)
        self.where = reader.text("where", True)
        self.memory = reader.text("memory", True)
        self.limit_seconds = reader.count("limit_seconds")
        self.n_seeds = reader.count("seeds")
        words = reader.texts("words")
        self.programs = [Program(path, value, words) for value in reader.list("programs") or []]
        self.methods = [Method(path, value) for value in reader.list("methods") or []]
        if not self.programs or not self.methods or not self.n_seeds:
            raise reader.wrong("there are no programs, methods or seeds")
        self.subject = next((m for m in self.methods if m.over == "best"), None)
        self.cells = {(p, m): Cell(p, m) for p in self.programs for m in self.methods}

    def cell(self, program, method):
        return self.cells[program, method]

    def of(self, program):
        """The cells of a program that are wanted."""
        return [self.cell(program, method) for method in self.methods if self.cell(program, method).is_wanted]

    def median(self, program, method):
        return self.cell(program, method).median if method else None

    def top(self, program, n=TOP):
        """Of the methods over nothing the n whose medians cover most, the best first."""
        found = [m for m in self.methods if m.over is None and self.median(program, m)]
        return sorted(found, key=lambda m: -self.median(program, m).covered)[:n]

    def best(self, program):
        return next(iter(self.top(program, 1)), None)

    def choose(self, only_program, only_method):
        """Methods over the best need the others of the program to be there."""
        for what, only, rows in (("program", only_program, self.programs), ("method", only_method, self.methods)):
            names = [row.name for row in rows]
            if only and only not in names:
                raise Problem(f"the study has no {what} '{only}'; there are {', '.join(names)}", True, "nadir: ")
        chosen = next((m for m in self.methods if m.name == only_method), None)
        for cell in self.cells.values():
            is_needed = chosen is None or cell.method is chosen or (chosen.over == "best" and cell.method.over is None)
            cell.is_wanted = is_needed and only_program in (None, cell.program.name)

    def words_of(self, cell, seed, plan, programs, folder):
        """Behind `nadir`."""
        options = cell.best.options + cell.method.options if cell.best else cell.method.options
        return ["cover", "--max-time", f"{plan.budget:.15g}s", "--max-memory", self.memory, "--seed", str(seed),
                "--exit-zero", "--out", folder, *options, f"{programs}/{cell.program.file}", *cell.program.words]

    def measure(self, cell, plan, programs):
        """A program that is not there is no failure: not everybody builds all of them."""
        if cell.method.over == "best":
            cell.best = self.best(cell.program)
        names = [re.sub(r"[^A-Za-z0-9+]", "_", name) for name in (cell.program.name, cell.method.name)]
        for seed in range(plan.seed, plan.seed + plan.n_seeds):
            words = lambda folder, seed=seed: self.words_of(cell, seed, plan, programs, folder)
            cell.runs.append(Run(Child(plan, "-".join(names + [str(seed)]), words), plan.budget))
        file = f"{programs}/{cell.program.file}"
        for run in cell.runs:
            if not os.access(file, os.R_OK):
                run.state, run.why = "absent", f"there is no {file}"
            elif not plan.is_stopped and (cell.method.over != "best" or cell.best):
                run.measure()

    # ---- results ----

    def line(self, cell):
        """What is printed when a cell is done."""
        run, why = cell.median, next((run.why for run in cell.runs if run.why), None)
        return (f"{cell.program.name:10} {cell.method.name:14}" + (f" {run.covered:6} of {run.sides} sides" if run else "") +
                (f"  {why}" if why else ""))

    def lines(self):
        """All cells, at the end."""
        for program in self.programs:
            if self.of(program):
                yield f"\n{program.name}"
            for cell in self.of(program):
                run = cell.median
                text = f"  {cell.method.name:14}"
                text += (f" {run.covered:6} of {run.sides} sides  {run.tests} tests  {run.paths} paths  {run.n_errors} errors"
                         if run else f" {cell.word:>6}")
                text += "  best" if run and cell.method is self.best(program) else ""
                yield text + (f"  over {cell.best.name}" if run and cell.best else "")

    def json(self, plan):
        return {"study": self.name, "build": plan.build, "budget": plan.budget, "memory": self.memory,
                "cells": [cell.json() for cell in self.cells.values() if cell.is_wanted]}


# ---- the paper's tables ----


class Table:
    """Rows of texts below the head; without rows there is nothing to show."""

    def __init__(self, title, about, head):
        self.title, self.about, self.head = title, about, head
        self.rows = []

    def add(self, *row):
        """What is None or 0 of others is not known; texts are texts."""
        self.rows.append(["-" if x is None or x == "" else str(x) for x in row])

    def lines(self):
        rows = [self.head, *self.rows]
        widths = [max(len(row[i]) for row in rows) for i in range(len(self.head) - 1)] + [0]
        yield f"\n{self.title}\n{self.about}"
        for row in rows:
            yield "  ".join(f"{text:{width}}" for text, width in zip(row, widths))


def ratio(n, of):
    return f"{n / of:.2f}" if of else None


def mean_states(run):
    """The curve is nearly even in time: the mean of its points, by the time that each lasts."""
    steps = [(after[0] - before[0], before[2]) for before, after in zip(run.curve, run.curve[1:])]
    seconds = sum(step for step, _ in steps)
    return int(sum(step * states for step, states in steps) / seconds + 0.5) if seconds > 0 else 0


def exclusive(study, program, method, methods):
    """Sides that only this one of the methods covers, run by run those of the same seed together: the mean, rounded."""
    runs = [study.cell(program, m).runs for m in methods]
    if not all(run.state == "done" for of_method in runs for run in of_method):
        return None
    counts = [len(own.taken.difference(*(run.taken for m, run in zip(methods, of_seed) if m is not method)))
              for own, *of_seed in zip(study.cell(program, method).runs, *runs)]
    return (sum(counts) + len(counts) // 2) // max(len(counts), 1)


def error_rows(study, program):
    """Each error once, with the methods that find it, and with how many of the seeds."""
    cells = [study.cell(program, method) for method in study.methods]
    for error in dict.fromkeys(error for cell in cells for run in cell.runs for error in run.errors):
        finders = []
        for cell in cells:
            n = sum(error in run.errors for run in cell.runs)
            of = f" ({n} of {len(cell.runs)})" if len(cell.runs) > 1 else ""
            finders += [cell.method.name + of] if n else []
        yield program.name, error, ", ".join(finders)


def tables(study):
    """Tables 1 to 4 of Homi's paper, and a comparison with KLEE.  What is exclusive is a mean over the seeds, as in the paper;
    everything else is of the runs in the middle."""
    states = Table("Table 1: states", "Mean number of states over time. KLEE gives states up when memory is short; nadir parks "
                   "them, and loses none.", ["program", "states: paper", "best order", "at most", "given up: paper",
                                             "parked: best order"])
    programs = Table("Table 2: programs", "The paper counts lines of text and gcov's branches of all files; nadir the lines that "
                     "have code and the sides of branches of what is linked.",
                     ["program", "paper's version", "lines", "branches", "ours", "lines with code", "sides"])
    only = Table("Table 3: sides that only one method covers", "Of the method of the paper and the five best orders, those that "
                 "none of the other five covers; the mean over the seeds.",
                 ["program", "", study.subject.name if study.subject else "-", "best", "2nd", "3rd", "4th", "5th"])
    errors = Table("Table 4: errors", "The paper's are of other versions.", ["program", "error", "found by"])
    klee = Table("Beside KLEE", "KLEE: gcov's branches in 10 minutes; ours: sides in the budget above. Own: the files in the "
                 "folder of main.", ["program", "own: KLEE", "best order", "ratio", "nadir", "ratio", "all: KLEE", "best order",
                                     "ratio", "nadir", "ratio"])
    for p in study.programs:
        top = study.top(p)
        best = study.median(p, study.best(p))
        if not best:
            continue
        states.add(p.name, p.states or None, mean_states(best), max((point[2] for point in best.curve), default=0),
                   p.pruned or None, best.parked)
        programs.add(p.name, p.paper_version, p.lines or None, p.branches or None, p.version, best.lines, best.sides)
        if study.median(p, study.subject):
            if p.exclusive:
                only.add(p.name, "paper", *(p.exclusive + [None] * TOP)[:TOP + 1])
            methods = [study.subject, *top]
            ours = [(exclusive(study, p, m, methods), "" if m is study.subject else f" {m.name}") for m in methods]
            only.add(p.name, "ours", *([f"{'' if n is None else n}{name}" for n, name in ours] + [None] * TOP)[:TOP + 1])
        for error in p.errors:
            errors.add(p.name, error, "the paper")
        for row in error_rows(study, p):
            errors.add(*row)
        if p.klee_all:
            own = next((study.median(p, m) for m in study.methods if m.over == "own"), None)
            beside = lambda name, of: [x for run in (best, own) for x in
                                       ((getattr(run, name), ratio(getattr(run, name), of)) if run else (None, None))]
            klee.add(p.name, p.klee_own or None, *beside("own", p.klee_own), p.klee_all, *beside("covered", p.klee_all))
    return [table for table in (states, programs, only, errors, klee) if table.rows]
