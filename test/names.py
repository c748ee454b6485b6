"""Checks the names in src/: no type has two definitions, a function is declared where one looks for
it, and somebody calls it.

    names.py [ROOT]     prints one line per violation, exit code 1 if there is any

A function that is not static and is defined in x_y.c is declared in x_y.h, x.h, the header of the
folder (vm/vm.h, base/base.h), a header that only a few files see (*_impl.h), or in a
header of EXCEPTIONS.  Functions that the rows of a table declare have no declaration to find.
"""

import collections
import pathlib
import re
import sys

COMMENT_OR_LITERAL = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)

# A definition: "struct Name {", "} Name;", "typedef … Name;", "typedef … Name(…);".
TYPES = [re.compile(pattern, re.M) for pattern in (
    r"^(?:typedef\s+)?(?:struct|union|enum)\s+(?P<name>\w+)\s*\{",
    r"^\}\s*(?P<name>\w+)\s*;",
    r"^typedef\s+VEC\([^)]*\)\s*(?P<name>\w+)\s*;",
    r"^typedef\s+(?!(?:struct|union|enum)\s+(\w+)\s+\1\s*;)[^;{(]*[\s*](?P<name>\w+)\s*(?:\[[^]]*\])?;",
    r"^typedef\s+[^;{(]*[\s*](?P<name>\w+)\([^;]*;",
    r"^typedef\s+[^;{(]*\(\*(?P<name>\w+)\)\([^;]*;",
)]
FUNCTION = re.compile(
    r"^(?!static\b|typedef\b|extern\b)[A-Za-z_][\w \*]*?\b(?P<name>\w+)\([^;{}]*\)\s*\{", re.M)
DECLARED = re.compile(r"\b([a-z_]\w*)\s*\(")
PROTOTYPE = re.compile(r"^[A-Za-z_][\w \*]*?\b(\w+)\([^;{}]*\)[^;{}]*;", re.M)

# file: (header, why there)
EXCEPTIONS = {
    "code/llvm/gather.c": ("code/program.h", "a program is read, linked and lowered by several files"),
    "code/llvm/kernel.c": ("code/program.h", "the same"),
    "code/llvm/library.c": ("code/program.h", "the same"),
    "code/llvm/link.c": ("code/program.h", "the same"),
    "code/llvm/lower.c": ("code/program.h", "the same"),
    "code/llvm/read.c": ("code/program.h", "the same"),
    "code/llvm/stored.c": ("code/program.h", "the same"),
    "explore/frontier.c": ("explore/leaf.h", "the frontier is all leaves"),
    "explore/loop.c": ("explore/explore.h", "the loop is what explore() is"),
    "expr/eval.c": ("expr/model.h", "evaluation is what models are for"),
    "expr/smt_sort.c": ("expr/parse.h", "sorts are the parser's, its files begin with smt_"),
    "laws/segment.c": ("laws/generator.h", "a generator for a sequence that is still to be cut"),
    "laws/trace_fit.c": ("laws/trace_law.h", "the fitting half of it"),
    "report/worst_json.c": ("report/worst_report.h", "the writing half of it"),
    "solver/chain/chain.c": ("solver/chain/stage.h", "the chain serves its stages"),
    "solver/bytes/stage_bytes.c": ("solver/chain/stage.h", "other stages ask it, too"),
    "vm/choice/choice.c": ("vm/choice/choice.h", "the sides of all choices"),
    "vm/exec/step_bits.c": ("vm/exec/bits.h", "operations on bits, for the step and for tests"),
    "worst/strategy.c": ("search/strategy.h", "the table is above what the strategies use"),
}


def without_comments(text):
    """The same number of lines, code only."""
    return COMMENT_OR_LITERAL.sub(lambda m: "\n" * m.group().count("\n") or " ", text)


def line_of(code, at):
    return code.count("\n", 0, at) + 1


def type_definitions(code):
    """name -> line of its definition in this file."""
    found = {}
    for pattern in TYPES:
        for m in pattern.finditer(code):
            found.setdefault(m.group("name"), line_of(code, m.start("name")))
    return found


def check_types(files):
    where = collections.defaultdict(list)
    for path, code in files.items():
        for name, line in type_definitions(code).items():
            where[name].append(f"src/{path}:{line}")
    for name, places in sorted(where.items()):
        if len(places) > 1:
            yield f"{places[1]}: the type '{name}' is defined here and in {places[0]}"


def is_home(path, header):
    """May a function of this file be declared in this header?"""
    folders, stem = path[:-len(".c")].rsplit("/", 1)
    home, name = header[:-len(".h")].rsplit("/", 1)
    if EXCEPTIONS.get(path, ("",))[0] == header:
        return True
    if home not in (folders, folders.split("/")[0]):
        return False
    return (stem == name or stem.startswith(name + "_") or name == home.split("/")[-1]
            or name.endswith(("_impl", "_int")))


def check_headers(files):
    declared = collections.defaultdict(set)
    for path, code in files.items():
        if path.endswith(".h"):
            for m in DECLARED.finditer(code):
                declared[m.group(1)].add(path)
    for path, code in files.items():
        for m in FUNCTION.finditer(code) if path.endswith(".c") else ():
            headers = declared.get(m.group("name"), set())
            if headers and not any(is_home(path, h) for h in headers):
                yield (f"src/{path}:{line_of(code, m.start('name'))}: '{m.group('name')}' is declared in "
                       f"{' '.join(sorted(headers))}")


def check_calls(files, others):
    """Functions that neither nadir nor the others, tests and benchmarks, mention."""
    mentions = collections.Counter(re.findall(r"\b[a-z_]\w*", "\n".join(files.values())))
    mentioned = set(re.findall(r"\b[a-z_]\w*", others))
    declarations = collections.Counter()
    for path, code in files.items():
        if path.endswith(".h"):
            declarations.update(PROTOTYPE.findall(code))
    for path, code in files.items():
        for m in FUNCTION.finditer(code) if path.endswith(".c") else ():
            name = m.group("name")
            is_called = not declarations[name] or mentions[name] > 1 + declarations[name]
            if not is_called and name not in mentioned:
                yield f"src/{path}:{line_of(code, m.start('name'))}: nobody calls '{name}'"


def check_exceptions(files):
    """Exceptions that nothing needs any more."""
    for path, (header, _) in EXCEPTIONS.items():
        names = {m.group("name") for m in FUNCTION.finditer(files.get(path, ""))}
        if not names & set(DECLARED.findall(files.get(header, ""))):
            yield f"src/{path}: is an exception of names.py for {header}, and needs none"


def read_tree(root):
    src = root / "src"
    return {f.relative_to(src).as_posix(): without_comments(f.read_text())
            for f in sorted(src.rglob("*")) if f.suffix in (".c", ".h", ".inc", ".def")}


def check_tree(root):
    """The complaints about ROOT/src, as lines of text."""
    files = read_tree(root)
    if not files:
        return ["src: no files found"]
    others = "\n".join(f.read_text() for top in ("test", "bench")
                       for f in sorted((root / top).rglob("*.[ch]")))
    return [*check_types(files), *check_headers(files), *check_calls(files, others),
            *check_exceptions(files)]


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    found = check_tree(where if len(sys.argv) > 1 else where.parent.parent)
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
