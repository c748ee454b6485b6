"""Random SMT-LIB scripts for `nadir solve`, answered by Z3's library as well.

    smt.py NADIR SECONDS SEED      the long run; exit code 1 when something differs

A script declares constants, arrays, functions and sorts, asserts random terms over them on several
levels, and asks.  Answers must be the same.  Of each `sat` the model that nadir prints is given to
Z3 in place of the declarations: what was asserted must hold.  Of each `unsat` the core alone must be
unsatisfiable.
"""

import collections
import ctypes
import ctypes.util
import multiprocessing
import random
import re
import subprocess
import sys
import time

Z3_MS = 3000


lib = ctypes.CDLL(ctypes.util.find_library("z3") or "libz3.so.4")


def _z3_eval(pipe, script):
    lib.Z3_mk_config.restype = lib.Z3_mk_context.restype = ctypes.c_void_p
    lib.Z3_mk_context.argtypes = [ctypes.c_void_p]
    lib.Z3_eval_smtlib2_string.restype = ctypes.c_char_p
    lib.Z3_eval_smtlib2_string.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    lib.Z3_set_error_handler.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    context = lib.Z3_mk_context(lib.Z3_mk_config())
    lib.Z3_set_error_handler(context, None)
    text = f"(set-option :timeout {Z3_MS})\n{script}"
    pipe.send(lib.Z3_eval_smtlib2_string(context, text.encode()).decode())


def z3(script):
    """What Z3 prints, in a process of its own; None when it died or took too long."""
    here, there = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=_z3_eval, args=(there, script))
    child.start()
    there.close()
    try:
        out = here.recv() if here.poll(4 * Z3_MS / 1000 + 5) else None
    except EOFError:
        out = None
    child.kill()
    child.join()
    return out


Bits = collections.namedtuple("Bits", "width")
Array = collections.namedtuple("Array", "index element")
Named = collections.namedtuple("Named", "name")
BOOL = "Bool"


def show(sort):
    if isinstance(sort, Bits):
        return f"(_ BitVec {sort.width})"
    if isinstance(sort, Array):
        return f"(Array {show(sort.index)} {show(sort.element)})"
    return sort.name if isinstance(sort, Named) else sort


UNARY = ("bvnot", "bvneg")
BINARY = ("bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvudiv",
          "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr")
COMPARE = ("bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge")
OVERFLOW = ("bvuaddo", "bvsaddo", "bvusubo", "bvssubo", "bvumulo", "bvsmulo", "bvsdivo")


def overflow(name, a, b, width):
    """The predicate as the standard defines it, for a Z3 that does not know it."""
    def signed(x):
        return f"((_ sign_extend {width}) {x})"

    def unsigned(x):
        return f"((_ zero_extend {width}) {x})"
    extend = unsigned if name[2] == "u" else signed
    if name == "bvsdivo":
        least, ones = f"#b1{'0' * (width - 1)}", f"#b{'1' * width}"
        return f"(and (= {a} {least}) (= {b} {ones}))"
    operation = {"add": "bvadd", "sub": "bvsub", "mul": "bvmul"}[name[3:6]]
    whole = f"({operation} {extend(a)} {extend(b)})"
    return f"(not (= {whole} {extend(f'((_ extract {width - 1} 0) {whole})')}))"


