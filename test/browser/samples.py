"""Folders as `nadir worst` leaves them, for the tests of the page: worst.json and the sources, made
up but with true figures.

    samples.py DIR     writes all of them there, to be looked at
"""

import json
import pathlib
import random
import sys

INSERTION = """\
/* insertion_sort.c: every element sinks to its place. */

void insertion_sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}
"""

DIJKSTRA = """\
#define MAX 128
int dijkstra(int n, int graph[n][n], int source) {
  int distance[MAX], done[MAX] = {0};
  for (int i = 0; i < n; i++)
    distance[i] = i == source ? 0 : 1 << 30;
  for (int round = 0; round < n; round++) {
    int u = -1;
    for (int i = 0; i < n; i++)
      if (!done[i] && (u < 0 || distance[i] < distance[u]))
        u = i;
    done[u] = 1;
    for (int v = 0; v < n; v++)
      if (graph[u][v] && distance[u] + graph[u][v] < distance[v])
        distance[v] = distance[u] + graph[u][v];
  }
  return distance[n - 1];
}
"""


def shape(name, kind, element_bytes, *dimensions):
    return {"name": name, "kind": kind, "bytes": element_bytes, "dimensions": list(dimensions)}


def size(n, cost, **members):
    """A size as a strategy leaves it; members say what differs."""
    entry = {
        "size": n, "cost": cost, "proven": False, "how": "wise", "why": None,
        "verified": {"vm": True, "native": True, "vm_cost": cost, "native_cost": None,
                     "native_how": "same path; counted in the machine"},
        "paths": {"feasible": 1, "infeasible": 0, "error": 0, "unfinished": 0},
        "queries": 12, "seconds": 0.21, "test": f"worst-{n}.ktest", "path": f"worst-{n}.path",
        "input": {}, "shapes": [], "decisions": "", "sites": [], "strip": [], "history": [],
        "lines": [], "ledger": [],
    }
    entry.update(members)
    return entry


def report(sizes, **members):
    whole = {
        "program": {"folder": "/nowhere", "files": ["program.c"], "flags": [], "arguments": []},
        "call": None, "function": None, "strategy": "auto", "metric": "branches",
        "unit": "branches", "seed": 1, "out": "nadir-out", "sizes": sizes, "growth": None,
        "said": [], "command": "nadir worst program.c --size 1:8", "version": "0.1.0",
        "seconds": 6.5,
    }
    whole.update(members)
    return whole


def insertion_size(n, proven):
    cost = n * (n - 1) // 2
    paths = 1
    for i in range(2, n + 1):
        paths *= i
    history = [{"cost": cost * k // 5, "paths": 1 + (paths - 1) * k // 9,
                "seconds": 0.001 + 0.02 * k * k, "strategy": "exhaustive"} for k in range(6)]
    if not proven:
        paths = 4321
        history = [{"cost": 2400 + 60 * k, "paths": 3 + 7 * k * k, "seconds": 0.3 + 0.05 * k * k,
                    "strategy": "random"} for k in range(20)]
        history += [{"cost": 3100 + k * 100, "paths": 2800 + 100 * k,
                     "seconds": 20 + 0.5 * k, "strategy": "improve"} for k in range(8)]
        history += [{"cost": cost, "paths": 4321, "seconds": 31.5, "strategy": "wise"}]
    # random took many paths, a learner that improved nothing some, and its policy had a view.
    series = [] if proven else [
        {"strategy": "random", "policy": False, "samples": [
            [2 ** k, 0.01 * 2 ** k, 2 ** k, (2000 + 20 * k) * 2 ** k, 2200 + 100 * k, 2100] for k in range(12)]},
        {"strategy": "pyse", "policy": False, "samples": [
            [2100 + 60 * k, 21 + k, 9, 9 * (1500 + 60 * k), 1900 + 60 * k, 1700] for k in range(9)]},
        {"strategy": "pyse", "policy": True, "samples": [
            [2100 + 60 * k, 21 + k, 9, 9 * 1700, 2400, 1200 + 150 * k] for k in range(9)]}]
    return size(
        n, cost, proven=proven, how="exhaustive" if proven else "wise",
        why="the whole tree was searched" if proven else "the policy reproduces sizes 1 to 8",
        paths={"feasible": paths, "infeasible": 0, "error": 0, "unfinished": 0},
        seconds=0.01 * 2 ** n if proven else 31.8, queries=3 * paths,
        input={"a": list(range(n, 0, -1))}, shapes=[shape("a", "signed", 4, n)],
        decisions=f"1x{cost}" if cost else "",
        sites=[{"function": "insertion_sort", "file": "insertion_sort.c", "line": 6, "column": 21,
                "kind": "branch"}],
        strip=[[0, 1, cost]] if cost else [], history=history, series=series,
        lines=[{"file": "insertion_sort.c", "counts": [
            [3, 1], [4, n], [5, n - 1], [6, cost + n - 1], [7, cost], [8, cost], [10, n - 1],
            [12, 1]]}],
        ledger=[{"reason": "finished", "meaning": "returned from main or called exit", "n": paths}])


