"""plot.py: charts as SVG, styled by the style sheet of nadir's pages (src/report/page.css).

Ticks are 1, 2 or 5 times a power of ten apart.  A mark that lies outside an axis is drawn at its end.
"""

import html
import math

LEFT, RIGHT, TOP, BOTTOM, MARK, ARROW = 76, 24, 12, 52, 4, 13
NARROW_SPACE = "\u202f"


def count(n):
    """As typographers do it: 1234, but 12 345."""
    return str(n) if abs(n) < 10000 else f"{n:,}".replace(",", NARROW_SPACE)


def real(x):
    """Three digits that count."""
    if x is None or not math.isfinite(x):
        return "—"
    sign, x = "−" if x < 0 else "", abs(x)
    power = math.floor(math.log10(x) + 1e-9) if x else 0
    if power >= 7 or power < -3:
        front = x / 10**power
        raised = str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        return sign + (f"{front:.3g}×" if abs(front - 1) > 1e-9 else "") + "10" + raised
    return sign + (count(int(x + 0.5)) if x >= 999.5 else f"{x:.3g}")


def seconds(s):
    if s < 0.01:
        return f"{s * 1000:.1f}{NARROW_SPACE}ms"
    if s < 100:
        return f"{s:.{2 if s < 10 else 1}f}{NARROW_SPACE}s"
    large, small, unit, part = (s // 60, s % 60, "min", "s") if s < 3600 else (s // 3600, s % 3600 // 60, "h", "min")
    return f"{large:.0f}{NARROW_SPACE}{unit} {small:02.0f}{NARROW_SPACE}{part}"


def look(i):
    """(class, mark) of the i-th line: a colour that comes again has another mark; the fifth is drawn by its outlines."""
    filled = ("disc", "square", "triangle", "diamond")
    colour, turn = i % 10, i // 10
    return f"c{colour}", "cross" if colour == 4 and not turn else filled[(colour + turn) % len(filled)]


def mark(name, x, y):
    s = MARK
    if name == "disc":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{s:.1f}"/>'
    if name == "at least":
        arrow, head = min(ARROW, y - s * 1.4 - 1), s * 0.75
        up = (f'<path class="arrow" d="M{x:.1f} {y - s * 1.4:.1f}v{-arrow:.1f}m{-head:.1f} {head:.1f}'
              f'l{head:.1f} {-head:.1f}l{head:.1f} {head:.1f}"/>') if arrow > head else ""
        return up + mark("diamond", x, y)
    d = 1.4 * s
    paths = {"diamond": f"M{x:.1f} {y - d:.1f}l{d:.1f} {d:.1f}l{-d:.1f} {d:.1f}l{-d:.1f} {-d:.1f}z",
             "square": f"M{x - s:.1f} {y - s:.1f}h{2 * s:.1f}v{2 * s:.1f}h{-2 * s:.1f}z",
             "triangle": f"M{x:.1f} {y - s * 1.2:.1f}l{s * 1.2:.1f} {s * 2.1:.1f}h{-s * 2.4:.1f}z",
             "cross": f"M{x - s:.1f} {y - s:.1f}l{2 * s:.1f} {2 * s:.1f}m0 {-2 * s:.1f}l{-2 * s:.1f} {2 * s:.1f}"}
    return f'<path d="{paths[name]}"/>'


def key(mark_name, classes, name):
    """What a line or a mark means."""
    return (f'<span><svg class="key" viewBox="0 0 28 14" aria-hidden="true"><path class="line {classes}" d="M1 7H27"/>'
            f'<g class="{classes}">{mark(mark_name, 14, 7)}</g></svg> {html.escape(name)}</span> ')


def nice_above(x):
    """The smallest of 1, 2, 5 times a power of ten that is not below x."""
    unit = 10.0**math.floor(math.log10(x))
    return next(step * unit for step in (1, 2, 5, 10, 20) if step * unit >= x * (1 - 1e-9))


class Axis:
    def __init__(self, values, low=None, is_log=False, is_whole=False, names=None):
        """Fits the values; linear from `low` if that is given, logarithmic only where something is above 0."""
        positive = [x for x in values if x > 0]
        self.is_log = is_log and bool(positive) and not names
        self.is_whole, self.names = is_whole, names
        high = max(values, default=0)
        if names:
            self.low, self.high = -0.5, len(names) - 0.5
        elif self.is_log:
            self.low, self.high = 1 / nice_above(1 / min(positive)), nice_above(max(high, min(positive)))
            self.high = self.low * 10 if self.high < self.low * 2 else self.high
        else:
            low = min(values, default=0) if low is None else low
            self.low, self.high = low, max(high, low + max(abs(low) * 1e-6, 1 if is_whole else 1e-9))
            self.low = 0 if 0 <= low < 0.5 * self.high else self.step() * math.floor(low / self.step())
            self.high = self.step() * math.ceil(self.high / self.step() - 1e-6)

    def step(self):
        return nice_above(max((self.high - self.low) / 6, 1 if self.is_whole else 0))

    def place(self, value):
        """From 0 at the beginning of the axis to 1 at its end."""
        at = (math.log(max(value, self.low) / self.low) / math.log(self.high / self.low) if self.is_log
              else (value - self.low) / (self.high - self.low))
        return min(max(at, 0), 1)

    def ticks(self):
        if self.names:
            return [(i, html.escape(name)) for i, name in enumerate(self.names)]
        if not self.is_log:
            first, last = math.ceil(self.low / self.step() - 1e-6), math.floor(self.high / self.step() + 1e-6)
            return [(i * self.step(), real(i * self.step())) for i in range(first, last + 1)]
        decades = math.log10(self.high / self.low)
        powers = range(math.floor(math.log10(self.low) + 1e-9), math.floor(math.log10(self.high) + 1e-9) + 1,
                       max(1, math.ceil(decades / 7)))
        values = [between * 10.0**power for power in powers for between in ((1, 2, 5) if decades < 2 else (1,))]
        return [(x, real(x)) for x in values if self.low * (1 - 1e-9) <= x <= self.high * (1 + 1e-9)]


class Plot:
    def __init__(self, title, x, y, x_label, y_label, width=430, height=260):
        self.x, self.y, self.width, self.height = x, y, width, height
        right, bottom = width - RIGHT, height - BOTTOM
        self.parts = [f'<svg class="plot" viewBox="0 0 {width} {height}" role="img" aria-label="{html.escape(title)}">\n']
        for value, name in x.ticks():
            at = self.at(value, 0)[0]
            self.parts.append(f'<path class="grid" d="M{at:.1f} {TOP}V{bottom}"/><text x="{at:.1f}" y="{bottom + 18}" '
                              f'text-anchor="middle">{name}</text>')
        for value, name in y.ticks():
            at = self.at(0, value)[1]
            self.parts.append(f'<path class="grid" d="M{LEFT} {at:.1f}H{right}"/><text x="{LEFT - 8}" y="{at + 4.5:.1f}" '
                              f'text-anchor="end">{name}</text>')
        self.parts.append(f'<path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}"/>'
                          f'<text class="label" x="{(LEFT + right) / 2:.1f}" y="{height - 8}" text-anchor="middle">'
                          f'{html.escape(x_label)}</text><text class="label" transform="translate(14 {(TOP + bottom) / 2:.1f}) '
                          f'rotate(-90)" text-anchor="middle">{html.escape(y_label)}</text>\n')

    def at(self, x, y):
        return (LEFT + self.x.place(x) * (self.width - LEFT - RIGHT),
                self.height - BOTTOM - self.y.place(y) * (self.height - TOP - BOTTOM))

    def line(self, classes, points):
        if points:
            path = "L".join("{:.1f} {:.1f}".format(*self.at(x, y)) for x, y in points)
            self.parts.append(f'<path class="line {classes}" d="M{path}"/>\n')

    def point(self, mark_name, classes, point, tip=""):
        title = f"<title>{html.escape(tip)}</title>" if tip else ""
        self.parts.append(f'<g class="mark {classes}">{title}{mark(mark_name, *self.at(*point))}</g>\n')

    def text(self):
        return "".join(self.parts) + "</svg>\n"
