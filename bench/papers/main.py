"""main.py: nadir bench PAPER, which measures a published evaluation again; called by nadir (cli/cmd_bench.c).

The tables are data (paper.py); a paper about coverage is a study (study.py).  A cell is a run of nadir in a process of its own,
so that no cell can spoil another.  Its result is kept, so that a bench that takes hours can be interrupted.
"""

import argparse
import difflib
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import time

import cells
import page
import tables
from child import Plan
from paper import Paper, Problem
from study import Study, tables as study_tables


def usage(text):
    return Problem(text, usage=True, prefix="nadir: ")


def parse():
    """nadir has checked the options, and gives the words as they were typed."""
    parser = argparse.ArgumentParser()
    for name in ("name", "nadir", "build", "strategies", "papers", "table", "figure", "program", "strategy", "size", "budget", "out", "from"):
        parser.add_argument(f"--{name}")
    for name in ("seed", "seeds"):
        parser.add_argument(f"--{name}", type=int, default=1 if name == "seed" else None)
    for name in ("quick", "again", "json"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--programs", default="real")
    parser.add_argument("paper")
    return parser.parse_args()


def find_bench(args):
    """The folder that has NAME/paper.json or NAME/study.json, and that file."""
    for place in [vars(args)["from"]] if vars(args)["from"] else [args.papers, "bench"]:
        for name in ("study.json", "paper.json"):
            path = pathlib.Path(place, args.paper, name)
            if os.access(path, os.R_OK):
                return place, path
        if path.exists() or vars(args)["from"]:
            raise Problem(f"cannot read '{path}': No such file or directory", prefix="nadir: ")
    raise usage(f"there is no paper '{args.paper}': no paper.json in '{args.papers}/{args.paper}'")


def sizes_of(text):
    """1:8,100 and 10:100:10; nadir has checked it."""
    sizes = set()
    for part in text.split(","):
        first, last, step = (list(map(int, part.split(":"))) + [None, None])[:3]
        sizes.update(range(first, (last or first) + 1, step or 1))
    return sizes


def duration(text):
    number, unit = re.fullmatch(r"([0-9.]+)([a-z]*)", text).groups()
    return float(number) * {"ms": 1e-3, "s": 1, "": 1, "m": 60, "h": 3600}[unit]


def check_names(args, paper, strategies):
    if args.strategy and args.strategy not in strategies:
        raise usage(f"there is no strategy '{args.strategy}'; there are {', '.join(strategies)}")
    for what, typed, names in (("table", args.table, [table.name for table in paper.tables]),
                               ("figure", args.figure, [table.figure.name for table in paper.tables if table.figure]),
                               ("program", args.program, list(paper.programs))):
        if typed and typed not in names:
            close = difflib.get_close_matches(typed, names, 1) if what == "program" else []
            there = f"did you mean '{close[0]}'?" if close else f"it has {', '.join(dict.fromkeys(names)) or 'none'}"
            raise usage(f"{paper.name} has no {what} '{typed}'; {there}")


def is_table_wanted(args, table):
    """Figures are long: they are measured if somebody asks for them."""
    if args.table and table.name != args.table:
        return False
    if args.figure:
        return table.figure is not None and table.figure.name == args.figure
    return bool(args.table) or table.figure is None


def wanted_cells(args, strategies, table):
    """Not those of a strategy that neither this nadir nor the paper has."""
    sizes = sizes_of(args.size) if args.size else None
    for row in table.rows:
        for cell in row.cells:
            strategy = cell.column.strategy
            of_both = [c for c in row.cells if c.column is cell.column]
            has_paper = cell.has_cost or cell.paths is not None or cell.seconds is not None
            if (args.program and row.program.name != args.program) or (args.strategy and strategy != args.strategy):
                continue
            if sizes is not None and cell.size not in sizes:
                continue
            if sizes is None and args.quick and cell not in (of_both[0], of_both[-1]):
                continue
            if has_paper or strategy is None or strategy in strategies:
                yield cell


def host_facts():
    """What makes measured times mean something."""
    try:
        cpu = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
        clang = subprocess.run(["clang-19", "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        cpu, clang = None, ""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return {"cpu": cpu.group(1) if cpu else "unknown", "cores": str(os.cpu_count()), "memory": f"{memory:.1f} GB",
            "kernel": platform.release(), "clang": clang.split("\n")[0] or "unknown",
            "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()), "load": f"{os.getloadavg()[0]:.1f} when it began"}


def budget_fact(paper, budget):
    """Figures of less time than the paper gave to its runs are not to be taken for the paper's."""
    scaled = f": scaled down, the paper's limit is {paper.limit_seconds / budget:.0f} times that"
    return f"{budget:g} s for each run" + (scaled if paper.limit_seconds > budget else "")


class Output:
    def __init__(self, args, plan, page_name):
        self.is_silent = args.json  # only the JSON at the end is printed
        pathlib.Path(plan.out).mkdir(parents=True, exist_ok=True)
        self.page = pathlib.Path(plan.out, page_name)

    def say(self, lines):
        if not self.is_silent:
            print(*lines, sep="\n", flush=True)

    def write_page(self, text):
        """After each table, so that a long bench can be looked at."""
        self.page.write_text(text)


def run_paper(args, bench_folder, path, strategies, plan):
    paper = Paper(path)
    check_names(args, paper, strategies)
    plan.n_seeds = args.seeds or (1 if args.quick else paper.n_seeds)
    shown = [(table, found) for table in paper.tables if is_table_wanted(args, table)
             if (found := list(wanted_cells(args, strategies, table)))]
    if not shown:
        raise usage(f"{paper.name} has no such cell")
    bench = Output(args, plan, f"figure-{args.figure}.html" if args.figure else "bench.html")
    facts = dict(host_facts(), nadir=plan.build, seed=str(plan.seed), seeds=f"{plan.n_seeds} for what is random",
                 budget=budget_fact(paper, plan.budget))
    bench.say([f"{paper.title} ({paper.where})", f"paper's  {paper.computer}; limit {paper.limit}",
               *(f"{name:8} {value}" for name, value in facts.items())])
    everything = [cell for _, found in shown for cell in found]
    for table, found in shown:
        if plan.is_stopped:
            break
        bench.say([tables.table_head(table)])
        for row in table.rows:
            of_row = [cell for cell in found if cell.row is row]
            if not of_row or plan.is_stopped:
                continue
            bench.say([tables.row_head(table, row.program)])
            for cell in of_row:
                cells.measure(cell, bench_folder, plan, strategies)
                bench.say([tables.cell_line(cell)])
            if notes := list(tables.note_lines(of_row)):
                bench.say(notes)
        if table.figure:
            bench.say(tables.figure_lines(table, found))
        bench.write_page(page.of_paper(paper, facts, shown))
    bench.say([tables.sum_line(everything), f"page    {bench.page}"])
    if args.json:
        print(json.dumps({"paper": paper.name, "title": paper.title, "facts": facts, "tables": [
            {"name": table.name, "title": table.title, "figure": table.figure and table.figure.name,
             "cells": [cells.json_of_cell(cell) for cell in found]} for table, found in shown]}, indent=2))
    return sum(cells.state(cell) == "failed" for cell in everything), "cells"


def run_study(args, path, plan):
    study = Study(path)
    study.choose(args.program, args.strategy)
    plan.n_seeds = args.seeds or (1 if args.quick else study.n_seeds)
    bench = Output(args, plan, "bench.html")
    for program in study.programs:
        for cell in study.of(program):
            if not plan.is_stopped:
                study.measure(cell, plan, args.programs)
                bench.say([study.line(cell)])
        bench.write_page(page.of_study(study, plan))
    if args.json:
        print(json.dumps(study.json(plan), indent=1))
    else:
        bench.say([*study.lines(), *(line for table in study_tables(study) for line in table.lines()), f"\npage    {bench.page}"])
    return sum(run.state == "failed" for cell in study.cells.values() for run in cell.runs), "runs"


def main(args):
    strategies = args.strategies.split(",")
    folder, path = find_bench(args)
    is_study = path.name == "study.json"
    out = pathlib.Path(args.out or ("nadir-bench-quick" if args.quick else "nadir-bench"), args.paper)
    budget = duration(args.budget) if args.budget else 1 if args.quick else 600 if is_study else 60
    plan = Plan(args.nadir, args.build, str(out), budget, args.seed, 1, args.again)
    plan.stop_at_signals()
    n_failed, what = run_study(args, path, plan) if is_study else run_paper(args, folder, path, strategies, plan)
    if n_failed:
        raise Problem(f"{n_failed} {what} failed")


arguments = parse()
try:
    main(arguments)
except Problem as problem:
    sys.stdout.flush()
    print(problem, file=sys.stderr)
    if problem.usage:
        print(f"try '{arguments.name} help bench'", file=sys.stderr)
    sys.exit(2 if problem.usage else 1)
except BrokenPipeError:
    sys.exit(1)
except OSError as error:
    print(f"nadir: {error}", file=sys.stderr)
    sys.exit(1)
