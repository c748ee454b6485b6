"""page.py: the page of a bench: what was measured beside what the paper says, with charts.

Ours are solid lines with marks, the paper's dotted ones.  Paths and times span many powers of ten, so their axis is
logarithmic.  What did not find the worst has an arrow upwards: it would have taken more.
"""

import pathlib
from html import escape

import cells
import plot
import study as coverage
import tables
from paper import MEASURES

Y_LABELS = {"paths": "paths", "seconds": "seconds", "ratio": "cost / worst"}


def style_sheet():
    """That of nadir's pages: beside this file where nadir is installed."""
    here = pathlib.Path(__file__).resolve().parent
    for path in (here / "page.css", here.parent.parent / "src/report/page.css"):
        if path.exists():
            return path.read_text()
    return ""


def whole_page(title, lead, body):
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>
{style_sheet()}</style>
</head>
<body>
<main>
<header>
<p class="kind">bench</p>
<h1>{escape(title)}</h1>
{lead}</header>
{body}</main>
</body>
</html>
"""


def row_of(head, numbers):
    """A row of a table; the numbers are HTML."""
    return f'<tr><th scope="row">{head}</th>' + "".join(f'<td class="n">{x}</td>' for x in numbers) + "</tr>\n"


def table_of(heads, rows, of_texts=0):
    """A table; of_texts: so many columns before those of numbers."""
    head = "".join(f"<th{'' if i < max(of_texts, 1) else ' class=' + chr(34) + 'n' + chr(34)}>{escape(name)}</th>"
                   for i, name in enumerate(heads))
    return (f'<div class="wide"><table class="bench"><thead><tr>{head}</tr></thead>\n<tbody>\n' + "".join(rows) +
            "</tbody></table></div>\n")


def number_html(x, is_bound=False, write=plot.real):
    return "–" if x is None else ("&gt; " if is_bound else "") + write(x)


def figure_html(figure):
    return escape(figure) if isinstance(figure, str) else number_html(figure)


# ---- a paper's table ----


def cell_row(cell):
    run = cells.ours(cell)
    name = escape(cell.column.name)
    link = f'<a href="{escape(run.child.name)}/report.html">{name}</a>' if run else name
    met = f"{cell.n_met} of {cell.n_runs}" if run and isinstance(cell.worst, (int, float, str)) and cell.n_runs else ""
    return row_of(link, [plot.count(cell.size), figure_html(cell.worst), figure_html(cell.cost),
                         number_html(run and run.cost), cells.word(cell), figure_html(cell.paths),
                         number_html(cells.measured(cell, "paths")[0]), figure_html(cell.seconds),
                         number_html(cells.measured(cell, "seconds")[0], write=plot.seconds), met])


def tip(cell, measure, y, name):
    unit = "of the worst cost" if measure == "ratio" else measure
    met = f"; {cell.n_met} of {cell.n_runs} runs found the worst" if cell.n_runs > 1 else ""
    return f"{name}, N = {plot.count(cell.size)}: {plot.real(y)} {unit}{met}"


def chart(title, measure, lines, x_label, **size):
    """lines: [(name, look, [(x, cell)])], x_names in size where x is an index.  "": nothing is known."""
    points = []  # (x, y, cell or None: the paper's, whether it is a bound), line by line
    for _, _, at in lines:
        ours = [(x, y, cell, bound) for x, cell in at for y, bound in [cells.measured(cell, measure)] if y is not None]
        papers = [(x, y, None, False) for x, cell in at if (y := cells.papers(cell, measure)) is not None]
        points.append((ours, papers))
    everything = [point for ours, papers in points for point in ours + papers]
    if not everything:
        return ""
    names, xs = size.pop("x_names", None), [point[0] for point in everything]
    x = plot.Axis(xs, is_log=max(xs) >= 8 * min(xs), is_whole=True, names=names)
    y = plot.Axis([point[1] for point in everything], low=0, is_log=measure != "ratio", is_whole=measure == "paths")
    p = plot.Plot(title, x, y, x_label, Y_LABELS[measure], **size)
    for (_, (classes, _), _), (ours, papers) in reversed(list(zip(lines, points))):
        p.line(f"{classes} paper", [point[:2] for point in papers])
        p.line(f"{classes} ours", [point[:2] for point in ours])
    for (name, (classes, mark), _), (ours, _) in zip(lines, points):
        for x, y, cell, is_bound in ours:
            p.point("at least" if is_bound else mark, f"{classes} ours", (x, y), tip(cell, measure, y, name))
    return p.text()


def size_charts(table, found, row):
    """A program: each measure against the size, a line for each column."""
    of_row = [cell for cell in found if cell.row is row]
    if len({cell.size for cell in of_row}) < 2:
        return ""  # one alone makes no line
    lines = [(column.name, plot.look(i), [(cell.size, cell) for cell in of_row if cell.column is column])
             for i, column in enumerate(table.columns)]
    has = {m: any(cells.papers(cell, m) is not None for cell in found) for m in ("paths", "seconds")}
    shown = [m for m in has if has[m]] + ([] if has["paths"] else ["ratio"] + ([] if has["seconds"] else ["seconds"]))
    charts = "".join(chart(f"{row.program.name}: {MEASURES[m]}", m, lines, "N") for m in shown)
    keys = "".join(plot.key(mark, f"{classes} ours", name) for name, (classes, mark), at in lines if at)
    return (f'<figure class="pair">\n{charts}<figcaption>{keys}<br>Dotted: the paper\'s. An arrow upwards: the worst cost was '
            "not found.</figcaption></figure>\n")


def row_section(table, found, row):
    notes = "".join(f"<p><small>{escape(note)}</small></p>\n" for note in row.notes)
    heads = ("", "N", "worst", "cost: paper", "ours", "", "paths: paper", "ours", "seconds: paper", "ours", "runs that met it")
    return (f"<h3>{escape(row.program.name)} <small>{escape(row.program.title)}, {escape(row.program.cost)}</small></h3>\n" +
            size_charts(table, found, row) + table_of(heads, [cell_row(cell) for cell in found if cell.row is row]) + notes)


# ---- a paper's figure ----


def means(table, found):
    shown = [(column, mean) for column in table.columns if (mean := cells.Mean(table, found, column)).n_all]
    most = max([x for _, mean in shown for x in (mean.ours, mean.paper) if x is not None], default=1e-9) or 1e-9

    def bar(mean):
        rects = [f'<rect class="paper" width="{100 * mean.paper / most:.2f}" height="10"/>' if mean.paper is not None else "",
                 f'<rect class="c0" y="2.5" width="{100 * mean.ours / most:.2f}" height="5"/>' if mean.ours is not None else ""]
        return ('<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">' + "".join(rects) +
                "</svg>")

    rows = [row_of(escape(column.name), [bar(mean), number_html(mean.ours), f"{mean.n} of {mean.n_all}", number_html(mean.paper)])
            for column, mean in shown]
    return (table_of(("", "", "ours", "programs", "paper"), rows, 2) +
            "<p><small>Blue: ours; grey: the paper's. Means over the programs.</small></p>\n")


def variants(table, found):
    lines = [(row.program.name, plot.look(i), [(k, cell) for k, column in enumerate(table.columns)
                                               if (cell := cells.largest(found, row, column))])
             for i, row in enumerate(table.rows)]
    picture = chart(table.title, table.figure.shows, lines, table.title, width=720, height=340,
                    x_names=[column.name for column in table.columns])
    keys = "".join(plot.key(mark, f"{classes} ours", name) for name, (classes, mark), at in lines if at)
    heads = ["", "N"] + [name for column in table.columns for name in
                         ([column.name, "increase"] if tables.has_increase(table, column) else [column.name])]
    rows = []
    for row, first, numbers in tables.variants(table, found):
        shown = [plot.count(first.size)]
        for column, (x, is_bound, more) in zip(table.columns, numbers):
            shown.append(number_html(x, is_bound))
            shown += [number_html(more, is_bound)] if tables.has_increase(table, column) else []
        rows.append(row_of(escape(row.program.name), shown))
    return (f"<figure>\n{picture}<figcaption>{keys}<br>An arrow upwards: the worst cost was not found, it would take more."
            "</figcaption>\n</figure>\n" + table_of(heads, rows))


def table_section(table, found):
    figure = table.figure
    name = f"Figure {figure.name}, table {table.name}" if figure else f"Table {table.name}"
    text = f"<section>\n<h2>{escape(name)}: {escape(table.title)}</h2>\n"
    if figure:
        text += f"<p>{escape(MEASURES[figure.shows])}; where a run is random, of the run in the middle.</p>\n"
        text += means(table, found) if figure.by_column else variants(table, found)
    return text + "".join(row_section(table, found, row) for row in table.rows
                          if any(cell.row is row for cell in found)) + "</section>\n"


def of_paper(paper, facts, shown):
    """shown: [(table, its cells)]; links lead to the pages of the cells, in folders beside the page's file."""
    all_facts = {"the paper's computer": paper.computer, "its limit": paper.limit, **facts}
    lead = (f"<p>{escape(paper.title)} ({escape(paper.where)})</p>\n" + '<dl class="facts">\n' + "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>\n" for name, value in all_facts.items()) + "</dl>\n")
    return whole_page(f"{paper.name}, measured again", lead, "".join(table_section(table, found) for table, found in shown))


