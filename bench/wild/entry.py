"""A program of bench/wild: what its first comment says, and its inputs as bytes.

    call:    as a user types it after --call
    small:   sizes whose worst cost is found by trying everything (1:6)
    large:   the size of the killer (100)
    class:   how the worst cost grows, alternatives separated by |; ? is not judged, c^n any exponential
    expect:  endless, long (only an overflow ends it) or error, in place of a cost
    fields:  for each input that is a struct, the type of its fields and their number: p int 2
    values:  for each input, in Python, what its elements are chosen from (range(N), b'ab' for text)
    killer:  Python that sets each input (a keyword with _ behind it) at size N
"""

import math
import pathlib
import re
import struct

ROOT = pathlib.Path(__file__).resolve().parent
PROGRAMS = ROOT / "programs"

FORMATS = {"char": "b", "signed char": "b", "unsigned char": "B", "short": "h", "unsigned short": "H",
           "int": "i", "unsigned": "I", "long": "q", "unsigned long": "Q", "float": "f", "double": "d"}

INPUT = re.compile(r"(?P<type>(?:struct |unsigned |signed )?\w+) (?P<star>\*?)(?P<name>\w+)"
                   r"(?P<sizes>(?:\[[^]]*\])*)(?P<rest>(?: string(?: .*)?| in .*)?)$")


def sizes_of(text):
    """The sizes of a list as --size takes it."""
    out = []
    for part in text.split(","):
        first, _, last = part.partition(":")
        out += range(int(first), int(last or first) + 1)
    return out


def arguments(call):
    """The arguments of a call, split at commas outside of brackets."""
    inner, depth, parts = call[call.index("(") + 1:call.rindex(")")], 0, [""]
    for c in inner:
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts]


class Input:
    """A symbolic argument: its name, the format of its scalars, and how many there are."""

    def __init__(self, match, fields):
        kind, self.name = match["type"], match["name"]
        self.per = 1
        if kind.startswith("struct"):
            kind, self.per = fields[self.name]
        self.format = FORMATS[kind]
        self.bytes = struct.calcsize(self.format)
        self.sizes = re.findall(r"\[([^]]*)\]", match["sizes"])
        self.is_text = " string" in match["rest"]

    def count(self, n):
        return self.per * math.prod(eval(s.replace("/", "//"), {"N": n}) for s in self.sizes)

    def pack(self, value):
        if self.format not in "fd":
            bits = 8 * self.bytes
            value %= 1 << bits
            if self.format.islower() and value >> (bits - 1):
                value -= 1 << bits
        return struct.pack(self.format, value)


class Entry:
    def __init__(self, file):
        self.file, self.name = file, file.stem
        comment = file.read_text().split("*/")[0]
        field = {}
        key = None
        for line in comment.splitlines():
            line = line.removeprefix("/*").removeprefix(" *")
            start = re.match(r" (call|small|large|class|expect|fields|values|killer): +(.*)", line)
            if start:
                key, field[start[1]] = start[1], start[2]
            elif key and line.startswith("  "):
                field[key] += "\n" + line[len(" killer: "):]
            elif key is None and line.strip() and "what" not in field:
                field["what"] = line.strip()
        self.what, self.call = field["what"], field["call"]
        self.small = sizes_of(field.get("small", "1:6"))
        self.large = int(field.get("large", "100"))
        self.classes = [c.strip() for c in field.get("class", "?").split("|")]
        self.expect = field.get("expect")
        fields = {}
        for part in filter(None, field.get("fields", "").split(";")):
            name, kind, number = part.split()
            fields[name] = (kind, int(number))
        matches = filter(None, map(INPUT.match, arguments(self.call)))
        self.inputs = [Input(m, fields) for m in matches]
        self.values_text = {}
        for part in filter(None, field.get("values", "").split("; ")):
            name, _, text = part.strip().partition(" ")
            self.values_text[name] = text
        self.killer_text = field["killer"]

    def values(self, which, n):
        text = self.values_text.get(which.name, "b'ab'" if which.is_text else "range(N)")
        return list(eval(text, {"N": n}))

    def killer(self, n):
        """The bytes of the input found by thought."""
        scope = {"N": n}
        exec(self.killer_text, scope)
        data = b""
        for i in self.inputs:
            got = list(scope.get(i.name, scope.get(i.name + "_")))
            if len(got) < i.count(n):
                raise ValueError(f"{self.name}: killer has {len(got)} of {i.count(n)} values for {i.name}")
            data += b"".join(map(i.pack, got[:i.count(n)]))
        return data

    def slots(self, n):
        """For each scalar of the input its width and the packed values that it may have."""
        out = []
        for i in self.inputs:
            packed = [i.pack(v) for v in self.values(i, n)]
            out += [(i.bytes, packed)] * i.count(n)
        return out


def entries(names=()):
    known = {f.stem: f for f in sorted(PROGRAMS.glob("*.c"))}
    for name in names:
        if name not in known:
            raise SystemExit(f"wild: no program '{name}' in {PROGRAMS}")
    return [Entry(known[n]) for n in (names or known)]
