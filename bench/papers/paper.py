"""paper.py: the tables of a published evaluation, as bench/NAME/paper.json describes them.

    {"paper": "PySE", "title": …, "where": …, "computer": …, "limit": …,
     "programs": {"bst_build": {"title": …, "file": "../examples/bst_build.c",
                                "call": "bst_build(int key[N], N)", "cost": "branches"}, …},
     "tables": [
       {"name": "1", "title": …, "time": "search",
        "columns": [{"name": "wise", "strategy": "wise", "options": ["--train", "3,4"]}, …],
        "rows": [
          {"program": "bst_build", "sizes": [3, 4], "worst": [3, 6],
           "figures": {"wise": {"paths": [1, 1], "seconds": [0, "OOT"]}, …},
           "options": {"wise": ["--set", "policy.keep=all"]}, "notes": [ … ]}, …]}, …]}

Files are relative to the folder "bench".  Lists of figures go along with the sizes.  A figure is a number, ">=N" for a
bound, the paper's own word where it has neither, or null.  A program may have "options" for nadir.  A row may have: "runs",
the sizes that our program wants where the paper's are others; "worst", the true worst costs; "claimed", what the paper takes
for them, where it does not give costs by column; "options" by column, after those of the column.  A column without a strategy
is only shown.  "time" says what the paper's seconds are: those of the "search" alone, or of "all" that was needed, training
included.  A column with a "phase" has the seconds of that part of the work of models alone: "building", "predicting",
"solving".  A "random" column is measured with several seeds, each until the worst is met where that is known.  A row without
"figures" has a cell in every column.

A figure is a table of variants, each a column with its options:

    "figure": {"name": "7", "shows": "paths", "by": "program", "against": "advanced"}

shows what MEASURES has: for each "program" the columns side by side, or for each "column" the mean over the programs.  With
"against", the increase over that column is shown, too.  Several tables may be parts of one figure.  "limit_seconds" is the
paper's limit for a run as a number, "seeds" how many runs of what is random the paper had, if not 5.

Tables are written by hand, so errors name the table, the row and the member.
"""

import json

MEASURES = {"paths": "paths until the worst cost was found",
            "seconds": "seconds until the worst cost was found",
            "ratio": "cost found, divided by the worst"}


class Problem(Exception):
    """What nadir says before it ends: a mistake on the command line (usage), or a file that is wrong."""

    def __init__(self, text, usage=False, prefix=""):
        super().__init__(prefix + text)
        self.usage = usage


def read_json(path):
    try:
        text = path.read_text()
    except OSError as error:
        raise Problem(f"cannot read '{path}': {error.strerror}", prefix="nadir: ") from None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Problem(f"{path}:{error.lineno}: {error.msg}") from None


class Reader:
    """A JSON object, taken member by member; what is missing or of another kind is a Problem that names the place."""

    def __init__(self, where, value):
        self.where = where
        self.value = value if isinstance(value, dict) else {}

    def wrong(self, text):
        return Problem(f"{self.where}: {text}")

    def take(self, key, kinds, name, needed):
        value = self.value.get(key)
        if value is None:
            if needed:
                raise self.wrong(f"'{key}' is missing")
        elif not isinstance(value, kinds) or isinstance(value, bool):
            raise self.wrong(f"'{key}' is no {name}")
        return value

    def text(self, key, needed=False):
        return self.take(key, str, "text", needed)

    def count(self, key, standard=0):
        value = self.take(key, int, "count", False)
        if value is not None and value < 0:
            raise self.wrong(f"'{key}' is no count")
        return standard if value is None else value

    def list(self, key, needed=False):
        return self.take(key, list, "list", needed)

    def texts(self, key):
        texts = self.list(key) or []
        if not all(isinstance(text, str) for text in texts):
            raise self.wrong(f"'{key}' has an element that is no text")
        return texts

    def one_of(self, key, names):
        value = self.text(key, True)
        if value not in names:
            raise self.wrong(f"'{key}' is neither " + " nor ".join(f'"{name}"' for name in names))
        return value

    def figure(self, key, i, n):
        """Element i of a list that goes along with the n sizes; None if there is no list."""
        figures = self.list(key)
        if figures is None:
            return None
        if len(figures) != n:
            raise self.wrong(f"'{key}' has {len(figures)} figures for {n} sizes")
        if figures[i] is not None and (not isinstance(figures[i], (int, float, str)) or isinstance(figures[i], bool)):
            raise self.wrong(f"'{key}' has an element that is no figure")
        return figures[i]

    def size(self, key, i, n):
        if self.value.get(key) is None:
            return None
        size = number(self.figure(key, i, n))
        if size is None or size < 1:
            raise self.wrong(f"'{key}' has an element that is no size")
        return int(size)


def number(figure):
    """The number of a figure, also of a bound; None if it has none."""
    if isinstance(figure, str):
        try:
            return float(figure[2:]) if figure.startswith(">=") else None
        except ValueError:
            return 0.0
    return figure