class Writer:
    """One random script: `lines` for nadir, and what Z3 is told in place of what it does not have."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.scope = []  # of (name, sort) bound by let
        self.constants, self.functions, self.sorts = {}, {}, []
        self.words = [Bits(w) for w in self.rng.sample((1, 2, 3, 4, 5, 8), 2)]
        if self.rng.random() < 0.2:
            self.words.append(Bits(self.rng.choice((64, 65, 70, 128))))
        self.head = []
        self.declare()

    def plain_sort(self):
        choices = self.words + [BOOL] + self.sorts
        return self.rng.choice(choices)

    def index_sort(self):
        return self.rng.choice([w for w in self.words if w.width <= 64] + [BOOL] + self.sorts)

    def declare(self):
        rng = self.rng
        for i in range(rng.choice((0, 0, 1, 2))):
            self.sorts.append(Named(f"S{i}"))
            self.head.append(f"(declare-sort S{i} 0)")
        arrays = [Array(self.index_sort(), self.plain_sort()) for _ in range(rng.choice((0, 1, 1, 2)))]
        if arrays and rng.random() < 0.3:
            self.head.append(f"(define-sort Mem () {show(arrays[0])})")
        for i in range(rng.randint(2, 5)):
            self.constant(f"x{i}", self.plain_sort())
        for array in arrays:
            for i in range(rng.randint(1, 3)):
                self.constant(f"a{len(self.constants)}", array)
        for i in range(rng.choice((0, 0, 1, 2))):
            takes = [self.plain_sort() for _ in range(rng.choice((1, 1, 2, 3)))]
            gives = self.plain_sort()
            self.functions[f"f{i}"] = (takes, gives)
            self.head.append(f"(declare-fun f{i} ({' '.join(map(show, takes))}) {show(gives)})")
        for sort in self.sorts:
            self.constant(f"c{sort.name}", sort)
        if rng.random() < 0.4:
            self.macro()

    def constant(self, name, sort):
        self.constants[name] = sort
        form = f"(declare-const {name} {show(sort)})"
        self.head.append(form if self.rng.random() < 0.5 else f"(declare-fun {name} () {show(sort)})")

    def macro(self):
        takes = [self.plain_sort() for _ in range(2)]
        gives = self.plain_sort()
        formals = [(f"p{i}", s) for i, s in enumerate(takes)]
        self.scope += formals
        body = self.term(gives, 2)
        del self.scope[-len(formals):]
        text = " ".join(f"({n} {show(s)})" for n, s in formals)
        self.head.append(f"(define-fun m ({text}) {show(gives)} {body})")
        self.functions["m"] = (takes, gives)

    # Terms: a sort and how deep they may be.

    def leaf(self, sort):
        names = [n for n, s in self.constants.items() if s == sort]
        names += [n for n, s in self.scope if s == sort]
        if names and (self.rng.random() < 0.75 or not isinstance(sort, Bits)):
            return self.rng.choice(names)
        if sort == BOOL:
            return self.rng.choice(("true", "false"))
        if isinstance(sort, Bits):
            return self.literal(sort.width)
        if isinstance(sort, Array):
            return f"((as const {show(sort)}) {self.leaf(sort.element)})"
        return f"c{sort.name}"

    def literal(self, width):
        value = self.rng.choice((0, 1, 2**width - 1, 2**(width - 1), self.rng.getrandbits(width)))
        value %= 2**width
        if self.rng.random() < 0.5:
            return f"(_ bv{value} {width})"
        return f"#b{value:0{width}b}"

    def term(self, sort, depth):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.1:
            return self.leaf(sort)
        ways = [self.ite, self.let]
        if any(s.element == sort for s in self.constants.values() if isinstance(s, Array)):
            ways += [self.select] * 4
        if any(gives == sort for _, gives in self.functions.values()):
            ways += [self.call] * 4
        if sort == BOOL:
            ways += [self.logic] * 3 + [self.equality] * 4 + [self.comparison] * 3 + [self.overflow]
        elif isinstance(sort, Bits):
            ways += [self.arithmetic] * 6 + [self.structure] * 3
        elif isinstance(sort, Array):
            ways += [self.store] * 6
        return rng.choice(ways)(sort, depth - 1)

    def ite(self, sort, depth):
        return f"(ite {self.term(BOOL, depth)} {self.term(sort, depth)} {self.term(sort, depth)})"

    def let(self, sort, depth):
        inner = self.plain_sort()
        value = self.term(inner, depth)
        name = self.rng.choice(["v0", "v1"] + list(self.constants))  # may hide another
        hidden, kept = self.scope, self.constants
        self.constants = {n: s for n, s in kept.items() if n != name}
        self.scope = [(n, s) for n, s in hidden if n != name] + [(name, inner)]
        text = None
        if all(f"c{s.name}" in self.constants for s in self.sorts):
            text = f"(let (({name} {value})) {self.term(sort, depth)})"
        self.scope, self.constants = hidden, kept
        return text or self.leaf(sort)

    def select(self, sort, depth):
        arrays = [s for s in self.constants.values() if isinstance(s, Array) and s.element == sort]
        array = self.rng.choice(arrays)
        return f"(select {self.term(array, depth)} {self.term(array.index, depth)})"

    def store(self, sort, depth):
        return (f"(store {self.term(sort, depth)} {self.term(sort.index, depth - 1)} "
                f"{self.term(sort.element, depth - 1)})")

    def call(self, sort, depth):
        names = [n for n, (_, gives) in self.functions.items() if gives == sort]
        name = self.rng.choice(names)
        return f"({name} {' '.join(self.term(s, depth) for s in self.functions[name][0])})"

    def logic(self, sort, depth):
        name = self.rng.choice(("and", "or", "xor", "=>", "not"))
        n = 1 if name == "not" else self.rng.choice((2, 2, 3))
        return f"({name} {' '.join(self.term(BOOL, depth) for _ in range(n))})"

    def equality(self, sort, depth):
        kinds = [self.plain_sort()] + [s for s in self.constants.values() if isinstance(s, Array)] * 2
        of = self.rng.choice(kinds)
        n = self.rng.choice((2, 2, 2, 3))
        name = self.rng.choice(("=", "=", "distinct"))
        return f"({name} {' '.join(self.term(of, depth) for _ in range(n))})"

    def comparison(self, sort, depth):
        of = self.rng.choice(self.words)
        return f"({self.rng.choice(COMPARE)} {self.term(of, depth)} {self.term(of, depth)})"

    def overflow(self, sort, depth):
        of = self.rng.choice(self.words)
        if self.rng.random() < 0.1:
            a = self.term(of, depth)
            return f"[bvnego|{a}|(= {a} #b1{'0' * (of.width - 1)})]"
        name = self.rng.choice(OVERFLOW)
        a, b = self.term(of, depth), self.term(of, depth)
        return f"[{name}|{a}|{b}|{of.width}]"

    def arithmetic(self, sort, depth):
        rng = self.rng
        if rng.random() < 0.15:
            return f"({rng.choice(UNARY)} {self.term(sort, depth)})"
        if rng.random() < 0.1:
            return f"(ext_rotate_{rng.choice(('left', 'right'))} {self.term(sort, depth)} {self.term(sort, depth)})"
        return f"({rng.choice(BINARY)} {self.term(sort, depth)} {self.term(sort, depth)})"

    def structure(self, sort, depth):
        rng, width = self.rng, sort.width
        if width == 1 and rng.random() < 0.7:
            of = rng.choice(self.words)
            name = rng.choice(("bvredor", "bvredand", "bvcomp"))
            other = f" {self.term(of, depth)}" if name == "bvcomp" else ""
            return f"({name} {self.term(of, depth)}{other})"
        narrow = [w.width for w in self.words if w.width < width]
        wide = [w.width for w in self.words if w.width >= width]
        way = rng.choice(("rotate", "extract", "extend", "repeat", "concat"))
        if way == "rotate":
            side = rng.choice(("left", "right"))
            return f"((_ rotate_{side} {rng.randint(0, 2 * width)}) {self.term(sort, depth)})"
        if way == "extract":
            of = rng.choice(wide)
            low = rng.randint(0, of - width)
            return f"((_ extract {low + width - 1} {low}) {self.term(Bits(of), depth)})"
        if not narrow:
            return self.term(sort, depth)
        of = rng.choice(narrow)
        if way == "repeat" and width % of == 0:
            return f"((_ repeat {width // of}) {self.term(Bits(of), depth)})"
        if way == "concat":
            return f"(concat {self.term(Bits(of), depth)} {self.literal(width - of)})"
        return f"((_ {rng.choice(('zero', 'sign'))}_extend {width - of}) {self.term(Bits(of), depth)})"


class Script:
    """`steps` are commands; terms are in the generator's own notation for overflow predicates."""

    def __init__(self, seed):
        w = Writer(seed)
        rng, self.seed, self.head = w.rng, seed, w.head
        self.steps, depth, n_names = [], 0, 0
        for _ in range(rng.randint(1, 3)):
            for _ in range(rng.choice((1, 1, 2, 3))):
                name = None
                if rng.random() < 0.6:
                    name, n_names = f"n{n_names}", n_names + 1
                self.steps.append(("assert", w.term(BOOL, rng.randint(1, 4)), name))
            assumed = [w.term(BOOL, 1) for _ in range(rng.choice((0, 0, 0, 1, 2)))]
            self.steps.append(("check", assumed))
            if rng.random() < 0.3:
                n = rng.randint(1, 2)
                self.steps.append(("push", n))
                depth += n
            elif depth and rng.random() < 0.5:
                n = rng.randint(1, depth)
                self.steps.append(("pop", n))
                depth -= n
            elif rng.random() < 0.1:
                self.steps.append(("reset-assertions",))
                depth = 0
        if self.steps[-1][0] != "check":
            self.steps.append(("check", []))


