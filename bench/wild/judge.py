"""What is said of a result of nadir worst, given what is known about the program."""

import fractions
import math
import re

RIGHT_FROM = 0.9  # of the best known cost
SLOWING = 0.97  # as in src/growth/trend.c
EXPECTED = {"endless": "an endless run", "long": "a long run", "error": "an error"}
TOO_HIGH, CLOSE = 0.25, 0.25  # powers of N that what is said may be above and below what is true


def law(text, n):
    """The value of an exact law at n, None where it is not a polynomial as nadir writes it."""
    code = re.sub(r"(\d+)/(\d+)", r"F(\1, \2)", text.replace("^", "**"))
    if not re.fullmatch(r"[\dNF(),+*/ -]*", code):
        return None
    try:
        return eval(code, {"F": fractions.Fraction, "N": fractions.Fraction(n)})
    except (SyntaxError, TypeError, ZeroDivisionError):
        return None


def class_fits(named, classes):
    if not named or "?" in classes:
        return True
    if re.fullmatch(r"[\d.]+\^n|c\^n", named):
        named = "c^n"
    return named in classes


def wrong_claims(entry, known, result):
    """Sentences, each a claim that what is known contradicts."""
    out = []
    best = {int(n): k["cost"] for n, k in known.items()}
    for s in result["sizes"]:
        if entry.expect and s.get("proven") and not tells_of(entry.expect, result):
            out.append(f"N={s['size']}: proven, but some input ends in {EXPECTED[entry.expect]}")
        if s.get("proven") and s["cost"] is not None and s["cost"] < best.get(s["size"], 0):
            out.append(f"N={s['size']}: proven {s['cost']}, but {best[s['size']]} is possible")
    growth = result.get("growth") or {}
    if growth.get("exact"):
        for n, cost in best.items():
            value = law(growth["exact"], n)
            if value is not None and value < cost:
                out.append(f"{growth['exact']} is {value} at N={n}, but {cost} is possible")
                break
    if not entry.expect and judge_class(growth, result["sizes"][-1]["size"], entry.classes) == "wrong":
        out.append(f"class {growth['class']}, but it is {' or '.join(entry.classes)}")
    return out


POWERS = {"1": 0, "log n": 0, "log^2 n": 0, "sqrt n": 0.5, "n": 1, "n log n": 1, "n sqrt n": 1.5, "n^2": 2, "n^2 log n": 2, "n^3": 3, "n^4": 4}


def judge_class(growth, n, classes):
    """What the class is worth: one of what was found, and not proven, is a lower bound."""
    named = growth.get("class")
    if class_fits(named, classes):
        return "right"
    if growth["kind"] == "exact" or named not in POWERS:
        return "wrong"
    true = [math.inf if c not in POWERS else local_power(c, n) for c in classes]
    return "weaker" if local_power(named, n) < max(true) else "wrong"


def local_power(name, n):
    """The power of N that a class looks like between n / 2 and n; None: it has none."""
    if name not in POWERS:
        return None
    logs = math.log2(math.log2(n) / math.log2(n / 2)) if "log" in name else 0
    return POWERS[name] + logs * (2 if "log^2" in name else 1)


def judge_growth(entry, result):
    """How good what is said of growth is: right, weaker, nothing, wrong; None: not judged."""
    growth = result.get("growth") or {}
    trend = growth.get("trend") or {}
    if "?" in entry.classes or entry.expect:
        return None
    if growth.get("class"):
        return judge_class(growth, result["sizes"][-1]["size"], entry.classes)
    if not trend:
        return "nothing"
    is_fast = any(c in ("c^n", "n!") for c in entry.classes)
    if trend["kind"] == "steps":
        return "right" if is_fast else "wrong"
    if trend["kind"] == "multiplies" and trend["exponent"] is None:
        return "nothing"
    if is_fast:
        return "weaker"
    true = max(local_power(c, trend["sizes"][-1]) for c in entry.classes)
    said = trend["exponent"] if trend["kind"] == "multiplies" else local_power("log n", trend["sizes"][-1])
    if trend["kind"] != "multiplies":
        return "right" if true <= 0.5 else "weaker"
    is_slowing = trend["kind"] == "multiplies" and trend["ratios"][1] < SLOWING * trend["ratios"][0]
    if is_slowing and said > true:  # it says that the power falls
        return "right" if said < true + 2 * TOO_HIGH else "wrong"
    return "wrong" if said > true + TOO_HIGH else "right" if said > true - CLOSE else "weaker"


def tells_of(kind, result):
    """Does a result tell of an error that was found, of a path that never ends, or of one that was given up?"""
    kinds = {e["kind"] for e in result.get("errors", [])}
    if kind == "long":
        return any(s.get("unended") for s in result["sizes"])
    if kind == "endless":
        return "endless" in kinds
    return bool(kinds - {"endless"})


def judge(entry, known, result):
    """The verdict (right, short, wrong, failed) and why."""
    if not result:
        return "failed", "no result", None
    costs = {s["size"]: s["cost"] for s in result["sizes"]}
    empty = [n for n, cost in sorted(costs.items()) if not cost]
    wrong = wrong_claims(entry, known, result)
    ratio = None
    if str(entry.large) in known and costs.get(entry.large):
        ratio = costs[entry.large] / known[str(entry.large)]["cost"]
    if wrong:
        return "wrong", "; ".join(wrong), ratio
    if entry.expect:
        if tells_of(entry.expect, result):
            return "right", f"tells of {EXPECTED[entry.expect]}", None
        return ("failed" if empty else "short"), f"does not tell of {EXPECTED[entry.expect]}", None
    if empty:
        return "failed", "nothing at N=" + ", ".join(map(str, empty)), ratio
    low = [(costs[int(n)] / k["cost"], n) for n, k in known.items() if costs.get(int(n))]
    least, at = min(low, default=(1, 0))
    if least < RIGHT_FROM:
        return "short", f"{least:.2f} of what is known at N={at}", ratio
    return "right", "", ratio
