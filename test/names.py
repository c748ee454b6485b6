"""Checks the names in src/: no type has two definitions, a function is declared where one looks for
it, and nadir itself calls it.

    names.py [ROOT]     prints one line per violation, exit code 1 if there is any

A function that is not static and is defined in x_y.c is declared in x_y.h, x.h, the header of the
folder (vm/vm.h, base/base.h), a header that only a few files see (*_impl.h, diff_int.h), or in a
header of EXCEPTIONS.  Functions that the rows of a table declare have no declaration to find.  One
that only tests call is dead, unless FOR_TESTS says what they see through it.
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
    "code/link.c": ("code/program.h", "a program is read, linked and lowered by three files"),
    "code/lower.c": ("code/program.h", "the same"),
    "code/read.c": ("code/program.h", "the same"),
    "explore/frontier.c": ("explore/leaf.h", "the frontier is all leaves"),
    "explore/loop.c": ("explore/explore.h", "the loop is what explore() is"),
    "expr/eval.c": ("expr/model.h", "evaluation is what models are for"),
    "expr/smt_sort.c": ("expr/parse.h", "sorts are the parser's, its files begin with smt_"),
    "laws/segment.c": ("laws/generator.h", "a generator for a sequence that is still to be cut"),
    "laws/trace_fit.c": ("laws/trace_law.h", "the fitting half of it"),
    "report/worst_json.c": ("report/worst_report.h", "the writing half of it"),
    "report/worst_read.c": ("report/worst_report.h", "the reading half of it"),
    "solver/chain.c": ("solver/stage.h", "the chain serves its stages"),
    "vm/address.c": ("vm/side.h", "the sides of all choices"),
    "vm/choice.c": ("vm/side.h", "the sides of all choices"),
    "vm/size.c": ("vm/side.h", "the sides of all choices"),
    "vm/step_bits.c": ("vm/bits.h", "operations on bits, for the step and for tests"),
}

# Functions that nadir itself does not call.
FOR_TESTS = {
    "bits_make": "the term of an operation, against its value",
    "context_list": "a question as a list, to be asked of Z3 as well",
    "decision_law_agrees": "what a law says, against what was seen",
    "declarations_print": "a term as a script that Z3 reads",
    "diff_bound": "what the edges imply, against all shortest paths",
    "diff_greatest": "the other half of diff_least",
    "diff_push": "also of bench/diff.c; the stage tries and keeps nothing",
    "expr_bytes": "memory of the term table; also of bench/expr.c",
    "float_is_nan": "a property of terms that the solver is asked about",
    "float_neg": "beside float_abs and float_copysign; the machine's own is a step",
    "generator_agrees": "what a generator says, against what was seen",
    "input_cells": "the cells of an input",
    "ktest_write": "the counterpart of ktest_read without a file",
    "model_same": "two models, whatever their histories",
    "nest_parse": "sequences written down in tests",
    "nest_print": "sequences in their messages",
    "prediction_count": "how much was predicted",
    "recipe_print": "the counterpart of recipe_read without a file",
    "rewrite_audit": "each rule as it fires, to be proven",
    "rule_name": "which rule was not proven",
    "situation_loop": "what a guide may know; see explore/guide.h",
    "situation_possible": "what a guide may know; see explore/guide.h",
    "situation_sides_here": "what a guide may know; see explore/guide.h",
    "solver_explain": "a core of constraints, for whoever wants to explain a NO",
    "space_memory": "bytes of all spaces: nothing leaks, forks cost nothing",
    "stat_of": "the figures of a strategy",
    "state_position": "where a state stands",
    "vm_states": "states that live: nothing leaks",
    "z3_build_op": "one operation in Z3, against its rules",
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
    folder, _, stem = path[:-len(".c")].partition("/")
    home, _, name = header[:-len(".h")].partition("/")
    if home != folder:
        return False
    return (stem == name or stem.startswith(name + "_") or name == folder
            or name.endswith(("_impl", "_int")) or EXCEPTIONS.get(path, ("",))[0] == header)


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


def check_calls(files):
    mentions = collections.Counter(re.findall(r"\b[a-z_]\w*", "\n".join(files.values())))
    declarations = collections.Counter()
    for path, code in files.items():
        if path.endswith(".h"):
            declarations.update(PROTOTYPE.findall(code))
    for path, code in files.items():
        for m in FUNCTION.finditer(code) if path.endswith(".c") else ():
            name = m.group("name")
            is_called = not declarations[name] or mentions[name] > 1 + declarations[name]
            if not is_called and name not in FOR_TESTS:
                yield f"src/{path}:{line_of(code, m.start('name'))}: nobody calls '{name}'"
    for name in FOR_TESTS:
        if not declarations[name]:
            yield f"test/names.py: there is no '{name}'"


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
    return [*check_types(files), *check_headers(files), *check_calls(files),
            *check_exceptions(files)]


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    found = check_tree(where if len(sys.argv) > 1 else where.parent.parent)
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
