"""Checks src/ against the rules of layers.txt: who includes whom, where foreign
headers and certain words may appear, how long a file may be.

    layers.py [ROOT]     prints one line per violation, exit code 1 if there is any
"""

import fnmatch
import pathlib
import re
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.M)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
COMMENT_OR_LITERAL = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)


class Rules:
    """The rows of layers.txt."""

    def __init__(self, text):
        self.folders = {}  # name -> names it may include
        self.headers = []  # foreign ones: (pattern, patterns of files)
        self.private = {}  # of ours -> patterns of files
        self.words = {}  # word -> patterns of files
        self.max_lines = None
        for line in text.splitlines():
            line = line.split("#")[0].strip()
            if line:
                self.add(line)

    def add(self, line):
        kind, rest = line.split(None, 1)
        if kind == "lines":
            self.max_lines = int(rest)
            return
        names, _, allowed = rest.partition(":")
        for name in names.split():
            if kind == "folder":
                self.folders[name] = {name, *allowed.split()}
            elif kind == "header":
                self.headers.append((name, allowed.split()))
            elif kind == "private":
                self.private[name] = allowed.split()
            elif kind == "word":
                self.words[name] = allowed.split()
            else:
                raise ValueError(f"layers.txt: '{line}'")


def blank(match):
    """Same number of lines, nothing in them."""
    return "\n" * match.group().count("\n") or " "


def is_allowed(path, patterns):
    return any(fnmatch.fnmatchcase(path, p) for p in patterns)


def own_include(rules, folder, target):
    """What is wrong with #include "target" in a file of the folder, or None."""
    first = target.split("/")[0]
    if "/" not in target or ".." in target.split("/"):
        return f'"{target}" does not begin with its folder'
    if first not in rules.folders:
        return f'"{target}" is in no folder of layers.txt'
    if first not in rules.folders[folder]:
        return f'"{target}": {folder} may not use {first}'
    if first != folder and target.endswith("_impl.h"):
        return f'"{target}" is private to {first}'
    return None


def privacy(rules, path, target):
    """What is wrong with including this header of ours in this file, or None."""
    allowed = rules.private.get(target)
    if allowed is None or is_allowed(path, allowed):
        return None
    return f'"{target}" only in: {" ".join(allowed)}'


def includes(text):
    """(line number, "own" header or None, <foreign> header or None) of each #include."""
    code = COMMENT.sub(blank, text)
    for m in INCLUDE.finditer(code):
        yield code.count("\n", 0, m.start()) + 1, *m.groups()


def foreign_headers(files, header, seen):
    """The foreign headers that including one of ours brings along."""
    if header in seen:
        return
    seen.add(header)
    for _, own, foreign in includes(files.get(header, "")):
        if foreign:
            yield foreign
        else:
            yield from foreign_headers(files, own, seen)


def fence(rules, path, header):
    """What is wrong with this foreign header in this file, or None."""
    for pattern, allowed in rules.headers:
        if fnmatch.fnmatchcase(header, pattern) and not is_allowed(path, allowed):
            return f"<{header}> only in: {' '.join(allowed)}"
    return None


def check_includes(rules, files, path):
    folder = path.split("/")[0]
    for line, own, foreign in includes(files[path]):
        if own:
            found = [own_include(rules, folder, own), privacy(rules, path, own)]
            found += [fence(rules, path, h) for h in foreign_headers(files, own, set())]
        else:
            found = [fence(rules, path, foreign)]
        for complaint in filter(None, found):
            yield line, complaint


def check_words(rules, path, text):
    code = COMMENT_OR_LITERAL.sub(blank, text)
    for m in re.finditer(r"\b[A-Za-z_]\w*", code):
        if m.group() in rules.words and not is_allowed(path, rules.words[m.group()]):
            yield code.count("\n", 0, m.start()) + 1, f"'{m.group()}' may not be used here"


def check_file(rules, files, path):
    """Yields (line number, complaint)."""
    if "/" not in path or path.split("/")[0] not in rules.folders:
        yield 1, "is in no folder of layers.txt"
        return
    n_lines = files[path].count("\n")
    if rules.max_lines and n_lines > rules.max_lines:
        yield n_lines, f"has {n_lines} lines, more than {rules.max_lines}"
    yield from check_includes(rules, files, path)
    yield from check_words(rules, path, files[path])


def check_tree(root):
    """The complaints about ROOT/src under ROOT/test/layers.txt, as lines of text."""
    rules = Rules((root / "test/layers.txt").read_text())
    src = root / "src"
    files = {f.relative_to(src).as_posix(): f.read_text()
             for f in sorted(src.rglob("*")) if f.suffix in (".c", ".h", ".def")}
    complaints = [f"src/{path}:{line}: {what}"
                  for path in files for line, what in check_file(rules, files, path)]
    return complaints if files else ["src: no files found"]


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    found = check_tree(where if len(sys.argv) > 1 else where.parent.parent)
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