# ---- a study ----

# (title, unit, of states, of what stands beside Homi): 1 and 2 of the paper have the best orders and what is over the best of
# them, and here nadir's own; 3 what is over the best, and that one.
FIGURES = (("Figure 1: covered sides over time", "sides covered", False, False),
           ("Figure 2: states over time", "states", True, False),
           ("Figure 3: beside pruning at random and restarts", "sides covered", False, True))


def covered_section(study):
    programs = [program for program in study.programs if study.of(program)]
    rows = []
    for method in study.methods:
        numbers = []
        for program in programs:
            run = study.median(program, method)
            text = plot.count(run.covered) if run else "–"
            text = f"<b>{text}</b>" if run and method is study.best(program) else text
            numbers.append(f'<a href="{escape(run.child.name)}/cover.html">{text}</a>' if run else text)
        rows.append(row_of(escape(method.name), numbers))
    return ("<section><h2>Sides of branches covered</h2>\n" + table_of(["", *(p.name for p in programs)], rows) +
            "<p>Each number is the run in the middle of those with different seeds. The best plain order of a program is bold; "
            "methods over the best are over that one.</p></section>\n")


def shown_runs(study, program, beside_homi):
    """[(number of the method, its name, its run in the middle)]"""
    top = study.top(program, 1 if beside_homi else coverage.TOP)
    for i, method in enumerate(study.methods):
        is_shown = method.over == "best" if beside_homi else method.over == "own" or method is study.subject
        run = study.median(program, method)
        if run and (is_shown or method in top):
            yield i, method.name, run