def insertion(folder):
    (folder / "insertion_sort.c").write_text(INSERTION)
    sizes = [insertion_size(n, True) for n in range(1, 9)] + [insertion_size(100, False)]
    growth = {"kind": "exact", "exact": "1/2*N^2 - 1/2*N", "class": "n^2", "coefficient": 0.5,
              "text": "grows like N^2: 1/2*N^2 - 1/2*N branches, exact at sizes 1 to 8; the input found at 100 follows it",
              "checked": [{"size": 100, "predicted": "4950", "found": 4950,
                           "met": True}],
              "curve": [[n, n * (n - 1) / 2] for n in range(1, 101)]}
    return report(
        sizes, growth=growth, call="insertion_sort(int a[N], N)", function="insertion_sort",
        program={"folder": str(folder), "files": ["insertion_sort.c"], "flags": [],
                 "arguments": []},
        said=["exhaustive at N = 1 to 8 (5.1 s): every path was looked at",
              "wise: always taking side 1 at insertion_sort.c:6 reproduces all of them",
              "at N = 100 the policy leaves one path; 4950 as the formula predicted"],
        command="nadir worst insertion_sort.c --call 'insertion_sort(int a[N], N)' --size 1:8,100")


def graph_size(rng, n):
    matrix = [[0 if i == j else rng.choice([0, rng.randint(1, 30)]) for j in range(n)]
              for i in range(n)]
    sites = [{"function": "dijkstra", "file": "dijkstra.c", "line": line, "column": column,
              "kind": "branch"} for line, column in ((9, 11), (9, 32), (13, 11), (13, 26))]
    strip, cost = [], 0
    for _ in range(n * n):
        strip.append([rng.randrange(4), rng.randrange(2), rng.randint(1, 3)])
        cost += strip[-1][2]
    return size(n, cost, proven=n < 5, input={"graph": matrix, "source": 0},
                shapes=[shape("graph", "signed", 4, n, n), shape("source", "signed", 4)],
                sites=sites, strip=strip,
                decisions=" ".join(f"{side}x{count}" for _, side, count in strip),
                history=[{"cost": cost, "paths": 1, "seconds": 0.1, "strategy": "wise"}],
                lines=[{"file": "dijkstra.c", "counts": [[6, n + 1], [9, n * n], [13, n * n]]},
                       {"file": "gone.c", "counts": [[1, 1]]}])


def graph(folder):
    (folder / "dijkstra.c").write_text(DIJKSTRA)
    rng = random.Random(1)
    sizes = [graph_size(rng, n) for n in (2, 3, 4, 8, 40, 100)]
    growth = {"kind": "trend", "exact": None, "class": "n^2",
              "trend": {"kind": "multiplies", "class": "n^2", "sizes": [25, 50, 100], "ratios": [3.9, 4.0],
                        "exponent": 2.0, "start_up": 0},
              "text": "the inputs found cost 4 times as much when N doubles (25 → 50 → 100): at least like N^2; "
                      "no size is proven", "checked": [],
              "curve": [[n, 2.01 * n * n - 3.2] for n in range(2, 101)]}
    return report(sizes, growth=growth, function="dijkstra", call="dijkstra(N, int graph[N][N], 0)",
                  program={"folder": str(folder), "files": ["dijkstra.c"], "flags": [],
                           "arguments": []})


