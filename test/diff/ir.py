"""Random LLVM assembly over vectors and odd widths, run natively and in the machine.

csmith's programs know neither vectors nor integers of more than 64 bits; clang's vector extensions,
_BitInt and __int128 give them.  A program is a seed: main computes values from loads that nobody can
fold, from constants and from each other, and prints each as a number.
"""

import collections
import random

from csmith import Bench as CsmithBench
from csmith import Verdict, run

WIDTHS = (1, 7, 8, 16, 24, 32, 37, 48, 64, 65, 96, 128, 129, 200)
LANES = (0, 0, 1, 2, 3, 4, 8)
BINARY = ("add", "sub", "mul", "and", "or", "xor")
TESTS = ("eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge")

Program = collections.namedtuple("Program", "seed level")
Type = collections.namedtuple("Type", "width lanes")  # no lanes: an integer
Value = collections.namedtuple("Value", "type name")


def spell(t):
    return f"<{t.lanes} x i{t.width}>" if t.lanes else f"i{t.width}"


def bits(t):
    return t.width * max(t.lanes, 1)


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.values, self.declared, self.n = [], [], set(), 0

    # ---- pieces ----

    def emit(self, t, text):
        self.n += 1
        value = Value(t, f"%v{self.n}")
        self.lines.append(f"  {value.name} = {text}")
        return value

    def intrinsic(self, name, t, args, result=None):
        suffix = (f"v{t.lanes}" if t.lanes else "") + f"i{t.width}"
        types = ", ".join(word for word, _ in args)
        passed = ", ".join(f"{word} {x}" for word, x in args)
        self.declared.add(f"declare {result or spell(t)} @llvm.{name}.{suffix}({types})")
        return f"call {result or spell(t)} @llvm.{name}.{suffix}({passed})"

    def number(self, width):
        interesting = (0, 1, -1, 2 ** (width - 1), self.random.getrandbits(width))
        n = self.random.choice(interesting) % 2 ** width
        return str(n) if width > 1 else ("true" if n else "false")

    def constant(self, t, number=None):
        is_any, number = number is None, number or (lambda: self.number(t.width))
        if not t.lanes:
            return number()
        if is_any and t.width == 64 and self.random.random() < 0.2:  # a number only after linking
            address = "i64 ptrtoint (ptr @in to i64)"
            one = f"i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @in, i64 1) to i64), {address})"
            return "<" + ", ".join([one] * t.lanes) + ">"
        return "<" + ", ".join(f"i{t.width} {number()}" for _ in range(t.lanes)) + ">"

    def splat(self, t, n):
        return self.constant(t, lambda: str(n) if t.width > 1 else ("true" if n else "false"))

    def type(self):
        while True:
            t = Type(self.random.choice(WIDTHS), self.random.choice(LANES))
            if bits(t) <= 512:
                return t

    def fresh(self, t):
        """A value that LLVM does not know, of this type."""
        lane = Type(t.width, 0)
        words = max(t.width + 63, 64) // 64
        loaded = self.emit(Type(64 * words, 0), f"load volatile i{64 * words}, ptr @in, align 1")
        if t.width < 64 * words:
            loaded = self.emit(lane, f"trunc i{64 * words} {loaded.name} to i{t.width}")
        if not t.lanes:
            return loaded
        value = self.constant(t)
        for k in range(t.lanes):
            if k and self.random.random() < 0.5:
                continue
            value = self.emit(t, f"insertelement {spell(t)} {value}, i{t.width} {loaded.name}, "
                                 f"i32 {k}").name
        return Value(t, value)

    def value(self, t=None):
        known = [v for v in self.values if t is None or v.type == t]
        if known and self.random.random() < 0.8:
            return self.random.choice(known)
        return self.fresh(t or self.type())

    def operand(self, t):
        return self.constant(t) if self.random.random() < 0.25 else self.value(t).name

    def index(self, lanes):
        """Text of an i32 below the number of lanes."""
        if self.random.random() < 0.5:
            return str(self.random.randrange(lanes))
        x = self.fresh(Type(32, 0))
        return self.emit(x.type, f"urem i32 {x.name}, {lanes}").name

    # ---- instructions ----

    def binary(self):
        v = self.value()
        return self.emit(v.type, f"{self.random.choice(BINARY)} {spell(v.type)} {v.name}, "
                                 f"{self.operand(v.type)}")

    def division(self):
        v = self.value()
        if v.type.width > 128 or v.type.width == 1:  # no native code without a library
            return self.binary()
        by = self.emit(v.type, f"or {spell(v.type)} {self.value(v.type).name}, "
                               f"{self.splat(v.type, 3)}")
        low = self.emit(v.type, f"lshr {spell(v.type)} {by.name}, {self.splat(v.type, 1)}")
        op = self.random.choice(("udiv", "urem", "sdiv", "srem"))
        return self.emit(v.type, f"{op} {spell(v.type)} {v.name}, {low.name}")

    def shift(self):
        v = self.value()
        if v.type.width == 1:
            return self.binary()
        width = self.splat(v.type, v.type.width)
        by = self.emit(v.type, f"urem {spell(v.type)} {self.value(v.type).name}, {width}") \
            if v.type.width <= 128 else \
            self.emit(v.type, f"and {spell(v.type)} {self.value(v.type).name}, "
                              f"{self.splat(v.type, 127)}")
        op = self.random.choice(("shl", "lshr", "ashr"))
        return self.emit(v.type, f"{op} {spell(v.type)} {v.name}, {by.name}")

    def compare(self):
        v = self.value()
        return self.emit(Type(1, v.type.lanes), f"icmp {self.random.choice(TESTS)} "
                         f"{spell(v.type)} {v.name}, {self.operand(v.type)}")

    def select(self):
        v = self.value()
        lanes = self.random.choice((0, v.type.lanes))
        cond = self.value(Type(1, lanes))
        return self.emit(v.type, f"select {spell(cond.type)} {cond.name}, {spell(v.type)} "
                                 f"{v.name}, {spell(v.type)} {self.operand(v.type)}")

    def cast(self):
        v = self.value()
        to = Type(self.random.choice(WIDTHS), v.type.lanes)
        if to.width == v.type.width or bits(to) > 512:
            return self.binary()
        op = "trunc" if to.width < v.type.width else self.random.choice(("zext", "sext"))
        return self.emit(to, f"{op} {spell(v.type)} {v.name} to {spell(to)}")

    def bitcast(self):
        v = self.value()
        if not v.type.lanes:
            fits = [n for n in (1, 2, 3, 4, 8) if v.type.width % n == 0]
            n = self.random.choice(fits)
            to = Type(v.type.width // n, n)
        else:
            to = Type(bits(v.type), 0)
        return self.emit(to, f"bitcast {spell(v.type)} {v.name} to {spell(to)}")

    def vector(self):
        v = self.value()
        return v if v.type.lanes else self.fresh(
            Type(self.random.choice(WIDTHS[:-2]), self.random.choice((1, 2, 3, 4))))

    def extract(self):
        v = self.vector()
        whole = v.name if self.random.random() < 0.7 else self.constant(v.type)
        return self.emit(Type(v.type.width, 0), f"extractelement {spell(v.type)} {whole}, "
                                                f"i32 {self.index(v.type.lanes)}")

    def insert(self):
        v = self.vector()
        x = self.operand(Type(v.type.width, 0))
        return self.emit(v.type, f"insertelement {spell(v.type)} {v.name}, i{v.type.width} {x}, "
                                 f"i32 {self.index(v.type.lanes)}")

    def shuffle(self):
        v = self.vector()
        to = Type(v.type.width, self.random.choice((1, 2, 3, 4, 8)))
        if bits(to) > 512:
            return self.insert()
        mask = ", ".join(f"i32 {self.random.randrange(2 * v.type.lanes)}" for _ in range(to.lanes))
        return self.emit(to, f"shufflevector {spell(v.type)} {v.name}, {spell(v.type)} "
                             f"{self.operand(v.type)}, <{to.lanes} x i32> <{mask}>")

    def call(self):
        v = self.value()
        t, word = v.type, spell(v.type)
        x, y = (word, v.name), (word, self.operand(v.type))
        pick = self.random.choice(("ctpop", "ctlz", "cttz", "bswap", "bitreverse", "umin", "umax",
                                   "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat",
                                   "ushl.sat", "sshl.sat", "fshl", "fshr", "abs", "overflow",
                                   "reduce"))
        if pick == "reduce":
            v = self.vector()
            op = self.random.choice(("add", "mul", "and", "or", "xor", "umin", "smax"))
            lane = Type(v.type.width, 0)
            return self.emit(lane, self.intrinsic(f"vector.reduce.{op}", v.type,
                                                  [(spell(v.type), v.name)], spell(lane)))
        if pick == "overflow":
            op = self.random.choice(("uadd", "usub", "sadd", "ssub", "umul", "smul"))
            if t.width > 64 and "mul" in op:
                return self.binary()
            pair = f"{{ {word}, {spell(Type(1, t.lanes))} }}"
            both = self.emit(t, self.intrinsic(f"{op}.with.overflow", t, [x, y], pair))
            field = self.random.randrange(2)
            return self.emit(Type(1, t.lanes) if field else t,
                             f"extractvalue {pair} {both.name}, {field}")
        if pick == "bswap" and t.width % 16:
            return self.binary()
        if pick in ("ctpop", "bswap", "bitreverse"):
            return self.emit(t, self.intrinsic(pick, t, [x]))
        if pick in ("ctlz", "cttz", "abs"):
            return self.emit(t, self.intrinsic(pick, t, [x, ("i1", "false")]))
        if pick in ("fshl", "fshr"):
            return self.emit(t, self.intrinsic(pick, t, [x, y, (word, self.operand(t))]))
        if "shl.sat" in pick:
            if t.width < 8:
                return self.binary()
            y = (word, self.emit(t, f"and {word} {y[1]}, {self.splat(t, 3)}").name)
        return self.emit(t, self.intrinsic(pick, t, [x, y]))

    def memory(self):
        v = self.value()
        if v.type.width % 8 and not v.type.lanes:
            return self.binary()
        at = self.emit(Type(64, 0), f"alloca {spell(v.type)}, i32 2, align 16").name
        slot = self.emit(Type(64, 0), f"getelementptr {spell(v.type)}, ptr {at}, i32 1").name
        self.lines.append(f"  store {spell(v.type)} {v.name}, ptr {slot}, align 1")
        return self.emit(v.type, f"load {spell(v.type)}, ptr {slot}, align 1")

    # ---- whole programs ----

    def show(self, v):
        whole = v
        if v.type.lanes:
            whole = self.emit(Type(bits(v.type), 0), f"bitcast {spell(v.type)} {v.name} to "
                                                     f"i{bits(v.type)}")
        wide = (bits(v.type) + 63) // 64 * 64
        if wide > bits(v.type):
            whole = self.emit(Type(wide, 0), f"zext {spell(whole.type)} {whole.name} to i{wide}")
        for low in range(0, wide, 64):
            piece = whole
            if low:
                piece = self.emit(whole.type, f"lshr i{wide} {whole.name}, {low}")
            if wide > 64:
                piece = self.emit(Type(64, 0), f"trunc i{wide} {piece.name} to i64")
            self.lines.append("  call i32 (ptr, ...) @printf(ptr @form, i32 "
                              f"{len(self.values)}, i64 {piece.name})")

    def program(self):
        kinds = (self.binary, self.division, self.shift, self.compare, self.select, self.cast,
                 self.bitcast, self.extract, self.insert, self.shuffle, self.call, self.memory)
        for _ in range(30):
            v = self.random.choice(kinds)()
            self.values.append(v)
            self.show(v)
        data = ", ".join(f"i8 {self.random.randrange(256)}" for _ in range(64))
        return "\n".join([
            'target triple = "x86_64-pc-linux-gnu"',
            f"@in = global [64 x i8] [{data}]",
            '@form = constant [8 x i8] c"%d %lx\\0A\\00"',
            "declare i32 @printf(ptr, ...)", *sorted(self.declared),
            "define i32 @main() {", *self.lines, "  ret i32 0", "}", ""])


class Bench(CsmithBench):
    """The words of csmith's bench, for files of assembly."""

    def native(self, source, level):
        binary = source.with_suffix(".native")
        built = run(["clang-19", "-O0", "-w", source, "-o", binary], 60, self.folder)
        if not built or built[0]:
            return Verdict("skipped", f"does not compile natively: {(built or ('', '', '?'))[2]}")
        done = run([binary], self.native_seconds, self.folder)
        binary.unlink()
        return done if done and not done[0] else Verdict("skipped", "does not end well natively")

    def machine_words(self, source, level):
        return [self.nadir, "run", "--exit-zero", "--output", "--json", "--native", "off", "--max-time",
                f"{self.machine_seconds}s", "--out", source.with_suffix(".out"), source]

    def check(self, program):
        source = self.folder / f"ir-{program.seed}.ll"
        source.write_text(Generator(program.seed).program())
        return self.judge(source, "0"), source
