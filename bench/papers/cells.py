"""cells.py: one cell of a paper's table, measured by `nadir worst` in a process of its own.

Its folder is OUT/PAPER/TABLE-PROGRAM-COLUMN-SIZE.  A random cell is several runs, each in a folder of its own; it shows the
median run, ordered by what was found and then by the paths that it took.
"""

import json
import re

from child import Child
from paper import number


class Run:
    """What one run found."""

    def __init__(self, cell, child):
        self.cell, self.child = cell, child
        self.state = "left"  # left: not run yet; done; failed
        self.why = None  # it failed, or has no cost
        self.cost = None  # None: no path came to its end
        self.seconds = None  # of what the paper's seconds are of; None: there was no such phase

    @property
    def paths(self):
        return self.feasible + self.infeasible

    @property
    def is_met(self):
        """Its cost is the worst, as far as that is known."""
        worst = number(self.cell.worst)
        return self.cost is not None and (worst is None or self.cost >= worst)

    def read(self, folder):
        report = json.loads((folder / "worst.json").read_text())
        size = next((s for s in report["sizes"] if s["size"] == self.cell.run_size), None)
        if size is None:
            raise ValueError("the size is not in worst.json")
        column, paths, verified = self.cell.column, size["paths"], size["verified"]
        verdicts = verified["vm"], verified["native"]  # None: nothing is known
        self.cost = size["cost"]
        self.is_proven, self.is_predicted = size["proven"], size["predicted"]
        is_counted = self.is_predicted and verdicts[1] and verified["native_cost"] is not None
        self.is_doubted = False in verdicts  # another cost, or another path
        self.is_verified = not self.is_doubted and bool(verdicts[0] or is_counted)
        self.feasible, self.infeasible, self.queries = paths["feasible"], paths["infeasible"], size["queries"]
        if column.phase:
            self.seconds = (size["phases"] or {}).get(column.phase)
        else:
            self.seconds = report["seconds"] if self.cell.table.times_all else size["seconds"]
        # Random search leaves nothing behind when its time limit is reached; training took a part of that time.
        budget = self.child.plan.budget
        is_late = paths["unfinished"] > 0 or size["seconds"] >= budget or (column.is_random and report["seconds"] >= budget)
        is_known = number(self.cell.worst) is not None
        self.is_cut = not self.is_proven and not (column.is_random and is_known and self.is_met) and is_late
        if self.cost is None:
            self.why = size.get("why") or "no path came to its end"

    def measure(self):
        is_there, why = (False, None) if self.child.plan.is_stopped else self.child.measure(self.read)
        self.state = "done" if is_there else "failed" if why else "left"
        self.why = why or self.why


def words_of(cell, bench, seed, plan, folder):
    """Behind `nadir`."""
    program, column = cell.row.program, cell.column
    words = ["worst", f"{bench}/{program.file}", "--cost", program.cost, "--strategy", column.strategy,
             "--max-time", f"{plan.budget:.15g}s", "--out", folder, "--size", str(cell.run_size), "--only",
             "--seed", str(seed)]
    if column.is_random and number(cell.worst) is not None:
        words += ["--until", str(int(number(cell.worst)))]
    if program.call:
        words += ["--call", program.call]
    return words + program.options + column.options + cell.row.options[column.name]


def folder_of(cell, seed, plan):
    parts = [re.sub(r"[^A-Za-z0-9]", "_", part) for part in (cell.table.name, cell.row.program.name, cell.column.name)]
    return "-".join(parts + [str(cell.size)]) + ("" if seed == plan.seed else f"-seed{seed}")


def measure(cell, bench, plan, strategies):
    """Sets cell.run: the one run, or of several the one that speaks for them."""
    cell.is_absent = cell.column.strategy not in strategies
    if cell.is_absent:
        return
    runs = []
    for seed in range(plan.seed, plan.seed + (plan.n_seeds if cell.column.is_random else 1)):
        words = lambda folder, seed=seed: words_of(cell, bench, seed, plan, folder)
        runs.append(Run(cell, Child(plan, folder_of(cell, seed, plan), words)))
        runs[-1].measure()
    done = [run for run in runs if run.state == "done"]
    cell.n_runs = len(done)
    cell.n_met = sum(number(cell.worst) is not None and run.is_met for run in done)
    others = [run for run in runs if run.state != "done"]  # one that is left or failed speaks for all
    cell.run = others[0] if others else sorted(done, key=lambda run: (-(run.cost or 0), run.paths))[len(done) // 2]


def state(cell):
    return cell.run.state if cell.run else "absent" if cell.is_absent else "left"


def ours(cell):
    """The run that is shown; None: there is no result."""
    return cell.run if state(cell) == "done" else None


def word(cell):
    """"proven", "cut", ...; see docs/bench.md."""
    run = ours(cell)
    if not run:
        return {"absent": "", "failed": "failed", "left": "left"}[state(cell)]
    if run.cost is None:
        return "cut" if run.is_cut else "none"
    for holds, name in ((run.is_doubted, "differs"), (run.is_predicted, "predicted"), (not run.is_verified, "unchecked"),
                        (run.is_proven, "proven"), (run.is_cut, "cut")):
        if holds:
            return name
    return "found"


# ---- one number of a cell, for figures and charts ----


def measured(cell, measure_name):
    """(the number, whether it is a bound: the worst was not found, it takes more than that); (None, False): unknown."""
    run = ours(cell) if cell else None
    if not run:
        return None, False
    if measure_name == "ratio":
        worst = number(cell.worst)
        return (run.cost / worst if run.cost is not None and worst else None), False
    return (run.paths if measure_name == "paths" else run.seconds), not run.is_met


def papers(cell, measure_name):
    """The paper's; its own worst counts for the paper: it may have had another program."""
    if measure_name != "ratio":
        return number(cell.paths if measure_name == "paths" else cell.seconds)
    cost, worst = number(cell.cost), number(cell.claimed) or number(cell.worst)
    return cost / worst if cell.has_cost and cost is not None and worst else None


def largest(cells, row, column):
    """The cell of the largest size; None: there is none."""
    return max((cell for cell in cells if cell.row is row and cell.column is column), key=lambda cell: cell.size, default=None)


class Mean:
    """Over the programs of a column; None where no program has the number."""

    def __init__(self, table, cells, column):
        shown = [cell for row in table.rows if (cell := largest(cells, row, column))]
        mean = lambda values: sum(values) / len(values) if values else None
        found = [x for cell in shown if (x := measured(cell, table.figure.shows)[0]) is not None]
        self.ours, self.n, self.n_all = mean(found), len(found), len(shown)
        self.paper = mean([x for cell in shown if (x := papers(cell, table.figure.shows)) is not None])


# ---- JSON ----


def json_of_cell(cell):
    run = ours(cell)
    found = run and {"cost": run.cost, "proven": run.is_proven, "predicted": run.is_predicted, "cut": run.is_cut,
                     "verified": run.is_verified, "paths": run.paths, "feasible": run.feasible,
                     "infeasible": run.infeasible, "queries": run.queries, "seconds": run.seconds,
                     "runs": cell.n_runs, "met": cell.n_met, "command": run.child.command}
    return {"program": cell.row.program.name, "column": cell.column.name, "size": cell.size, "worst": cell.worst,
            "paper": {"cost": cell.cost, "paths": cell.paths, "seconds": cell.seconds}, "state": state(cell),
            "why": cell.run.why if cell.run else None, "old": bool(cell.run and cell.run.child.is_old),
            "other_build": bool(cell.run and cell.run.child.is_other), "ours": found}