class Program:
    def __init__(self, where, name, value):
        reader = Reader(f"{where}: program '{name}'", value)
        self.name = name
        self.title = reader.text("title", True)
        self.file = reader.text("file", True)
        self.cost = reader.text("cost", True)
        self.options = reader.texts("options")
        self.call = reader.text("call")  # None: the file has a main


class Column:
    def __init__(self, where, value):
        reader = Reader(where, value)
        self.name = reader.text("name", True)
        self.strategy = reader.text("strategy")  # None: nothing that nadir could run
        self.options = reader.texts("options")
        self.phase = reader.text("phase")  # of which the seconds are; None: what the table says
        self.is_random = reader.value.get("random") is True
        if self.phase not in (None, "building", "predicting", "solving"):
            raise reader.wrong(f"there is no phase '{self.phase}'")


class Cell:
    """A program, a column, a size: what the paper says, and later what was measured (cells.py)."""

    def __init__(self, table, row, column, reader, figures, i, n):
        self.table, self.row, self.column = table, row, column
        self.size = reader.size("sizes", i, n)  # as the paper counts it
        self.run_size = reader.size("runs", i, n) or self.size  # as our program does
        self.worst = reader.figure("worst", i, n)  # what is true
        self.claimed = reader.figure("claimed", i, n)  # what the paper takes for the worst
        figures = Reader(reader.where, figures)
        self.has_cost = figures.value.get("cost") is not None  # of the column, not what is claimed
        self.cost = figures.figure("cost", i, n) if self.has_cost else self.claimed
        self.paths = figures.figure("paths", i, n)
        self.seconds = figures.figure("seconds", i, n)
        self.run = None  # that is shown
        self.n_runs = self.n_met = 0  # with different seeds; that found the worst
        self.is_absent = False  # nadir has no such strategy


class Row:
    def __init__(self, where, value, paper, table):
        name = Reader(where, value).text("program", True)
        reader = Reader(f"{where}, {name}", value)
        if name not in paper.programs:
            raise reader.wrong(f"there is no program '{name}'")
        self.program = paper.programs[name]
        self.notes = reader.texts("notes")
        columns = {column.name for column in table.columns}
        for key in ("options", "figures"):
            if not set(reader.value.get(key) or {}) <= columns:
                raise reader.wrong(f"'{key}' of a column that the table does not have")
        options = Reader(reader.where, reader.value.get("options"))
        self.options = {column.name: options.texts(column.name) for column in table.columns}
        n = len(reader.list("sizes", True))
        figures = reader.value.get("figures")
        self.cells = [Cell(table, self, column, reader, (figures or {}).get(column.name), i, n)
                      for column in table.columns if not figures or column.name in figures for i in range(n)]


class Figure:
    """What a table shows that is a figure of the paper."""

    def __init__(self, where, value, table):
        if not isinstance(value, dict):
            raise Problem(f"{where}: 'figure' is no object")
        reader = Reader(where, value)
        self.name = reader.text("name", True)
        self.shows = reader.text("shows", True)
        if self.shows not in MEASURES:
            raise reader.wrong(f"a figure cannot show '{self.shows}', only {', '.join(MEASURES)}")
        self.by_column = reader.one_of("by", ("program", "column")) == "column"
        against = reader.text("against")
        self.against = next((column for column in table.columns if column.name == against), None)
        if against and not self.against:
            raise reader.wrong(f"'against' names no column: '{against}'")


class Table:
    def __init__(self, path, value, paper):
        self.name = Reader(path, value).text("name", True)
        reader = Reader(f"{path}: table {self.name}", value)
        self.title = reader.text("title", True)
        self.times_all = reader.one_of("time", ("search", "all")) == "all"  # else: the search alone
        self.columns = [Column(reader.where, column) for column in reader.list("columns", True)]
        figure = reader.value.get("figure")
        self.figure = None if figure is None else Figure(reader.where, figure, self)
        self.rows = [Row(reader.where, row, paper, self) for row in reader.list("rows", True)]


class Paper:
    def __init__(self, path):
        reader = Reader(path, read_json(path))
        self.name = reader.text("paper", True)
        self.title = reader.text("title", True)
        self.where = reader.text("where", True)
        self.computer = reader.text("computer", True)
        self.limit = reader.text("limit", True)
        self.limit_seconds = reader.count("limit_seconds")  # 0: not known
        self.n_seeds = reader.count("seeds", 5)
        if not 1 <= self.n_seeds <= 1000:
            raise reader.wrong("'seeds' is not from 1 to 1000")
        programs = reader.value.get("programs")
        if not programs:
            raise reader.wrong("'programs' is missing")
        self.programs = {name: Program(path, name, value) for name, value in programs.items()}
        self.tables = [Table(path, value, self) for value in reader.list("tables", True)]
