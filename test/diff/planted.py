"""Random small C programs with one planted error, and their twins without it.

A program is composed of ingredients that are drawn one by one: where an object lives, how its
address travels, what is done with it and what happens to the result, in which function and scope
this is, and whether it depends on the input, a byte `in` of a few values.  The line of the error
carries the comment that test/prog knows, `// ERROR: kind`.  The twin draws the same and differs in
the one place that makes the error.

What is planted leaves an object, not only a member of it: an index that strays from one member of
a struct into the next is seen by no tool here (only UBSan sees some), and none of it is written.
"""

import collections
import random

# kind: of stop.def; line: of the error; is_wild: natively anything may happen before it is noticed;
# is_optional: a compiler need not do the access at all
Plan = collections.namedtuple("Plan", "kind line is_wild is_optional")
Element = collections.namedtuple("Element", "name size parts")
Object = collections.namedtuple("Object", "top lines static_lines at n low high base")

RECORD = ("struct record { int a; short b; unsigned char c[6]; struct { long d; } in; "
          "union { int e; unsigned char f[4]; } u; };")
ELEMENTS = [Element(name, size, ("",)) for name, size in (
    ("char", 1), ("unsigned char", 1), ("short", 2), ("unsigned short", 2), ("int", 4),
    ("unsigned", 4), ("long", 8), ("unsigned long", 8))]
ELEMENTS.append(Element("struct record", 32, (".a", ".b", ".c[2]", ".in.d", ".u.e", ".u.f[1]")))
# Types to look at memory through, whatever it was declared as.
VIEWS = (("unsigned char", 1), ("short", 2), ("int", 4), ("long", 8))
NUMBERS = {"int": 32, "long": 64}  # signed types of arithmetic, and their bits
HEAD = """#include <alloca.h>
#include {header}
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long sink;
static unsigned char other[8192];
static char text[256];
static void eat(long x) {{ sink += (unsigned long)x; }}
static long same(long x) {{ return x; }}
static void *same_address(void *p) {{ return p; }}
static long last(int n, ...) {{
  long x = 0;
  va_list list;
  va_start(list, n);
  while (n--) x = va_arg(list, long);
  va_end(list);
  return x;
}}
"""
# What may be defined at file scope besides what define() is told of.
HEAD_NAMES = ("record", "holder", "inside", "both", "a", "h", "u", "sink", "other", "text", "eat", "same", "same_address", "last")


def literal(x):
    for bits, suffix in ((32, ""), (64, "L")):
        if x == -2 ** (bits - 1):
            return f"(-{2 ** (bits - 1) - 1}{suffix} - 1)"
        if -2 ** (bits - 1) < x < 2 ** (bits - 1):
            return f"{x}{suffix}" if x >= 0 else f"({x}{suffix})"
    raise ValueError(x)


