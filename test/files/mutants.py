"""Damaged files of every format that nadir reads: it refuses them or not, and never dies.

    mutants.py NADIR SEED N        N mutants of each format; 1 as exit code if one kills nadir

A mutant is a good file with a few bytes changed, cut out, doubled or taken from elsewhere in it.
"""

import pathlib
import random
import resource
import subprocess
import sys
import tempfile

import stores

SOURCE = """
#include <stdio.h>
#include <stdlib.h>
struct P { int x; char c[5]; double d; struct P *next; };
static struct P table[3] = {{1, "abcd", 2.5, 0}, {2, "", 1e9, &table[0]}};
int __VERIFIER_nondet_int(void);
static long sum(int n, ...) {
  __builtin_va_list l;
  long s = 0;
  __builtin_va_start(l, n);
  while (n--) s += __builtin_va_arg(l, int);
  __builtin_va_end(l);
  return s;
}
int main(int argc, char **argv) {
  int x = __VERIFIER_nondet_int();
  struct P *p = malloc(sizeof *p);
  *p = table[x & 1];
  switch (x) {
  case 1: case 7: p->x++; break;
  case 9: printf("%s %f\\n", p->c, p->d); break;
  default: p->x -= (int)sum(3, x, 2, 3);
  }
  for (int i = 0; i < (x & 3); i++) table[i].x ^= p->x << i;
  free(p);
  return table[0].x > 5 && argc ? 1 : 0;
}
"""
SMT = """
(set-logic QF_ABV)
(declare-fun a () (_ BitVec 32))
(declare-const m (Array (_ BitVec 8) (_ BitVec 8)))
(define-fun f ((x (_ BitVec 32))) (_ BitVec 32) (bvadd x #x00000001))
(assert (let ((y (bvmul a #b00000000000000000000000000000011))) (= (f y) (_ bv10 32))))
(assert (bvult ((_ extract 7 0) a) (select (store m #x01 #xff) #x01)))
(check-sat)
(get-value (a))
"""
WORST = """
int f(int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > s) s = a[i];
  return s;
}
"""
MAX_BYTES, SECONDS = 6 << 30, 60


class Format:
    """A good file, the command that reads it, and where it has to lie for that (or anywhere)."""

    codes = (0, 1)

    def __init__(self, name, good, words, place=None):
        self.name, self.good, self.words, self.place = name, good, words, place

    def put(self, path, damaged):
        path.write_bytes(damaged)


def compiled(folder, *options):
    out = pathlib.Path(folder, "good")
    source = pathlib.Path(folder, "good.c")
    source.write_text(SOURCE)
    subprocess.run(["clang-19", "-w", "-emit-llvm", *options, source, "-o", out], check=True)
    return out.read_bytes()


def decisions(nadir, folder):
    source = pathlib.Path(folder, "good.c")
    subprocess.run([nadir, "run", "--exit-zero", "--native", "off", "--paths", "--out", f"{folder}/good-out", source],
                   check=True, stdout=subprocess.DEVNULL)
    return sorted(pathlib.Path(folder, "good-out").glob("*.path"))[0].read_bytes()


def worst_case(nadir, folder):
    """The folder of a small search for worst cases."""
    source, out = pathlib.Path(folder, "worst.c"), pathlib.Path(folder, "worst-out")
    source.write_text(WORST)
    subprocess.run([nadir, "worst", "--size", "1:3", "--call", "f(int a[N], N)", "--out", out,
                    source],
                   check=True, stdout=subprocess.DEVNULL)
    return out


def results(nadir, folder):
    """What runs leave behind, as the commands read it that come later."""
    run, worst = pathlib.Path(folder, "good-out"), worst_case(nadir, folder)
    test = sorted(run.glob("*.ktest"))[0]
    yield Format("ktest", test.read_bytes(), ["replay", str(test)], test)
    found = run / "run.json"
    yield Format("json", found.read_bytes(), ["replay", str(test)], found)
    found = worst / "worst.json"
    yield Format("json", found.read_bytes(), ["report", str(worst)], found)
    yield Format("json", found.read_bytes(), ["replay", str(sorted(worst.glob("*.ktest"))[0])], found)


def formats(nadir, folder):
    source = f"{folder}/good.c"
    yield Format("bc", compiled(folder, "-c", "-g"), ["dump", "FILE"])
    yield Format("bc", compiled(folder, "-c", "-O2"), ["dump", "FILE"])
    yield Format("ll", compiled(folder, "-S", "-g0"), ["dump", "FILE"])
    yield Format("smt2", SMT.encode(), ["solve", "--timeout", "5s", "FILE"])
    yield Format("path", decisions(nadir, folder),
                 ["run", "--exit-zero", "--native", "off", "--max-time", "5s", "--out", f"{folder}/out", "--follow",
                  "FILE", source])
    yield from results(nadir, folder)
    yield from stores.values(nadir, folder)


def mutate(good, rng):
    b = bytearray(good)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        at, n = rng.randrange(len(b)), rng.choice((1, 1, 4, 16, 64))
        kind = rng.randrange(6)
        if kind == 0:
            b[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            b[at:at + n] = rng.randbytes(n)
        elif kind == 2 and len(b) > 2 * n:
            del b[at:at + n]
        elif kind == 3:
            b[at:at] = b[at:at + n]
        elif kind == 4:
            other = rng.randrange(len(b))
            b[at:at + n] = b[other:other + n]
        else:
            b[at:at + 4] = rng.choice((b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f"))
    return bytes(b)


def limit_memory():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))


def complaint(nadir, words, codes, limited):
    """How nadir died of the file; None if it did not."""
    try:
        done = subprocess.run([nadir, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=SECONDS,
                              preexec_fn=limit_memory if limited else None)
    except subprocess.TimeoutExpired:
        return "does not end"
    if done.returncode in codes:
        return None
    return f"exit code {done.returncode}: {done.stderr.decode(errors='replace')[:200]}"


def try_mutants(nadir, seed, n, folder, keep=None, limited=True):
    """[(format, seed of the mutant, complaint)], and how many of each format were refused."""
    found = []
    for k, form in enumerate(formats(nadir, folder)):
        for i in range(n):
            rng = random.Random(f"{seed} {k} {i}")
            path = form.place or pathlib.Path(folder, f"mutant.{form.name}")
            form.put(path, mutate(form.good, rng))
            words = [str(path) if w == "FILE" else w for w in form.words]
            why = complaint(nadir, words, form.codes, limited)
            if why:
                found.append((form.name, f"{seed} {k} {i}", why))
                if keep:
                    pathlib.Path(keep, f"{seed}-{k}-{i}.{form.name}").write_bytes(path.read_bytes())
            subprocess.run(["rm", "-rf", f"{folder}/out"], check=True)
        if form.place:
            form.place.write_bytes(form.good)
    return found


def main():
    nadir, seed, n = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    keep = pathlib.Path("build/fuzz-files")
    keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        found = try_mutants(str(pathlib.Path(nadir).resolve()), seed, n, folder, keep)
    for name, which, why in found:
        print(f"fuzz-files: {name}, mutant {which}: {why}")
    print(f"fuzz-files: {n} mutants of each format, {len(found)} killed nadir")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