def text(folder):
    word = "a(b|c)*\\\"d\n\0\xe9<&>" * 3
    entry = size(len(word), 1234567, proven=True, input={"s": word, "key": "00ff7f" * 10, "n": 7},
                 shapes=[shape("s", "char", 1, len(word)), shape("key", "bytes", 1, 30),
                         shape("n", "unsigned", 8)])
    return report([entry], metric="instructions", unit="instructions",
                  program={"folder": str(folder), "files": ["sub/match.c"], "flags": [],
                           "arguments": []})


def failed(folder):
    sizes = [size(n, n * 3) for n in (1, 2, 3)]
    sizes.append(size(4, None, why="every path came to an end of memory", how=None, test=None,
                      ledger=[{"reason": "memory", "meaning": "the program's own memory is more "
                               "than allowed", "n": 17}]))
    return report(sizes)


def nothing(folder):
    return report([size(4, None, why="no path finished in 1 s", how=None)])


def single(folder):
    return report([insertion_size(7, True)], function="insertion_sort")


def large(folder):
    n = 100000
    rng = random.Random(2)
    values = [rng.randint(-50, 50) + i // 100 for i in range(n)]
    values[n // 2] = 2 ** 31 - 1
    entry = size(n, 987654321, input={"a": values, "few": [1, -2 ** 31, 3, 2 ** 31 - 1, 5, 0]},
                 shapes=[shape("a", "signed", 4, n), shape("few", "signed", 4, 6)])
    return report([size(10, 30), size(1000, 4000), entry], unit="loads and stores", metric="memory")


def long(folder):
    """Half a million decisions that never repeat."""
    rng = random.Random(3)
    sites = [{"function": f"function_{i}", "file": "/deep/in/a/folder/long.c", "line": 10 * i,
              "column": 3, "kind": "switch" if i == 4 else "branch"} for i in range(1, 33)]
    strip = [[(i // 17000 + rng.randrange(3)) % 32, rng.randrange(2) if i % 5 else i % 9, 1]
             for i in range(500000)]
    sizes = [size(n, 5000 * n, sites=sites, strip=strip if n == 100 else strip[:n * 100],
                  input={"a": list(range(n))}, shapes=[shape("a", "unsigned", 2, n)],
                  decisions="1x1 0x1 " * 250000 if n == 100 else "1x1")
             for n in range(1, 101)]
    return report(sizes)


def hostile(folder):
    evil = "<script>document.title='taken'</script>\"'><img src=x onerror=alert(1)>&amp;"
    (folder / "evil.c").write_bytes(b"int f(void) { return 1; } // </code></table>" + evil.encode()
                                    + b"\r\n\xff\x00\x1b[31m caf\xe9 \xe2\x82\xac\n")
    entry = size(3, 5, how=evil, why=evil, test=evil, input={evil: "<b>'\"&"},
                 shapes=[shape(evil, "char", 1, 6)], decisions=evil,
                 sites=[{"function": evil, "file": evil, "line": 1, "column": 1, "kind": evil}],
                 strip=[[0, 1, 5]],
                 history=[{"cost": k, "paths": k, "seconds": k, "strategy": evil} for k in (1, 2)],
                 lines=[{"file": "evil.c", "counts": [[1, 5], [2, 1]]},
                        {"file": evil, "counts": [[1, 5]]}],
                 ledger=[{"reason": evil, "meaning": evil, "n": 1}])
    entry["verified"]["native_how"] = evil
    return report([entry], call=evil, function=evil, strategy=evil, metric=evil, unit=evil, out=evil,
                  said=[evil], command=evil, version=evil,
                  growth={"exact": evil, "class": evil, "text": evil, "coefficient": 1,
                          "checked": [{"size": 1, "predicted": evil, "found": 1}], "curve": []},
                  program={"folder": str(folder), "files": [evil], "flags": [], "arguments": []})


ALL = [insertion, graph, text, failed, nothing, single, large, long, hostile]


def write(make, top):
    """The folder of one sample, and its worst.json as data."""
    folder = pathlib.Path(top) / make.__name__
    folder.mkdir(parents=True, exist_ok=True)
    data = make(folder)
    (folder / "worst.json").write_text(json.dumps(data))
    return folder, data


if __name__ == "__main__":
    for sample in ALL:
        print(write(sample, sys.argv[1])[0])