class Writer:
    """Writes one program."""

    def __init__(self, seed, is_twin):
        self.rng, self.is_twin = random.Random(seed), is_twin
        self.kind = self.rng.choice([k for k, n in HAZARDS.items() for _ in range(n)])
        self.n_inputs = self.rng.randint(2, 5)
        self.key = self.rng.randrange(self.n_inputs)  # the input that comes to the error for sure
        self.element = self.rng.choice(ELEMENTS)
        self.top, self.names, self.lines, self.cleanup = [], list(HEAD_NAMES), [], []
        self.n_names, self.is_wild, self.is_optional = 0, False, False

    # ---- small things ----

    def say(self, *lines):
        self.lines += lines

    def define(self, name, *lines):
        """At file scope, once."""
        if name not in self.names:
            self.names.append(name)
            self.top += lines

    def chance(self, p):
        return self.rng.random() < p

    def fresh(self, name):
        self.n_names += 1
        return f"{name}{self.n_names}"

    def mark(self, kind):
        return f" // ERROR: {kind}"

    def number(self, bad, good, kinds=("long",), may_fold=True):
        """An expression in main that is bad for at least one input, in the twin always good."""
        value = literal(good if self.is_twin else bad)
        fits = [k for k in (*kinds, "short") if abs(bad) < 1 << (8 * SIZES[k] - 1)
                and abs(good) < 1 << (8 * SIZES[k] - 1)] or ["long"]
        kind, k, good = self.rng.choice(fits), self.key, literal(good)
        x = self.fresh("x")
        form = self.rng.choice(("literal",) * 4 * may_fold + ("local",) * 2 + ("select",) * 3 + (
            "volatile", "field", "element", "call", "varargs", "global", "sum", "table"))
        if form == "literal":
            return value
        if form == "call":
            return f"same({value})"
        if form == "varargs":
            return f"last(3, 1L, 2L, (long){value})"
        if form == "select":
            return f"(in == {k} ? {value} : {good})"
        if form == "sum":
            return f"({good} + (in == {k}) * ({value} - {good}))" if abs(bad) < 1 << 30 else value
        if form == "global":
            self.define(x, f"static {kind} {x} = {value};")
            return x
        if form == "table":
            values = ", ".join(value if i == k else good for i in range(self.n_inputs))
            self.define(x, f"static const long {x}[{self.n_inputs}] = {{{values}}};")
            return f"{x}[in]"
        if form == "field":
            self.say(f"struct {{ char c; {kind} n; }} {x} = {{1, {value}}};")
            return f"{x}.n"
        if form == "element":
            self.say(f"{kind} {x}[3] = {{1, {value}, 2}};")
            return f"{x}[1]"
        self.say(f"{'volatile ' if form == 'volatile' else ''}{kind} {x} = {value};")
        return x

    # ---- where an object lives ----

    def values(self, n):
        if self.element.size == 1:
            return "{" + ", ".join([f"'{chr(97 + k % 26)}'" for k in range(n - 1)] + ["0"]) + "}"
        if self.element.size == 32:
            return "{{0}}"
        return "{" + ", ".join(str(k + 1) for k in range(n)) + "}"

    def fill(self, at, n):
        """Sets all of an object that has no initialiser."""
        if self.element.size == 32:
            return [f"memset({at}, 1, {n} * sizeof {at}[0]);"]
        lines = [f"for (int k = 0; k < {n}; k++) {at}[k] = ({self.element.name})(k + 1);"]
        return lines + ([f"{at}[{n - 1}] = 0;"] if self.element.size == 1 else [])

    def local(self, allowed=None, is_set=True):
        """An object with automatic storage."""
        t, n = self.element.name, self.rng.randint(2, 9)
        forms = allowed or ("array", "array", "array", "back", "front", "nested", "matrix", "union", "vla",
                            "alloca", "compound", "scalar")
        form = self.rng.choice([f for f in forms if is_set or f != "compound"])
        head = "{0}, " if self.element.size == 32 else "{1}, "
        top, values = [], self.values(n)
        low = high = True
        if form == "array":
            at, line = "a", f"{t} a[{n}] = {values};"
        elif form == "scalar":
            n, at = 1, "(&a)"
            line = f"{t} a = {'{0}' if self.element.size == 32 else 0};"
        elif form == "back":
            top, at, low = [f"struct holder {{ {t} head[2]; {t} a[{n}]; }};"], "h.a", False
            line = f"struct holder h = {{{head}{values}}};"
        elif form == "front":
            top, at, high = [f"struct holder {{ {t} a[{n}]; {t} tail[2]; }};"], "h.a", False
            line = f"struct holder h = {{{values}}};"
        elif form == "nested":
            top = [f"struct inside {{ {t} head[1]; {t} a[{n}]; }};",
                   f"struct holder {{ {t} x[3]; struct inside in; }};"]
            at, low, line = "h.in.a", False, f"struct holder h = {{{head}{{{head}{values}}}}};"
        elif form == "matrix":
            row = self.rng.randrange(2)
            at, low, high = f"a[{row}]", row == 0, row == 1
            line = f"{t} a[2][{n}] = {{{values}, {values}}};"
        elif form == "union":
            top = [f"union both {{ {t} a[{n}]; unsigned char bytes[{n * self.element.size}]; }};"]
            at, line = "u.a", f"union both u = {{{values}}};"
        elif form == "compound":
            at, line = "a", f"{t} *a = ({t}[{n}]){values};"
        if form in ("vla", "alloca"):
            lines = ([f"int length = {n};", f"{t} a[length];"] if form == "vla" else
                     [f"{t} *a = alloca({n} * sizeof *a);"])
            at, fixed = "a", [f"static {t} a[{n}] = {values};"]
            if is_set:
                lines += self.fill(at, n)
        else:
            lines = [line if is_set else line.split(" =")[0] + ";"]
            fixed = ["static " + line if form != "compound" else f"static {t} a[{n}] = {values};"]
        return Object(top, lines, fixed, at, n, low, high, None)

    def heap(self, is_set=True):
        t, n = self.element.name, self.rng.randint(2, 9)
        form = self.rng.choice(("malloc", "malloc", "calloc", "realloc", "holder"))
        if not is_set and form == "calloc":
            form = "malloc"
        size, at, top, low, base = f"{n} * sizeof *a", "a", [], True, "a"
        if form == "holder":
            top, at, low = [f"struct holder {{ {t} head[2]; {t} a[{n}]; }};"], "h->a", False
            base, lines = "h", ["struct holder *h = malloc(sizeof *h);"]
        elif form == "calloc":
            lines = [f"{t} *a = calloc({n}, sizeof *a);"]
        elif form == "realloc":
            lines = [f"{t} *a = malloc(1);", f"a = realloc(a, {size});"]
        else:
            lines = [f"{t} *a = malloc({size});"]
        return Object(top, lines + (self.fill(at, n) if is_set else []), lines, at, n, low, True,
                      base)

    def declare(self, o, is_static=False):
        self.top += o.top
        self.say(*(o.static_lines if is_static else o.lines))

    def object(self):
        """An object that main can reach, all set."""
        form = self.rng.choice(("local", "local", "heap", "static", "global"))
        if form == "heap":
            o = self.heap()
            self.declare(o)
            self.cleanup.append(f"free({o.base});")
        else:
            o = self.local()
            if form == "global" and o.static_lines[0].startswith("static "):
                self.top += o.top + o.static_lines
            else:
                self.declare(o, form == "static")
        return o

    # ---- how its address travels ----

    def reach(self, at):
        """Another expression for the address."""
        t = self.element.name
        form = self.rng.choice(("direct",) * 8 + ("pointer",) * 2 + (
            "twice", "field", "arrow", "element", "global", "call", "number", "void", "copied",
            "select", "union"))
        if form == "direct":
            return at
        q = self.fresh("q")
        if form == "global":
            self.define(q, f"static {t} *{q};")
            self.say(f"{q} = {at};")
            return q
        if form in ("field", "arrow"):
            self.define("box", f"struct box {{ int n; {t} *p; }};")
            self.say(f"struct box {q} = {{1, {at}}};")
            if form == "field":
                return f"{q}.p"
            self.say(f"struct box *{q}_at = &{q};")
            return f"{q}_at->p"
        if form == "element":
            self.say(f"{t} *{q}[3] = {{0, {at}, 0}};")
            return f"{q}[1]"
        if form == "number":
            self.say(f"unsigned long {q} = (unsigned long){at};")
            return f"(({t} *){q})"
        if form == "void":
            self.say(f"void *{q} = {at};")
            return f"(({t} *){q})"
        if form == "copied":
            self.say(f"void *{q}_raw = {at};", f"{t} *{q};", f"memcpy(&{q}, &{q}_raw, sizeof {q});")
            return q
        if form == "union":
            self.say(f"union {{ {t} *p; unsigned long n; }} {q};",
                     f"{q}.n = (unsigned long){at};")
            return f"{q}.p"
        if form == "select":
            self.say(f"{t} *{q} = in ? {at} : {at};")
            return q
        if form == "call":
            self.say(f"{t} *{q} = same_address({at});")
            return q
        self.say(f"{t} *{q} = {at};")
        if form == "twice":
            self.say(f"{t} **{q}_at = &{q};")
            return f"(*{q}_at)"
        return q

    # ---- what is done with it ----

    def use(self, value, decides=False):
        """A statement that computes a value; the result may be dead."""
        forms = [f"if ({value} == 3) sink++;", f"sink += {value} > 2 ? 1 : 2;",
                 f"switch ((int)({value})) {{ case 1: sink++; break; case 9: sink--; }}"]
        if not decides:
            forms += [f"sink += (unsigned long)({value});", f"eat((long)({value}));",
                      f"long dead = (long)({value});", f"long dead = {value} == 2;",
                      f"(void)({value});", f"{value};", f"sink = 1, {value};"]
        form = self.rng.choice(forms)
        self.is_optional |= form in (f"(void)({value});", f"{value};", f"sink = 1, {value};")
        return form

    def access(self, p, i, roles=("read", "write")):
        """(statement, role): one access of the element i of p."""
        role = self.rng.choice(roles)
        part, at = self.rng.choice(self.element.parts), f"({p} + {i})"
        forms = ["scalar", "scalar", "scalar", "view", "bytes"]
        forms += ["whole"] * 2 if self.element.size == 32 else []
        forms += ["string"] * 2 if self.element.size == 1 else []
        form = self.rng.choice(forms)
        if form == "whole":
            return ((f"struct record copy = {p}[{i}];" if self.chance(.5) else
                     self.use(f"({p}[{i}]{part})")) if role == "read" else
                    f"{p}[{i}] = (struct record){{0}};"), role
        if form == "bytes":
            return self.bytes(at, f"sizeof {p}[0]", role), role
        if form == "string":
            return self.string(f"(char *){at}", role), role
        place = self.rng.choice((f"{p}[{i}]{part}", f"(*{at}){part}"))
        if form == "view":
            view = self.rng.choice([v for v, size in VIEWS if size <= self.element.size])
            place = f"(*({view} *){at})"
        if role == "read":
            return self.use(f"({place})"), role
        if "read" in roles and self.chance(.3):
            return self.rng.choice((f"{place} += 1;", f"{place}++;", f"--{place};")), "read"
        return f"{place} = 7;", role

    def bytes(self, at, size, role):
        """A function of string.h, or a loop, on so many bytes."""
        if role == "write":
            return self.rng.choice((f"memset({at}, 1, {size});", f"memcpy({at}, other, {size});",
                                    f"memmove({at}, other, {size});"))
        return self.rng.choice((
            f"memcpy(other, {at}, {size});", f"memmove(other, {at}, {size});",
            self.use(f"memcmp({at}, other, {size})"), f"sink += memchr({at}, 200, {size}) != 0;",
            f"for (unsigned long k = 0; k < {size}; k++) sink += ((unsigned char *){at})[k];"))

    def string(self, at, role):
        """A function on the string there; at least two bytes are at hand for writing."""
        if role == "write":
            return self.rng.choice((
                f'strcpy({at}, "");', f'strncpy({at}, "b", 1);', f'sprintf({at}, "%s", "");',
                f'snprintf({at}, 1, "%d", 5);'))
        return self.rng.choice((
            self.use(f"strlen({at})"), f"strcpy(text, {at});", self.use(f"strcmp({at}, text)"),
            f"sink += strchr({at}, '~') != 0;", f"strncpy(text, {at}, 99);",
            f'snprintf(text, sizeof text, "%s", {at});', f"text[0] = 0, strcat(text, {at});",
            f"free(strdup({at}));", f'sprintf(text, "<%s>", {at});', self.use(f"strncmp({at}, text, 99)"),
            f"text[0] = 0, strncat(text, {at}, 99);", self.use(f"strnlen({at}, 99)"),
            self.use(f"strspn({at}, \"xyz\")"), self.use(f"(strstr({at}, \"~\") != 0)")))

    # ---- in which scope and function ----

    def wrap(self, lines):
        """Blocks around statements, which may run several times."""
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            form = self.rng.choice(("block", "if", "if", "loop", "bounded", "switch", "do"))
            k = self.key
            before, after = {
                "block": ("{", "}"), "if": (f"if (in == {k}) {{", "}"),
                "loop": ("for (int t = 0; t < 2; t++) {", "}"), "do": ("do {", "} while (0);"),
                "bounded": (f"for (unsigned t = {k // 2}; t <= in; t++) {{", "}"),
                "switch": (f"switch (in) {{ case {k}:; {{", "} break; default: sink++; }"),
            }[form]
            lines = [before, *("  " + line for line in lines), after]
        return lines

    def site(self, make, arguments):
        """Puts statements in main or in a function.  make gives them for the names or expressions
        of what they need; arguments are (type, name, expression in main)."""
        if self.chance(.6):
            return self.say(*self.wrap(make(*(e for _, _, e in arguments))))
        names = [n for _, n, _ in arguments]
        types = [f"{t} {n}".replace("* ", "*") for t, n, _ in arguments]
        form = self.rng.choice(("call", "call", "pure", "pointer", "table", "recursion", "varargs",
                                "box", "box_pointer"))
        body = self.wrap(make(*names))
        actual = ", ".join([e for _, _, e in arguments] + ["in"])
        formal = ", ".join(types + ["unsigned char in"])
        # A pure function may do no more than look.
        is_pure = form == "pure" and not any(word in line for line in body for word in (
            "sink", "eat", "mem", "str", "print", "free", "alloc", "++", "--", "+=", "= 7", "= 0"))
        name = "touch"
        if form == "recursion":
            formal, actual = "int depth, " + formal, f"{self.rng.randint(1, 3)}, {actual}"
            body = [f"if (depth) return touch(depth - 1, {', '.join(names)}, in);", *body]
        elif form == "varargs":
            formal, actual = "int n, ...", f"{len(names)}, {actual}"
            body = ["va_list list;", "va_start(list, n);",
                    *(f"{t} {n} = va_arg(list, {t});".replace("* ", "*", 1)
                      for t, n, _ in arguments),
                    "unsigned char in = (unsigned char)va_arg(list, int);", "va_end(list);", *body]
            actual = ", ".join([actual.split(", ")[0], *(f"({t})({e})" for t, _, e in arguments),
                                "in"])
        elif form in ("box", "box_pointer"):
            arrow = "." if form == "box" else "->"
            self.define("arguments", "struct arguments { " + " ".join(f"{t};" for t in types) +
                        " unsigned char in; };")
            body = [*(f"{t} = from{arrow}{n};" for t, n in zip(types, names)),
                    f"unsigned char in = from{arrow}in;", *body]
            formal = f"struct arguments {'' if form == 'box' else '*'}from"
            actual = f"{'' if form == 'box' else '&'}(struct arguments){{{actual}}}"
        pure = f"__attribute__(({self.rng.choice(('pure', 'const'))})) " if is_pure else ""
        self.define(name, f"{pure}static int touch({formal}) {{", *("  " + line for line in body),
                    "  return (int)in;" if "in" in formal or form != "call" else "  return 0;", "}")
        if form == "pointer":
            self.say(f"int (*f)({formal}) = touch;")
            name = "f"
        elif form == "table":
            self.say(f"int (*const functions[])({formal}) = {{touch, touch}};")
            name = "functions[in & 1]"
        self.say(*self.wrap([f"{name}({actual});" if self.chance(.5) else
                             f"sink += (unsigned long){name}({actual});"]))

    def look(self, at, i, kind=None, roles=("read", "write")):
        """The marked access, through some way to get there."""
        t, at = self.element.name, self.reach(at)

        def make(p, i):
            line, role = self.access(p, i, roles)
            return [line + self.mark(kind or f"{role}-bounds")]

        self.site(make, [(f"{t} *", "p", at), ("long", "i", i)])

    # ---- what is wrong ----

    def bounds(self):
        o = self.object()
        n = o.n
        by = [n] * 3 + [n + 1, n + self.rng.randint(2, 9), n + 500] if o.high else []
        by += [-1] * 2 + [-2, -300] if o.low else []
        bad = self.rng.choice(by)
        self.is_wild = not -2 <= bad <= n
        good = self.rng.choice((0, n - 1))
        form = self.rng.choice(("element", "element", "element", "loop", "length", "view"))
        i = self.number(bad, good)
        if form == "element" or (form == "length" and not n <= bad < n + 20):
            return self.look(o.at, i)
        if form == "view":
            return self.straddle(o, bad, good)
        part = self.element.parts[0]

        def make(p, i):
            role = self.rng.choice(("read", "write"))
            if form == "length":
                return [self.bytes(p, f"(unsigned long)({i} + 1) * sizeof {p}[0]", role) +
                        self.mark(f"{role}-bounds")]
            loop = (f"for (long k = 0; k <= {i}; k++)" if bad > 0 else
                    f"for (long k = {n - 1}; k >= {i}; k--)")
            act = f"{p}[k]{part} = 1;" if role == "write" else f"sink += (unsigned long){p}[k]{part};"
            if bad > 0 and self.chance(.3):
                loop = f"for ({self.element.name} *k = {p}; k <= {p} + {i}; k++)"
                act = act.replace(f"{p}[k]", "(*k)")
            return [f"{loop} {act}{self.mark(f'{role}-bounds')}"]

        self.site(make, [(f"{self.element.name} *", "p", self.reach(o.at)), ("long", "i", i)])

    def straddle(self, o, bad, good):
        """An access of another width that is only partly outside, at a byte of its own."""
        view, size = self.rng.choice(VIEWS)
        total = o.n * self.element.size
        if total < size:
            view, size = "unsigned char", 1
        bad = (total - self.rng.randint(0, size - 1)) if bad > 0 else -self.rng.randint(1, size)
        role = self.rng.choice(("read", "write"))

        def make(p, i):
            place = f"(*({view} *)((char *){p} + {i}))"
            return [(self.use(place) if role == "read" else f"{place} = 3;") +
                    self.mark(f"{role}-bounds")]

        self.site(make, [(f"{self.element.name} *", "p", self.reach(o.at)),
                         ("long", "i", self.number(bad, total - size))])

    def strings(self):
        """A string that has no end, or is longer than where it goes."""
        self.element = ELEMENTS[0]
        o = self.object()
        while not o.high or o.n < 2:
            self.top, self.names, self.lines, self.cleanup = [], list(HEAD_NAMES), [], []
            o = self.object()
        if self.chance(.5):
            self.say("memset(text, 'x', 99);")
            end = self.number(ord("x"), 0)
            self.say(f"memset({o.at}, 'x', {o.n - 1});", f"{o.at}[{o.n - 1}] = (char){end};")
            at = self.reach(o.at)
            return self.site(lambda p: [self.string(p, "read") + self.mark("read-bounds")],
                             [("char *", "p", at)])
        length = self.number(o.n + self.rng.choice((0, 0, 1, 9)), o.n - 1)
        at = self.reach(o.at)

        def make(p, i):
            return [f"memset(text, 'y', (unsigned long){i}), text[{i}] = 0, {p}[0] = 0;",
                    self.rng.choice((
                        f"strcpy({p}, text);", f"strcat({p}, text);", f'sprintf({p}, "%s", text);',
                        f'snprintf({p}, (unsigned long){i} + 1, "%s", text);',
                        f"strncpy({p}, text, (unsigned long){i} + 1);",
                        f'sprintf({p}, "%0*d", (int){i}, 7);')) + self.mark("write-bounds")]

        self.site(make, [("char *", "p", at), ("long", "i", length)])

    def output(self):
        """A text without an end is written out."""
        self.element = ELEMENTS[0]
        o = self.object()
        while not o.high or o.n < 2:
            self.top, self.names, self.lines, self.cleanup = [], list(HEAD_NAMES), [], []
            o = self.object()
        end = self.number(ord("x"), 0)
        self.say(f"memset({o.at}, 'x', {o.n - 1});", f"{o.at}[{o.n - 1}] = (char){end};")
        forms = ('printf("%s\\n", {0});', 'printf("%12s|", {0});', 'printf("%-3s|%s", "", {0});',
                 f'printf("%.{o.n + 1}s", {{0}});', f'printf("%.*s", {o.n + 3}, {{0}});', "puts({0});",
                 "fputs({0}, stdout);", "fputs({0}, stderr);", 'fprintf(stderr, "<%s>", {0});',
                 'fprintf(stdout, "%d%s", 3, {0});', 'dprintf(1, "%s", {0});', "perror({0});")
        line = self.rng.choice(forms)
        self.site(lambda p: [line.format(p) + self.mark("read-bounds")],
                  [("char *", "p", self.reach(o.at))])

    def arguments(self):
        """A function reads a variable argument that the call does not have."""
        kinds = [self.rng.choice(("int", "long", "double", "char *")) for _ in range(self.rng.randint(1, 4))]
        values = {"int": "3", "long": "4L", "double": "1.5", "char *": '"abc"'}
        t = self.rng.choice(("int", "long", "double"))
        kinds = [t] * len(kinds) if self.chance(.5) else kinds + [t]
        cases = "".join(f"case {k}: x += (long)va_arg(list, {kind}); break; " for k, kind in enumerate(kinds))
        self.define("pick", "static long pick(int n, ...) {", "  long x = 0;", "  va_list list;", "  va_start(list, n);",
                    f"  for (int k = 0; k < n; k++) switch (k) {{ {cases}default: x += (long)va_arg(list, {t}); }}"
                    + self.mark("read-bounds"), "  va_end(list);", "  return x;", "}")
        given = "".join(", " + values[kind] for kind in kinds)
        n = self.number(len(kinds) + 1, len(kinds))
        before = f"sink += (unsigned long)pick({len(kinds) + 2}{given}, {values[t]}, {values[t]});"
        name = self.rng.choice(("pick", "pick", "through"))
        self.say("long (*through)(int n, ...) = pick;")
        self.site(lambda n: [*[before][:self.chance(.6)], f"sink += (unsigned long){name}((int){n}{given});"]
                  if name == "pick" else [f"sink += (unsigned long)pick((int){n}{given});"],
                  [("long", "count", n)])

    def lanes(self):
        """An element of a vector."""
        t, size = self.rng.choice((("int", 4), ("long", 8), ("short", 2), ("unsigned char", 1), ("float", 4)))
        n = self.rng.choice((2, 4)) * 8 // size if size < 8 else 2
        self.define("vector", f"typedef {t} vector __attribute__((vector_size({n * size})));")
        self.define("all", f"static vector all = {{{', '.join(str(k + 1) for k in range(n))}}};")
        role = self.rng.choice(("read", "write"))
        i = self.number(self.rng.choice((n, n, n + 1)), n - 1, may_fold=False)
        v = self.rng.choice(("all", "v"))

        def make(i):
            own = ["vector v = all;"][:v == "v"]
            act = f"sink += (unsigned long){v}[{i}];" if role == "read" else f"{v}[{i}] = 3;"
            return [*own, act + self.mark(f"{role}-bounds")]

        self.is_wild = True
        self.site(make, [("long", "i", i)])

    def rounds(self):
        """A pointer to a variable of an earlier round of a loop."""
        t = self.element.name
        o = self.local(("array", "back", "front", "nested", "matrix", "union", "compound", "scalar"))
        line, _ = self.access("p", str(self.rng.randrange(o.n)))
        loop = self.rng.choice(("for (int r = 0; r < 3; r++) {", "int r = 0; while (r++ < 2) {",
                                f"for (int r = 0; r < 2 + (in == {self.key}); r++) {{"))
        self.say(f"{t} *p = 0;")
        self.declare(o if self.is_twin else o._replace(lines=[]))
        body = [*([] if self.is_twin else o.lines), f"if (p) {{ {line} }}" + self.mark("use-scope"),
                f"p = {o.at};"]
        self.say(*self.wrap([loop, *("  " + b for b in body), "}"]))

    def followed(self):
        """A table of pointers of which few are set."""
        t, o = self.element.name, self.object()
        n = self.rng.choice((2, 4, 8))
        slot = self.rng.randrange(n)
        self.say(f"{t} *table[{n}] = {{0}};", f"table[{self.number(slot, slot)}] = {o.at};")
        i = self.number((slot + self.rng.randint(1, n - 1)) % n, slot)
        self.look(f"table[{i}]", str(self.rng.randrange(min(o.n, 3))), "null-pointer")
        self.is_optional |= any('"%s"' in line or "<%s>" in line for line in self.lines + self.top)

    def freed(self):
        o = self.heap()
        self.declare(o)
        when = f"if (in == {self.key}) " if self.chance(.4) else ""
        at = self.reach(o.at)
        if self.chance(.25) and o.base == "a":
            moved = f"realloc({o.base}, {o.n} * 2 * sizeof {o.at}[0])"
            self.say("void *now = a;", f"{when}now = {'a' if self.is_twin else moved};")
            self.cleanup.append("free(now);")
        else:
            self.say("int gone = 0;", "gone += 0;" if self.is_twin else
                     f"{when}gone = 1, free({same_cast(self, o.base)});")
            self.cleanup.append(f"if (!gone) free({o.base});")
        self.look(at, str(self.rng.randrange(o.n)), "use-freed")

    def returned(self):
        t, o = self.element.name, self.local()
        self.is_wild = "length" in o.lines[0] or "alloca" in o.lines[0]
        lines = o.static_lines if self.is_twin else o.lines
        form = self.rng.choice(("result", "global", "out", "field"))
        self.top += o.top
        if form == "result":
            head, give = f"static {t} *leave(void)", [f"{t} *p = {o.at};", "return p;"]
            self.say(f"{t} *p = leave();")
        elif form == "global":
            self.define("left", f"static {t} *left;")
            head, give = "static void leave(void)", [f"left = {o.at};"]
            self.say("leave();", f"{t} *p = left;")
        elif form == "out":
            head, give = f"static void leave({t} **out)", [f"*out = {o.at};"]
            self.say(f"{t} *p = 0;", "leave(&p);")
        else:
            self.define("keep", f"struct keep {{ {t} *p; int n; }};")
            head, give = "static struct keep leave(void)", [f"return (struct keep){{{o.at}, 3}};"]
            self.say("struct keep kept = leave();", f"{t} *p = kept.p;")
        self.define("leave", f"{head} {{", *("  " + line for line in [*lines, *give]), "}")
        self.look("p", str(self.rng.randrange(o.n)), "use-returned")

    def scope(self):
        t = self.element.name
        o = self.local(("array", "back", "front", "nested", "matrix", "union", "vla", "compound",
                        "scalar"))
        self.is_wild = "length" in o.lines[0]
        self.say(f"{t} *p = 0;")
        if self.is_twin:
            self.declare(o)
            self.say("{", f"  p = {o.at};", "}")
        else:
            self.declare(o._replace(lines=[]))
            self.say("{", *("  " + line for line in o.lines), f"  p = {o.at};", "}")
        # The memory of a variable-length array is given back with its block.
        self.look("p", str(self.rng.randrange(o.n)), "use-returned" if self.is_wild else "use-scope")

    def null(self):
        o = self.object()
        is_there = self.number(0, 1)
        self.say(f"{self.element.name} *p = {is_there} ? {o.at} : 0;")
        self.look("p", str(self.rng.randrange(min(o.n, 3))), "null-pointer")
        # glibc prints "(null)" for it.
        self.is_optional |= any('"%s"' in line or "<%s>" in line for line in self.lines + self.top)

    def constant(self):
        t, n = self.element.name, self.rng.randint(2, 9)
        if self.element.size == 1 and self.chance(.5):
            self.say(f'char *a = {"strdup" if self.is_twin else ""}("abcdefgh");')
            if self.is_twin:
                self.cleanup.append("free(a);")
            at = f"(({t} *)a)"
        else:
            self.define("fixed", f"static {'' if self.is_twin else 'const '}{t} fixed[{n}] = "
                        f"{self.values(n)};")
            at = f"(({t} *)fixed)"
        self.look(at, str(self.rng.randrange(n)), "write-constant", ("write",))

    def double_free(self):
        o = self.heap()
        self.declare(o)
        at = self.reach(o.at if o.base == "a" else f"({self.element.name} *)h")
        again = self.number(1, 0)
        self.say(f"free({o.base});")
        self.site(lambda p, again: [f"if ({again}) free({p});" + self.mark("double-free")],
                  [(f"{self.element.name} *", "p", at), ("long", "again", again)])

    def invalid_free(self):
        t = self.element.name
        if self.chance(.4):
            o = self.heap()
            self.declare(o)
            i = self.number(self.rng.choice((1, 1, -1, o.n)), 0)
            base = f"({t} *){o.base}"
        else:
            o = self.local()
            is_static = self.chance(.5)
            self.declare(o, is_static)
            self.say("void *good = malloc(8);", f"{t} *base = {self.number(1, 0)} ? {o.at} : good;")
            base, i = "base", "0"
        at = self.reach(base)
        self.say("int gone = 0;")
        self.cleanup.append("if (!gone) free(" + ("good);" if base == "base" else f"{o.base});"))
        line = "free({0} + {1});"
        make = lambda p, i: [line.format(p, i) + self.mark("invalid-free")]
        self.say(*make(at, i), "gone = 1;")

    def leak(self):
        t, n = self.element.name, self.rng.randint(1, 9)
        call = self.rng.choice((f"malloc({n} * sizeof *a)", f"calloc({n}, sizeof *a)",
                                f"realloc(0, {n} * sizeof *a)", '(void *)strdup("abc")'))
        loses = self.number(1, 0)
        form = self.rng.choice(("drop", "overwrite", "inside", "function"))
        mark = self.mark("leak")

        def make(loses):
            free = f"if (!{loses}) free(a);"
            if form == "overwrite":
                return [f"{t} *a = {call};{mark}", f"{t} *b = a;", "a = malloc(5);",
                        f"if (!{loses}) free(b);", "free(a);"]
            if form == "inside":
                return [f"{t} **node = malloc(sizeof *node);", f"{t} *a = {call};{mark}",
                        "*node = a;", f"if (!{loses}) free(*node);", "free(node);", "a = 0;"]
            return [f"{t} *a = {call};{mark}", "memset(a, 0, 1);", free, "a = 0;"]

        self.site(make, [("long", "loses", loses)])

    def unset(self):
        t = self.element.name
        is_heap = self.chance(.4)
        o = self.heap(is_set=False) if is_heap else self.local(is_set=False)
        self.declare(o)
        if is_heap:
            self.cleanup.append(f"free({o.base});")
        n, hole, parts = o.n, self.rng.randrange(o.n), self.element.parts
        whole = self.element.size == 32
        one = f"memset(&{o.at}[{{0}}], 1, sizeof {o.at}[0]);" if whole else f"{o.at}[{{0}}] = 1;"
        form = self.rng.choice(("index", "index", "set", "prefix")) if n > 1 else "set"
        if form == "index":  # one element is never set
            self.say(f"for (int k = 0; k < {n}; k++) if (k != {hole}) " + one.format("k"))
            i = self.number(hole, (hole + 1) % n)
        elif form == "prefix":
            hole = n - 1
            length = self.number(n - 1, n)
            self.say(f"memset({o.at}, 1, (unsigned long){length} * sizeof {o.at}[0]);")
            i = str(hole)
        else:
            sets = self.number(0, 1)
            self.say(f"for (int k = 0; k < {n}; k++) if (k != {hole} || {sets}) " + one.format("k"))
            i = str(hole)
        at = o.at
        if self.chance(.3):
            self.say(f"{t} copy[{n}];", f"memcpy(copy, {at}, sizeof copy);")
            at = "copy"
        at, part = self.reach(at), self.rng.choice(parts)
        decides = self.chance(.7)

        def make(p, i):
            value = (f"memcmp(&{p}[{i}], other, sizeof {p}[0])" if self.chance(.15) else
                     f"({p}[{i}]{part})")
            return [self.use(value, decides) + self.mark("read-unset")]

        self.site(make, [(f"{t} *", "p", at), ("long", "i", i)])

    # ---- arithmetic ----

    def compute(self, kind, kinds, x, op, bad, good):
        """x op y, with the marked y."""
        t = self.rng.choice(kinds) if not isinstance(kinds, str) else kinds
        # What clang computes of constants alone is gone before anybody can see it.
        left, right = self.number(x, x, (t,)), self.number(bad, good, (t,), may_fold=False)
        if self.chance(.3):  # an operand of memory
            self.say(f"{t} cells[2] = {{({t}){left}, ({t}){right}}};")
            left, right = "cells[0]", "cells[1]"

        def make(x, y):
            expr = f"(({t}){x} {op} ({t}){y})"
            if self.chance(.3):
                return [f"{t} z = ({t}){x};", f"z {op}= ({t}){y};{self.mark(kind)}"]
            return [self.use(expr) + self.mark(kind)]

        self.site(make, [(t, "x", left), (t, "y", right)])

    def division(self):
        kinds = ("int", "unsigned", "long", "unsigned long")
        self.compute("division", kinds, self.rng.randint(-50, 99), self.rng.choice("/%"), 0,
                     self.rng.randint(1, 9))

    def quotient(self):
        t, bits = self.rng.choice(list(NUMBERS.items()))
        self.compute("division-overflow", t, -2 ** (bits - 1), self.rng.choice("/%"), -1,
                     self.rng.choice((1, 2, -2)))

    def shift(self):
        t = self.rng.choice(("int", "unsigned", "long", "unsigned long"))
        width = 8 * SIZES[t]
        op = self.rng.choice(("<<", ">>"))
        overflows = op == "<<" and t in NUMBERS  # by so many bits that the sign changes
        self.compute("shift", t, self.rng.randint(1, 9), op,
                     self.rng.choice((width, width, width + 1, 100, -1, -5)),
                     self.rng.choice((0, 1, 2 if overflows else width - 1)))

    def overflow(self):
        t, bits = self.rng.choice(list(NUMBERS.items()))
        top, by = 2 ** (bits - 1) - 1, self.rng.randint(1, 9)
        form = self.rng.choice(("+", "-", "*", "negate", "step"))
        if form in "+-*":
            x, bad, good = {"+": (top - by, by + 1, by), "-": (-top - 1 + by, by + 1, by),
                            "*": (1 << bits // 2, 1 << bits // 2 - 1, 3)}[form]
            return self.compute("overflow", t, x, form, bad, good)
        step = self.rng.choice((1, -1))
        x = self.number(-top - 1 if form == "negate" or step < 0 else top, 5, (t,))
        line = (self.use(f"(-({t}){{0}})") if form == "negate" else
                self.rng.choice(("z++;", "++z;") if step > 0 else ("z--;", "--z;")))
        self.site(lambda x: [f"{t} z = ({t}){x};", line.replace("{0}", "z") + self.mark("overflow")],
                  [(t, "x", x)])

    # ---- the whole ----

    def write(self):
        """(text, plan); of a twin the plan is None."""
        getattr(self, self.kind)()
        klee = self.chance(.25)
        symbolic = ("klee_make_symbolic(&in, sizeof in, \"in\");", "klee_assume") if klee else (
            "nadir_symbolic(&in, sizeof in, \"in\");", "nadir_assume")
        main = ["unsigned char in;", symbolic[0], f"{symbolic[1]}(in < {self.n_inputs});",
                *self.lines, *self.cleanup, "return 0;"]
        head = HEAD.format(header="<klee/klee.h>" if klee else "<nadir.h>")
        record = [RECORD] if self.element.size == 32 else []
        lines = [*head.splitlines(), *record, *self.top, "", "int main(void) {",
                 *("  " + line for line in main), "}"]
        marks = [(k, line.split("// ERROR: ")[1]) for k, line in enumerate(lines, 1)
                 if "// ERROR: " in line]
        (line, kind), = marks
        if self.is_twin:
            lines[line - 1] = lines[line - 1].split(" // ERROR")[0]
        plan = None if self.is_twin else Plan(kind, line, self.is_wild, self.is_optional)
        return "\n".join(lines) + "\n", plan


def same_cast(writer, base):
    """The address to free, sometimes through a function."""
    return f"same_address({base})" if writer.chance(.3) else base


SIZES = {"short": 2, "int": 4, "unsigned": 4, "long": 8, "unsigned long": 8}
# What is planted, and how often.
HAZARDS = {"bounds": 8, "strings": 3, "freed": 3, "returned": 2, "scope": 2, "null": 2,
           "constant": 1, "double_free": 1, "invalid_free": 1, "leak": 2, "unset": 5,
           "division": 2, "quotient": 1, "shift": 2, "overflow": 3, "output": 3, "arguments": 2, "lanes": 2,
           "rounds": 3, "followed": 2}
