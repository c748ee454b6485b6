"""Worst inputs of a program, searched natively and without any part of nadir's search.

The main that nadir makes of the call is compiled to LLVM assembly; every basic block gets code that adds the
number of its instructions to a counter.  That is nearly what nadir counts as instructions (nadir leaves out some
loads and stores of locals, and counts the C library, too): good enough to find the input, whose cost is then
counted by the machine (machine.py).
"""

import math
import pathlib
import re
import subprocess

from entry import ROOT

CLANG = "clang-19"
MOST_TRIED = 3_000_000
COUNT = """  %wild.a{0} = load i64, ptr @wild_count
  %wild.b{0} = add i64 %wild.a{0}, {1}
  store i64 %wild.b{0}, ptr @wild_count
"""


def instrument(text):
    """LLVM assembly with a count in every basic block."""
    out, block, number, inside = [], [], 0, False

    def flush():
        nonlocal number
        code = [line for line in block if line.startswith("  ") and not line.startswith("   ")]
        phis = [line for line in code if re.match(r"  %\S+ = phi ", line)]
        if code:
            at = block.index(phis[-1]) + 1 if phis else block.index(code[0])
            block.insert(at, COUNT.format(number, len(code)))
            number += 1
        out.extend(block)
        block.clear()

    for line in text.splitlines(keepends=True):
        if line.startswith("define "):
            inside = True
            out.append(line)
        elif inside and (line.startswith("}") or re.match(r"[\w.]+:", line)):
            flush()
            inside = not line.startswith("}")
            out.append(line)
        elif inside:
            block.append(line)
        else:
            out.append(line)
    return "".join(out) + "\n@wild_count = external global i64\n"


def build(harness, folder, includes):
    """The searcher for a harness, as a program in the folder."""
    ll, program = folder / "native.ll", folder / "native"
    subprocess.run([CLANG, "-O0", "-S", "-emit-llvm", "-w", "-fno-discard-value-names", "-Xclang",
                    "-disable-O0-optnone", *includes, "-o", ll, harness], check=True)
    text = re.sub(r"@(malloc|calloc|realloc|free)\b", r"@wild_\1", ll.read_text())
    ll.write_text(instrument(re.sub(r"@main\b", "@wild_main", text)))
    subprocess.run([CLANG, "-O2", "-w", "-o", program, ll, ROOT / "search.c"], check=True)
    return program


def search(program, entry, n, seconds, firsts=(), timeout=600):
    """The cost and the bytes of the worst input of size n, and whether all of entry.values were tried."""
    slots = entry.slots(n)
    domains = []
    for slot in slots:
        if slot not in domains:
            domains.append(slot)
    whole = math.prod(len(values) for _, values in slots) <= MOST_TRIED and not seconds
    text = [n, 0 if whole else int(1000 * (seconds or 3)), len(domains)]
    for width, values in domains:
        text += [width, len(values), b"".join(values).hex() or "-"]
    text += [len(slots), *(domains.index(s) for s in slots)]
    text += [len(firsts), *(f.hex() for f in firsts if f)]
    run = subprocess.run([program], input=" ".join(map(str, text)), capture_output=True, text=True, timeout=timeout)
    if run.returncode != 0:
        raise RuntimeError(f"{entry.name}: native search ended with {run.returncode}: {run.stderr}")
    cost, _, data = (run.stdout.split() + [""])[:3]
    return int(cost), bytes.fromhex(data), whole
