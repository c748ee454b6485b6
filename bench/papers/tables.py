"""tables.py: a bench on a terminal, in lines of fixed columns, so that each can be printed when its cell is done."""

import itertools

import cells
from paper import MEASURES, number


def figure_text(figure):
    if isinstance(figure, str):
        return figure
    if figure is None:
        return "-"
    return f"{figure:.0f}" if figure == int(figure) or figure >= 1000 else f"{figure:.4g}"


def seconds_text(s):
    return f"{s:.4f}" if s < 0.1 else f"{s:.2f}" if s < 10 else f"{s:.1f}" if s < 1000 else f"{s:.0f}"


def ratio_text(ours, paper, unit=""):
    """"0.92", "26", "1200"; "-" where one is not known."""
    if ours is None or not paper:
        return "-"
    return (f"{ours / paper:.2f}" if ours / paper < 10 else f"{ours / paper:.0f}") + unit


def table_head(table):
    return f"\ntable {table.name}: {table.title}"


def name_width(table):
    return max((len(column.name) for column in table.columns), default=0)


def row_head(table, program):
    width = name_width(table)
    met = "   met" if any(column.is_random for column in table.columns) else ""
    names = "".join(f"{name:>{n}}" for name, n in (("N", 5), ("worst", 10), ("paper", 8), ("ours", 10), ("ratio", 6)))
    return (f"\n{program.name}: {program.title}; {program.cost}\n" + " " * (width + 10) +
            "cost ------------------------           paths -----------  seconds ---------------\n" +
            " " * width + f"{names} {'':9}" +
            "".join(f"{name:>{n}}" for name, n in (("paper", 6), ("ours", 9), ("ratio", 6), ("paper", 9), ("ours", 8),
                                                   ("faster", 9))) + met)


def cell_line(cell):
    run, worst = cells.ours(cell), number(cell.worst)
    cost = run and run.cost
    is_finished = run and not run.is_cut
    seconds = run and run.seconds
    # Only the times of searches that finished and found the worst case are compared.
    paper_seconds = number(cell.seconds) if is_finished and run.is_met and seconds is not None else None
    columns = [f"{cell.column.name:{name_width(cell.table)}}", f"{cell.size:5}", f"{figure_text(cell.worst):>10}",
               f"{figure_text(cell.cost):>8}", f"{'-' if cost is None else cost:>10}", f"{ratio_text(cost, worst):>6}",
               f" {cells.word(cell):9}", f"{figure_text(cell.paths):>6}", f"{run.paths if run else '-':>9}",
               f"{ratio_text(run.paths if is_finished else None, number(cell.paths)):>6}",
               f"{figure_text(cell.seconds):>9}", f"{'-' if seconds is None else seconds_text(seconds):>8}",
               f"{ratio_text(paper_seconds or None, max(seconds or 0, 1e-3), 'x'):>9}"]
    return "".join(columns) + (f"{cell.n_met:4}/{cell.n_runs}" if cell.n_runs > 1 and worst is not None else "")


def note_lines(row_cells):
    """What several cells share is said once."""
    reasons = [(cell, cell.run.why) for cell in row_cells if cell.run and cell.run.why]
    for why, group in itertools.groupby(reasons, key=lambda pair: pair[1]):
        cell = next(group)[0]
        yield f"  {cell.column.name} at {cell.size}: {why}"
    for note in row_cells[0].row.notes:
        yield f"  note: {note}"


# ---- figures ----


def measure_text(name, x, is_bound=False):
    """"12", "0.973", ">12": the worst was not found."""
    if x is None:
        return "-"
    return (">" if is_bound else "") + (f"{x:.3f}" if name == "ratio" else f"{x:.0f}" if x == int(x) else f"{x:.3g}")


def variants(table, shown):
    """[(row, its first cell, [for each column (number, whether it is a bound, increase or None)])]"""
    figure = table.figure
    for row in table.rows:
        at = [cells.largest(shown, row, column) for column in table.columns]
        if not any(at):
            continue
        base, is_open = (cells.measured(cells.largest(shown, row, figure.against), figure.shows) if figure.against
                         else (None, False))
        numbers = [cells.measured(cell, figure.shows) for cell in at]
        yield row, next(filter(None, at)), [
            (x, is_bound, None if x is None or base is None or is_open else x - base) for x, is_bound in numbers]


def has_increase(table, column):
    return table.figure.against is not None and column is not table.figure.against


def variant_lines(table, shown):
    """Programs from above to below, variants from left to right."""
    width = max(len(row.program.name) for row in table.rows)
    widths = [max(len(column.name) + 2, 10) for column in table.columns]
    yield f"{'':{width}}{'N':>6}" + "".join(
        f"{column.name:>{n}}" + (f"{'increase':>10}" if has_increase(table, column) else "")
        for column, n in zip(table.columns, widths))
    for row, first, numbers in variants(table, shown):
        yield f"{row.program.name:{width}}{first.size:6}" + "".join(
            f"{measure_text(table.figure.shows, x, is_bound):>{n}}" +
            (f"{measure_text(table.figure.shows, more, is_bound):>10}" if has_increase(table, column) else "")
            for column, n, (x, is_bound, more) in zip(table.columns, widths, numbers))


def mean_lines(table, shown):
    width, name = name_width(table), table.figure.shows
    yield f"{'':{width}}{'ours':>10}{'programs':>10}{'paper':>10}"
    for column in table.columns:
        mean = cells.Mean(table, shown, column)
        if mean.n_all:
            yield (f"{column.name:{width}}{measure_text(name, mean.ours):>10}{mean.n:7}/{mean.n_all} "
                   f"{measure_text(name, mean.paper):>10}")


def figure_lines(table, shown):
    figure = table.figure
    mean = "mean over the programs: " if figure.by_column else ""
    yield f"\nfigure {figure.name} ({table.name}): {mean}{MEASURES[figure.shows]}"
    yield from mean_lines(table, shown) if figure.by_column else variant_lines(table, shown)


def sum_line(all_cells):
    done = [cell for cell in all_cells if cells.state(cell) == "done"]
    known = [cell for cell in done if number(cell.worst) is not None]
    n_old = sum(cell.run.child.is_old for cell in done)
    n_other = sum(cell.run.child.is_other for cell in done)
    other = f", {n_other} with another build of nadir: --again" if n_other else ""
    text = f"\n{len(done)} cells measured" + (f" ({n_old} of them before{other})" if n_old else "")
    text += f", the worst cost met in {sum(cell.run.is_met for cell in known)} of {len(known)}"
    for state, words in (("failed", "failed"), ("absent", "not by a strategy of nadir"),
                         ("left", "left: the same command goes on")):
        n = sum(cells.state(cell) == state for cell in all_cells)
        text += f"; {n} {words}" if n else ""
    return text