def expand(term, for_z3):
    """The notation [name|a|b|width] in the words of a solver."""
    inner = re.compile(r"\[([^\[\]]*)\]")

    def one(match):
        parts = match[1].split("|")
        if parts[0] == "bvnego":
            return parts[2] if for_z3 else f"(bvnego {parts[1]})"
        name, a, b, width = parts
        return overflow(name, a, b, int(width)) if for_z3 else f"({name} {a} {b})"
    while inner.search(term):
        term = inner.sub(one, term)
    return term


class Replay:
    """What holds at each question of a script, for both solvers."""

    def __init__(self, script):
        self.text, self.questions = [expand(line, False) for line in script.head], []
        active, levels = [], []
        self.head = "\n".join(expand(line, True) for line in script.head)
        for step in script.steps:
            if step[0] == "assert":
                term = expand(step[1], False)
                active.append((step[2], expand(step[1], True)))
                self.text.append(f"(assert (! {term} :named {step[2]}))" if step[2]
                                 else f"(assert {term})")
            elif step[0] == "check":
                self.ask(step[1], active)
            elif step[0] == "push":
                levels += [len(active)] * step[1]
                self.text.append(f"(push {step[1]})")
            elif step[0] == "pop":
                del active[levels[-step[1]]:]
                del levels[-step[1]:]
                self.text.append(f"(pop {step[1]})")
            else:
                active, levels = [], []
                self.text = ["(set-option :global-declarations true)"] + self.text
                self.text.append("(reset-assertions)")

    def ask(self, assumed, active):
        ours = [expand(a, False) for a in assumed]
        self.text.append(f"(check-sat-assuming ({' '.join(ours)}))" if assumed else "(check-sat)")
        self.text.append('(echo "--")')
        self.questions.append((list(active), [expand(a, True) for a in assumed]))


