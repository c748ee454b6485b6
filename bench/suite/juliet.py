"""Juliet (NIST), the test cases in C: the bad half of each must show its error, the good half nothing.

FOLDER holds testcases/CWE*/ and testcasesupport/.  Random numbers, standard input, the environment and
/tmp/file.txt are symbolic.  What needs Windows, C++, a network or threads is left out, and bad halves that
are not bad on 64-bit Linux are.
"""

import re
import tempfile
import pathlib

import common

BOUNDS = common.MEMORY | {"unset", "read-unset"}
KINDS = {
    121: BOUNDS, 122: BOUNDS, 124: BOUNDS, 126: BOUNDS, 127: BOUNDS,
    190: {"overflow", "conversion"}, 191: {"overflow", "conversion"},
    369: {"division", "division-overflow"},
    401: {"leak"}, 415: {"double-free"}, 416: {"use-freed"},
    457: {"unset", "read-unset", "null-pointer", "read-bounds"}, 476: {"null-pointer"},
    590: {"invalid-free", "use-scope", "use-returned"}, 680: BOUNDS | {"overflow"}, 761: {"invalid-free"},
}
OPTIONS = {401: ["--check=leak"], 680: ["--check-overflow"]}
ELSEWHERE = re.compile(r"w32|_socket|pthread")
# Bad halves that are none here, and why.
NOT_BAD = [
    (re.compile(r"CWE122_.*sizeof_(double|int64_t)"), "a pointer has 8 bytes, as many as the type"),
    (re.compile(r"CWE476_.*null_check_after_deref"), "the pointer is not null: only the order of the lines is odd"),
    (re.compile(r"CWE19[01]_.*unsigned.*rand"), "unsigned numbers wrap around, also in the suite's own macro RAND32"),
    (re.compile(r"CWE680_.*_(fixed|rand)_"), "size_t has 64 bits: the product does not overflow"),
]
# clang checks these where the C standard sees no error: unsigned numbers, and those that are cut when stored.
SANITIZE = "-fsanitize=unsigned-integer-overflow"
SANITIZE_SMALL = "-fsanitize=implicit-integer-truncation"

RAND = """
void nadir_symbolic(void *p, unsigned long n, const char *name);
void nadir_assume(int condition);
int rand(void) { int x; nadir_symbolic(&x, sizeof x, "rand"); nadir_assume(x >= 0); return x; }
void srand(unsigned seed) { (void)seed; }
"""


def options_of(cwe, name):
    if cwe in (190, 191):
        if re.search(r"unsigned|size_t", name):
            return [] if "rand" in name else ["--cflags", SANITIZE]
        return ["--cflags", SANITIZE_SMALL] if re.search(r"char|short", name) else ["--check-overflow"]
    if cwe == 369 and "float" in name:
        return ["--cflags", "-fsanitize=float-divide-by-zero"]
    if cwe == 401 and "realloc" in name:
        return ["--check=leak", "--fail-calls", "1"]  # what realloc does not free when it fails is lost
    return OPTIONS.get(cwe, [])


def arguments_of(name):
    if re.search(r"fgets|fscanf|console", name):
        return ["--sym-stdin", "20" if "int64_t" in name else "11"]
    return []


def judge(nadir, support, files, name, cwe, half):
    with tempfile.TemporaryDirectory(prefix="nadir-suite-") as top:
        source = pathlib.Path(top, "rand.c")
        source.write_text(RAND)
        flags = ["-I", str(support), "-D", "INCLUDEMAIN", "-D", "OMITGOOD" if half == "bad" else "OMITBAD"]
        if "environment" in name:
            flags += ["--sym-env", "11"]
        if re.search(r"_file_", name + "_"):
            text = pathlib.Path(top, "file.txt")
            text.write_text("A" * 99)
            flags += ["--file", f"/tmp/file.txt={text}"]
        run = nadir.run([*files, support / "io.c", source], flags + options_of(cwe, name), arguments_of(name))
    return common.judge_error(run, half == "bad", KINDS[cwe])


def collect(folder):
    """Yields cases, and (name, why) of what is left out."""
    support = folder / "testcasesupport"
    groups = {}
    for file in sorted((folder / "testcases").rglob("CWE*.c*")):
        base = re.sub(r"(_\d\d)(?:[a-e]|_\w+)?$", r"\1", file.stem)
        groups.setdefault(base, []).append(file)
    for base, files in groups.items():
        cwe = int(re.match(r"CWE(\d+)", base)[1])
        if cwe not in KINDS:
            yield base, "another CWE"
        elif any(f.suffix == ".cpp" for f in files):
            yield base, "C++"
        elif ELSEWHERE.search(base):
            yield base, "needs Windows, a network or threads"
        else:
            for half in ("bad", "good"):
                why = [why for pattern, why in NOT_BAD if half == "bad" and pattern.search(base)]
                if why:
                    yield f"{base} {half}", why[0]
                    continue
                yield common.Case(
                    f"{base} {half}", f"CWE{cwe} {half}",
                    lambda nadir, a=(support, files, base, cwe, half): judge(nadir, *a))