def study_figure(study, program, title, unit, of_states, beside_homi):
    runs = list(shown_runs(study, program, beside_homi))
    curves = [[(point[0], point[2 if of_states else 1]) for point in run.curve] for _, _, run in runs]
    points = [point for curve in curves for point in curve]
    if not any(x > 0 for x, _ in points) or (beside_homi and len(runs) < 2):
        return ""
    p = plot.Plot(title, plot.Axis([x for x, _ in points], low=0), plot.Axis([1, *(y for _, y in points)], low=0, is_whole=True),
                  "seconds", unit, width=720, height=320)
    keys = ""
    for (i, name, _), curve in zip(runs, curves):
        classes, mark = plot.look(i)
        keys += plot.key(mark, classes, name)
        p.line(classes, curve)
        if curve:
            p.point(mark, classes, curve[-1])
    return f'<h3>{title}</h3>\n{p.text()}<p class="legend">{keys}</p>\n'


def of_study(study, plan):
    lead = (f"<p>{escape(study.title)} ({escape(study.where)})</p>\n<p>{plot.seconds(plan.budget)} and {escape(study.memory)} for "
            f"each run, {plan.n_seeds} seed{'' if plan.n_seeds == 1 else 's'} each; a run of the paper had "
            f"{plot.seconds(study.limit_seconds)}. nadir {escape(plan.build)}</p>\n")
    body = covered_section(study)
    for table in coverage.tables(study):
        rows = [row_of(escape(row[0]), map(escape, row[1:])) for row in table.rows]
        body += f"<section><h2>{escape(table.title)}</h2>\n<p>{escape(table.about)}</p>\n{table_of(table.head, rows)}</section>\n"
    for program in study.programs:
        if any(study.median(program, method) for method in study.methods):
            body += f"<section><h2>{escape(program.name)}</h2>\n" + "".join(
                study_figure(study, program, *figure) for figure in FIGURES) + "</section>\n"
    return whole_page(f"{study.name}, measured again", lead, body)
