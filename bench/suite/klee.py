"""KLEE's own tests (its folder test/): what their RUN lines build is given to nadir run.

Compilers and archivers run as the lines say, in clang's version 19.  A line with %klee becomes nadir run with the
same bitcode and arguments; what the lines behind it demand is which errors there are: files .err, CHECK lines
with "KLEE: ERROR", --exit-on-error.  What else they demand (KLEE's statistics, logs of queries, names of files) is
about KLEE.  Tests of other tools, of C++ and of options that change what is run are left out.
"""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile

import common

TOOLS = {"%clangxx": "clang++-19", "%clang": "clang-19", "%cc": "clang-19", "%llvmas": "llvm-as-19",
         "%llvmlink": "llvm-link-19", "%llvmar": "llvm-ar-19", "%llvmgcc": "clang-19",
         "%O0opt": "-O0 -Xclang -disable-O0-optnone"}
OWN = re.compile(r"--?(entry-point|function-alias|replay-|seed-|allow-seed|help|version|max-instructions|max-stack-frames"
                 r"|max-memory|max-depth|max-time|make-concrete|solver-backend|run-in-dir|max-static|external-calls=none|zero-seed|max-forks)")
# the ends of KLEE's files .err -> kinds of ours
SUFFIXES = {
    "ptr": common.MEMORY | {"array-size"}, "free": {"double-free", "invalid-free"}, "assert": {"assert"},
    "abort": {"abort"}, "div": {"division"}, "readonly": {"write-constant"}, "unreachable_call": {"unreachable"},
    "overflow": {"overflow", "division", "division-overflow", "shift", "conversion"}, "overshift": {"shift"},
}
ERROR = re.compile(r"KLEE: ERROR|ERROR:|ASSERTION FAIL|memory error|double free|use after free|null page|divide by zero"
                   r"|overshift|out of bound")
# Where nadir is right to say something else, and why.
DIFFERENT = {
    "Coverage/ReadArgs.c": "options from a file, a thing of KLEE",
    "Feature/Alias.c": "LLVM 19 has no alias of another address: natively the assertion fails, too",
    "Feature/CheckMemoryAccess.c": "klee_check_memory_access finds what it is there to find",
    "Feature/DefineFixedObject.c": "objects at addresses that the program chooses are not there, and said so",
    "Feature/EscapingFunctions.c": "calls a function that no file defines",
    "Feature/HugeArray.c": "malloc gives NULL above --max-heap",
    "Feature/HugeArrayBecomesSym.c": "malloc gives NULL above --max-heap",
    "Feature/HugeMakeSymAlloc.c": "malloc gives NULL above --max-heap",
    "Feature/SetForking.c": "what klee_set_forking(0) leaves out is said to be left out",
    "Feature/ShiftCheck.c": "the shift is too wide for some inputs; KLEE's code for the check is tested",
    "Feature/SilentKleeAssume.c": "an assumption that never holds ends the path, as with --silent-klee-assume",
    "Intrinsics/ExternalCallSymbolicArgs.ll": "nadir runs the call that KLEE cannot",
    "Merging/state_termination.c": "the loop leaves the array for some inputs; KLEE's merging is tested",
    "Runtime/FreeStanding/memcpy_chk_err.c": "the check of _FORTIFY_SOURCE aborts, as natively",
    "Runtime/POSIX/Envp.c": "the environment is empty unless --variables says otherwise",
    "Feature/Envp.c": "the environment is empty unless --variables says otherwise",
    "Runtime/Uclibc/Environ.c": "the environment is empty unless --variables says otherwise",
    "Runtime/POSIX/FD_Fail.c": "fopen is among the calls that may fail, and the program asserts that it does not",
    "Runtime/POSIX/FD_Fail2.c": "open is among the calls that may fail, and the program asserts that it does not",
    "Runtime/POSIX/FileTime.c": "opening a symbolic file does not fail unless --fail-calls says so",
    "Runtime/POSIX/Futimesat.c": "the program's file system has no folder of the host",
    "Runtime/POSIX/Openat.c": "O_TRUNC empties the file, as natively",
    "Runtime/POSIX/Usage.c": "several --sym-files, and none, are fine",
    "VectorInstructions/external_call.c": "calls a function that no file defines",
    "VectorInstructions/integer_ops_signed_symbolic.c": "the smallest number divided by -1 is an error, natively SIGFPE",
    "klee-stats/KleeStatsBranches.c": "the program follows and frees symbolic pointers",
    "regression/2007-08-06-access-after-free.c": "8 bytes are made symbolic of an object of 4",
    "regression/2007-08-16-invalid-constant-value.c": "a symbol that a condition leaves one value is a symbol still",
    "regression/2019-09-06-make-const-symbolic.c": "making a constant symbolic is an error here, a warning there",
    "VectorInstructions/oob-write.c": "the writes outside of the vector are errors here",
}


def run_lines(text):
    """The RUN lines, those that go on joined; commands of one line apart."""
    lines = re.findall(r"RUN:[ \t]*(.*)", text)
    joined = re.sub(r"\\\n", " ", "\n".join(lines))
    return [part.strip() for line in joined.splitlines() for part in re.split(r"&&|;", line) if part.strip()]


