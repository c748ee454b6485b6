"""What the sanitizers of gcc and clang say about programs, many in one binary.

Programs come as files with a main; a batch of them is included by one file, which gives the names at
file scope another one in each, and sanitized.c runs them.  Reports are not symbolised by the
runtimes, which would start a process for each, but once per binary at the end.
"""

import collections
import pathlib
import re
import subprocess

from csmith import run

# kind: of stop.def, "bounds", "access" or "other"; role: read, write or ""; tool: who says it
Sign = collections.namedtuple("Sign", "kind role line tool")
Native = collections.namedtuple("Native", "file names n_inputs text")

HEADERS = ("alloca", "klee/klee", "nadir", "stdarg", "stdio", "stdlib", "string")
COMMON = "-w -g -O0 -fno-omit-frame-pointer -fno-sanitize-recover=all"
# Misaligned accesses work; what is shifted out of a signed number is kept by every compiler; null + 0
# is no access.
CHECKS = "-fsanitize=address,undefined -fno-sanitize=alignment,shift-base,pointer-overflow"
TOOLS = {
    "gcc": f"gcc {COMMON} {CHECKS}",
    "clang": f"clang-19 {COMMON} {CHECKS} -fsanitize-address-use-after-return=always "
             "-fsanitize-address-use-after-scope",
    "msan": f"clang-19 {COMMON} -fsanitize=memory",
}
OPTIONS = {
    "ASAN_OPTIONS": "symbolize=0:detect_stack_use_after_return=1:detect_leaks=1",
    "UBSAN_OPTIONS": "symbolize=0", "MSAN_OPTIONS": "symbolize=0", "LSAN_OPTIONS": "symbolize=0",
}
# The first that is found in a report says what it is about; with the place of UBSan.
WORDS = (
    (r"AddressSanitizer: stack-use-after-return", "use-returned"),
    (r"AddressSanitizer: stack-use-after-scope", "use-scope"),
    (r"AddressSanitizer: heap-use-after-free", "use-freed"),
    (r"AddressSanitizer: attempting double-free", "double-free"),
    (r"AddressSanitizer: (attempting free|alloc-dealloc-mismatch \(INVALID)", "invalid-free"),
    (r"AddressSanitizer: [a-z-]*-(over|under)flow", "bounds"),
    (r"AddressSanitizer: (negative-size-param|unknown-crash|use-after-poison)", "bounds"),
    (r"Sanitizer: SEGV on unknown address 0x0000000(00)?0", "null-pointer"),
    (r"Sanitizer: (SEGV|BUS)", "access"),
    (r"MemorySanitizer: use-of-uninitialized-value", "read-unset"),
    (r"runtime error: division by zero", "division"),
    (r"runtime error: division of -\d+ by -1", "division-overflow"),
    (r"runtime error: (signed integer overflow|negation of)", "overflow"),
    (r"runtime error: shift exponent", "shift"),
    (r"runtime error: .*null pointer", "null-pointer"),
    (r"runtime error: .*(out of bounds|insufficient space)", "bounds"),
    (r"runtime error: |Sanitizer: ", "other"),
)
FRAME = re.compile(r"^ +#\d+ 0x[0-9a-f]+ .*?\((\S+)\+(0x[0-9a-f]+)\)", re.M)
LEAK = re.compile(r"^(?:Direct|Indirect) leak of .*\n((?: +#.*\n)+)", re.M)


def batch_text(programs):
    lines = [f"#include <{name}.h>" for name in HEADERS]
    for k, p in enumerate(programs):
        names = ["main", *dict.fromkeys(p.names)]
        lines += [f"#define {name} {name}_{k}" for name in names]
        lines += [f'#include "{p.file.name}"', *(f"#undef {name}" for name in names)]
    heap = ", ".join(str(int("alloc(" in p.text or "strdup(" in p.text)) for p in programs)
    lines += ["int (*const programs[])(void) = {" +
              ", ".join(f"main_{k}" for k in range(len(programs))) + "};",
              f"const unsigned n_programs = {len(programs)};",
              f"const unsigned char uses_heap[] = {{{heap}}};",
              "const unsigned char n_inputs[] = {" +
              ", ".join(str(p.n_inputs) for p in programs) + "};"]
    return "\n".join(lines) + "\n"


def role_of(report):
    if m := re.search(r"^(READ|WRITE) of size|caused by a (READ|WRITE) memory access", report, re.M):
        return (m[1] or m[2]).lower()
    return ""


class Oracle:
    """Compiles and runs batches in a folder."""

    def __init__(self, root, folder):
        self.root, self.folder = pathlib.Path(root), pathlib.Path(folder)

    def build_words(self, tool, source, binary):
        return [*TOOLS[tool].split(), "-I", self.root / "runtime/include", "-I", self.folder,
                source, self.root / "test/diff/sanitized.c", "-o", binary]

    def signs(self, programs, name):
        """For each program, a dictionary from inputs to the signs of all tools."""
        found = [collections.defaultdict(list) for _ in programs]
        source = self.folder / f"{name}.c"
        source.write_text(batch_text(programs))
        for tool in TOOLS:
            binary = self.folder / f"{name}.{tool}"
            subprocess.run(list(map(str, self.build_words(tool, source, binary))), check=True)
            done = subprocess.run([binary], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  env=OPTIONS, timeout=300, check=True)
            self.read(done.stderr.decode(errors="replace"), tool, binary, programs, found)
            binary.unlink()
        source.unlink()
        return found

    def read(self, log, tool, binary, programs, found):
        runs = re.findall(r"^@@ (\d+) (\d+)\n(.*?)\n?^@= (-?\d+)$", log, re.M | re.S)
        places = self.places(binary, {m[2] for r in runs for m in FRAME.finditer(r[2])
                                      if m[1] == str(binary)})
        for k, value, report, status in runs:
            name = programs[int(k)].file.name
            for sign in read_report(report, int(status), tool, str(binary), name, places):
                found[int(k)][int(value)].append(sign)

    def places(self, binary, addresses):
        """{address: (file name, line)}"""
        addresses = sorted(addresses)
        if not addresses:
            return {}
        _, said, _ = run(["llvm-symbolizer-19", "--no-inlines", "--functions=none", "-e", binary,
                          *addresses], 60, self.folder)
        lines = [line for line in said.splitlines() if line]
        return {a: (pathlib.Path(line.split(":")[0]).name, int(line.split(":")[1]))
                for a, line in zip(addresses, lines)}


def read_report(report, status, tool, binary, name, places):
    def line_of(frames):
        for m in FRAME.finditer(frames):
            place = places.get(m[2]) if m[1] == binary else None
            if place and place[0] == name:
                return place[1]
        return 0

    if "LeakSanitizer: detected" in report:
        return [Sign("leak", "", line_of(m[1]), tool) for m in LEAK.finditer(report)]
    for words, kind in WORDS:
        if re.search(words, report):
            m = re.search(re.escape(name) + r":(\d+):\d+: runtime error", report)
            return [Sign(kind, role_of(report), int(m[1]) if m else line_of(report), tool)]
    return [Sign("other", "", 0, tool)] if status else []
