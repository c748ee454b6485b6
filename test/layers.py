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
        self.headers = []  # (pattern, patterns of files)
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


def foreign_include(rules, path, target):
    for pattern, files in rules.headers:
        if fnmatch.fnmatchcase(target, pattern) and not is_allowed(path, files):
            return f"{target} only in: {' '.join(files)}"
    return None


def check_file(rules, path, text):
    """Yields (line number, complaint)."""
    folder = path.split("/")[0]
    if folder not in rules.folders or "/" not in path:
        yield 1, "is in no folder of layers.txt"
        return
    n_lines = text.count("\n")
    if rules.max_lines and n_lines > rules.max_lines:
        yield n_lines, f"has {n_lines} lines, more than {rules.max_lines}"
    code = COMMENT.sub(blank, text)
    for m in INCLUDE.finditer(code):
        own, foreign = m.groups()
        complaint = own_include(rules, folder, own) if own else None
        complaint = complaint if complaint else foreign_include(rules, path, own or foreign)
        if complaint:
            yield code.count("\n", 0, m.start()) + 1, complaint
    code = COMMENT_OR_LITERAL.sub(blank, text)
    for m in re.finditer(r"\b[A-Za-z_]\w*", code):
        if m.group() in rules.words and not is_allowed(path, rules.words[m.group()]):
            yield code.count("\n", 0, m.start()) + 1, f"'{m.group()}' may not be used here"


def check_tree(root):
    """The complaints about ROOT/src under ROOT/test/layers.txt, as lines of text."""
    rules = Rules((root / "test/layers.txt").read_text())
    complaints, n_files = [], 0
    for file in sorted((root / "src").rglob("*.[ch]")) + sorted((root / "src").rglob("*.def")):
        path = file.relative_to(root / "src").as_posix()
        n_files += 1
        for line, what in check_file(rules, path, file.read_text()):
            complaints.append(f"src/{path}:{line}: {what}")
    if n_files == 0:
        complaints.append("src: no files found")
    return complaints


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    found = check_tree(where if len(sys.argv) > 1 else where.parent.parent)
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