class Demand:
    """What must come out of one %klee line."""

    def __init__(self, words, is_not):
        self.words, self.is_not = words, is_not
        self.suffixes, self.absent, self.prefixes = set(), set(), set()
        self.has_none = any(re.fullmatch(r"--?exit-on-error", w) for w in words) and not is_not

    def add_line(self, line):
        if "FileCheck" in line:
            prefixes = re.findall(r"-check-prefix(?:es)?[= ]\s*(\S+)", line)
            self.prefixes |= {p for word in prefixes for p in word.split(",")} or {"CHECK"}
        if re.search(r"grep .*(ERROR|error)", line):
            self.is_not = True
        suffix = re.search(r"(?:test\d+|grep (?:-c )?)\S*?\.([a-z_]+)\.err", line)
        if suffix and (re.match(r"not |! ", line) or "grep 0" in line):
            self.absent.add(suffix[1])
        elif suffix:
            self.suffixes.add(suffix[1])

    def wants_error(self, text):
        for line in text.splitlines():
            match = re.search(r"([A-Z0-9_-]*CHECK[\w-]*?|[A-Z][A-Z0-9_-]+)(-NEXT|-DAG|-SAME|-COUNT-\d+)?:(.*)", line)
            if match and match[1] in self.prefixes and ERROR.search(match[3]):
                return True
        return bool(self.suffixes) or self.is_not


def split_klee(line):
    """(words behind %klee up to a pipe or redirection, is it 'not')"""
    head, tail = line.split("%klee", 1)
    tail = re.split(r"\s(?:2>&1|&>|2>|>|\||<)", tail, maxsplit=1)[0]
    return shlex.split(tail), bool(re.match(r"\s*not\b", head))


def demands(lines):
    """Pairs of the commands before a %klee line and what it must show."""
    before, result, is_other = [], [], True
    for line in lines:
        if re.search(r"%klee(\s|$)", line):
            words, is_not = split_klee(line)
            result.append((before, Demand(words, is_not)))
            before = []
            result[-1][1].add_line(line)
        elif re.match(r"%(clang|cc|llvm)", line):
            before.append(line)
        elif result and re.match(r"(FileCheck|test|not test|ls|grep|rm|cat|sort)\b", line):
            if not is_other:
                result[-1][1].add_line(line)
            continue
        is_other = not re.search(r"%klee(\s|$)", line)  # what is checked next is about this command
    return result


def expand(line, file, top):
    for name in sorted(TOOLS, key=len, reverse=True):
        line = line.replace(name, TOOLS[name])
    line = line.replace("%s", str(file)).replace("%S", str(file.parent)).replace("%T", str(top))
    return line.replace("%t", str(top / "t")).replace("%p", str(file.parent))


def build(lines, file, top, include):
    for line in lines:
        run = subprocess.run(["bash", "-c", expand(line, file, top)], capture_output=True, text=True, errors="replace",
                             cwd=file.parent, env={**os.environ, "CPATH": str(include), "TMPDIR": str(top)}, timeout=120)
        if run.returncode:
            raise common.LeftOut("clang 19 does not build it")


def nadir_words(words, file, top):
    """(files, options, arguments of the program)"""
    at = next((i for i, w in enumerate(words) if not w.startswith("-") and re.search(r"%t|%s|%S", w)
               and not re.fullmatch(r"--?(output-dir|link-llvm-lib)", words[i - 1] if i else "")), None)
    if at is None:
        raise common.LeftOut("no program is run")
    options = [] if any(re.match(r"--?check-overshift=(false|0)", w) for w in words[:at]) else ["--check=shift"]
    files = [expand(words[at], file, top)]
    for library in re.findall(r"--?link-llvm-lib[= ](\S+)", " ".join(words[:at])):
        files.append(expand(library, file, top))
    return files, options, [expand(w, file, top) for w in words[at + 1:]]


def judge_demand(nadir, demand, file, top, text):
    files, options, arguments = nadir_words(demand.words, file, top)
    run = nadir.run(files, options, arguments)
    wants = demand.wants_error(text)
    if run.refused:
        return ("right", "") if demand.is_not else ("refused", run.refused)
    missing = [s for s in demand.suffixes if s in SUFFIXES and not SUFFIXES[s] & run.errors]
    found = ", ".join(sorted(run.errors)) or "nothing"
    if wants and run.errors and not missing:
        return "right", ""
    if wants:
        return run.shortfall() or ("missed", f"found {found}, not {', '.join(missing) or 'an error'}")
    if run.errors and not demand.has_none:  # the test does not say that there is none
        run = nadir.run(files, options, arguments, confirms=True)
    if run.errors and not run.confirmed:
        return "false alarm", found
    return run.shortfall() or ("right", "")


def judge(nadir, name, file, include):
    text = file.read_text(errors="replace")
    worst = ("right", "")
    with tempfile.TemporaryDirectory(prefix="nadir-suite-") as folder:
        top = pathlib.Path(folder)
        for before, demand in demands(run_lines(text)):
            build(before, file, top, include)
            result = judge_demand(nadir, demand, file, top, text)
            if result[0] != "right" and name in DIFFERENT:
                return "differs", DIFFERENT[name]
            if worst[0] == "right" or result[0] in ("missed", "false alarm"):
                worst = result
    return worst


def collect(folder):
    include = folder.parent / "include"
    for file in sorted(folder.rglob("*")):
        if file.suffix not in (".c", ".ll", ".cpp"):
            continue
        name, lines = str(file.relative_to(folder)), run_lines(file.read_text(errors="replace"))
        klee = [line for line in lines if re.search(r"%klee(\s|$)", line)]
        if not klee:
            continue
        if file.suffix == ".cpp" or any("%clangxx" in line for line in lines):
            yield name, "C++"
        elif any(OWN.search(line) for line in klee):
            yield name, "an option of KLEE that changes what is run"
        else:
            yield common.Case(name, name.split("/")[0], lambda nadir, n=name, f=file: judge(nadir, n, f, include))