def run_nadir(nadir, text, *options):
    run = subprocess.run([nadir, "solve", "-", *options], input=text, capture_output=True, text=True,
                         timeout=120)
    return run.returncode, run.stdout, run.stderr


def z3_answer(head, terms):
    out = z3(head + "\n" + "\n".join(f"(assert {t})" for t in terms) + "\n(check-sat)\n")
    if out is None:
        return "unknown"
    if "error" in out:
        raise ValueError(f"Z3 does not like it: {out}")
    return out.split()[-1]


def with_model(head, model):
    """The declarations with their values; elements of declared sorts are distinct constants."""
    elements = sorted(set(re.findall(r"\(as @(\d+) (\w+)\)", model)))
    model = re.sub(r"\(as @(\d+) (\w+)\)", r"\2!\1", model)
    lines = [line for line in head.splitlines() if line.startswith(("(declare-sort", "(define-sort"))]
    lines += [f"(declare-const {s}!{n} {s})" for n, s in elements]
    for sort in {s for _, s in elements}:
        same = [f"{s}!{n}" for n, s in elements if s == sort]
        if len(same) > 1:
            lines.append(f"(assert (distinct {' '.join(same)}))")
    lines.append(model.strip()[1:-1])
    lines += [line for line in head.splitlines() if line.startswith("(define-fun m")]
    return "\n".join(lines)


def check(nadir, seed, options=()):
    """(kind of each question, list of complaints)"""
    replay = Replay(Script(seed))
    text = "\n".join(replay.text) + "\n"
    code, out, err = run_nadir(nadir, text, "--timeout", "20s", "--model", *options)
    if code:
        return [], [f"exit code {code}: {err.strip()}"]
    kinds, complaints = [], []
    for part, (active, assumed) in zip(out.split("--\n"), replay.questions):
        answer, _, model = part.partition("\n")
        terms = [t for _, t in active] + assumed
        theirs = z3_answer(replay.head, terms)
        kinds.append((answer, theirs))
        if "unknown" not in (answer, theirs) and answer != theirs:
            complaints.append(f"nadir says {answer}, Z3 {theirs}")
        elif answer == "sat" and z3_answer(with_model(replay.head, model), terms) == "unsat":
            complaints.append("the model is none: " + model)
    if not complaints and kinds and kinds[-1][0] == "unsat":
        active, assumed = replay.questions[-1]
        if not assumed:
            code, out, err = run_nadir(nadir, text + "(get-unsat-core)\n", *options)
            core = out.strip().splitlines()[-1].strip("()").split()
            terms = [t for name, t in active if not name or name in core]
            if z3_answer(replay.head, terms) == "sat":
                complaints.append(f"({' '.join(core)}) is no core")
    return kinds, complaints


def main(nadir, seconds, seed):
    counts, n_failed, end = collections.Counter(), 0, time.time() + seconds
    shown = time.time()
    while time.time() < end:
        try:
            kinds, complaints = check(nadir, seed)
        except (ValueError, subprocess.TimeoutExpired) as e:
            kinds, complaints = [], [str(e)]
        counts["scripts"] += 1
        for ours, theirs in kinds:
            counts[f"{ours}/{theirs}"] += 1
        for complaint in complaints:
            n_failed += 1
            print(f"FAILED: seed {seed}: {complaint}", flush=True)
        seed += 1
        if time.time() > shown + 10:
            shown = time.time()
            print(dict(counts), "failed", n_failed, flush=True)
    print(f"{dict(counts)}, failed {n_failed}; answers are nadir's/Z3's; next seed {seed}")
    return 1 if n_failed else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "show":
        print("\n".join(Replay(Script(int(sys.argv[2]))).text))
    else:
        sys.exit(main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3])))
