/* diff.c — how long the difference solver takes on typical workloads.
 *
 * Not run by the tests.  Usage: bench-diff [GAP]; see difference_set_gap.  Each line: workload, size, trials + pushes, seconds.
 */
#include "base/clock.h"
#include "base/rng.h"
#include "base/vec.h"
#include "solver/order/difference.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

typedef VEC(DifferenceAtom) AtomVec;

static u32 gap; /* the only argument; 0 without */

static void report(const char *what, u32 n, u64 n_ops, u64 start_ns) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%-28s n=%-6u %9llu ops %9.3f s  peak so far %ld MB\n", what, n, (unsigned long long)n_ops,
         (double)(clock_ns() - start_ns) / 1e9, usage.ru_maxrss / 1024);
  fflush(stdout);
}

static DifferenceAtom edge(u32 x, u32 y, i64 c) { return (DifferenceAtom){x, y, c, 0, false}; }

static Differences *difference_of_ints(u32 n) {
  Differences *d = difference_new();
  difference_set_gap(d, gap);
  for (u32 i = 0; i < n; i++) {
    u32 x = difference_var(d);
    DifferenceAtom range[] = {edge(x, 0, INT32_MAX), edge(0, x, -(i64)INT32_MIN)};
    CHECK(difference_push(d, range, 2, 0) == DIFFERENCE_YES, "range");
  }
  return d;
}

/* Tries "not a", then pushes a. */
static void step(Differences *d, DifferenceAtom a, u64 *io_n_ops) {
  DifferenceAtom other = {a.y, a.x, -a.c - 1, 0, false};
  (void)!difference_trial(d, &other, 1, 0);
  CHECK(difference_push(d, &a, 1, 0) == DIFFERENCE_YES, "the path is infeasible");
  *io_n_ops += 2;
}

/* Every new element is smaller than all before it. */
static void insertion_sort(u32 n) {
  u64 start = clock_ns(), n_ops = 0;
  Differences *d = difference_of_ints(n);
  for (u32 i = 2; i <= n; i++)
    for (u32 k = 1; k < i; k++) step(d, edge(i, k, -1), &n_ops);
  report("insertion sort, worst path", n, n_ops, start);
  difference_free(d);
}

/* The elements in an order drawn at random, compared in insertion sort's order. */
static void insertion_sort_random(u32 n) {
  u64 start = clock_ns(), n_ops = 0;
  Rng rng = {n};
  Differences *d = difference_of_ints(n);
  VEC(u32) sorted = {0};
  vec_push(&sorted, 1);
  for (u32 i = 2; i <= n; i++) {
    u32 place = (u32)rng_below(&rng, i), k = sorted.n;
    for (; k > place; k--) step(d, edge(i, sorted.at[k - 1], -1), &n_ops);
    if (k > 0) step(d, edge(sorted.at[k - 1], i, 0), &n_ops);
    vec_push(&sorted, 0);
    memmove(sorted.at + place + 1, sorted.at + place, (sorted.n - 1 - place) * sizeof(u32));
    sorted.at[place] = i;
  }
  report("insertion sort, random path", n, n_ops, start);
  vec_free(&sorted);
  difference_free(d);
}

/* Bubble sort of a reversed array: the comparisons of all pairs, adjacent first. */
static void bubble_sort(u32 n) {
  u64 start = clock_ns(), n_ops = 0;
  Differences *d = difference_of_ints(n);
  VEC(u32) at = {0};
  for (u32 i = 1; i <= n; i++) vec_push(&at, i);
  for (u32 end = n; end > 1; end--)
    for (u32 i = 0; i + 1 < end; i++) {
      step(d, edge(at.at[i + 1], at.at[i], -1), &n_ops);
      u32 swap = at.at[i];
      at.at[i] = at.at[i + 1];
      at.at[i + 1] = swap;
    }
  report("bubble sort, worst path", n, n_ops, start);
  vec_free(&at);
  difference_free(d);
}

/* Sift-up of growing keys: each is compared with all its ancestors. */
static void heap_build(u32 n) {
  u64 start = clock_ns(), n_ops = 0;
  Differences *d = difference_of_ints(n);
  VEC(u32) heap = {0};
  for (u32 i = 1; i <= n; i++) {
    vec_push(&heap, i);
    for (u32 k = heap.n - 1; k > 0; k = (k - 1) / 2) {
      u32 up = (k - 1) / 2;
      step(d, edge(heap.at[up], i, -1), &n_ops);
      heap.at[k] = heap.at[up];
      heap.at[up] = i;
    }
  }
  report("heap, every key the largest", n, n_ops, start);
  vec_free(&heap);
  difference_free(d);
}

/* A zigzag: every key goes between the two last ones; depth n. */
static void tree_zigzag(u32 n) {
  u64 start = clock_ns(), n_ops = 0;
  Differences *d = difference_of_ints(n);
  for (u32 i = 2; i <= n; i++)
    for (u32 k = 1; k < i; k++) step(d, k % 2 ? edge(k, i, -1) : edge(i, k, -1), &n_ops);
  report("tree, zigzag", n, n_ops, start);
  difference_free(d);
}

/* A loop up to a symbolic bound: 0 < x, 1 < x, 2 < x, ... */
static void loop_bound(u32 n) {
  u64 start = clock_ns(), n_ops = 0;
  Differences *d = difference_of_ints(2);
  for (u32 i = 0; i < n; i++) step(d, edge(i % 2 ? DIFFERENCE_ZERO : 2, 1, -(i64)i - 1), &n_ops);
  report("loops up to symbols", n, n_ops, start);
  difference_free(d);
}

/* Bytes that all differ, each equality tried first. */
static void all_different(u32 n, u32 range) {
  u64 start = clock_ns(), n_ops = 0, n_unknown = 0;
  Differences *d = difference_of_ints(n);
  for (u32 i = 1; i <= n; i++) {
    DifferenceAtom small[] = {edge(i, 0, range - 1), edge(0, i, 0)};
    CHECK(difference_push(d, small, 2, 0) == DIFFERENCE_YES, "range");
    for (u32 k = 1; k < i; k++) {
      DifferenceAtom equal[] = {edge(i, k, 0), edge(k, i, 0)}, differ = {i, k, 0, 0, true};
      n_unknown += difference_trial(d, equal, 2, 1000) == DIFFERENCE_UNKNOWN;
      CHECK(difference_push(d, &differ, 1, 1000) == DIFFERENCE_YES, "they can differ");
      n_ops += 2;
    }
  }
  report("all different", n, n_ops, start);
  if (n_unknown) printf("  unknown: %llu\n", (unsigned long long)n_unknown);
  difference_free(d);
}

/* A total order whose elements also differ from each other. */
static void strict_order(u32 n) {
  u64 start = clock_ns(), n_ops = 0;
  Differences *d = difference_of_ints(n);
  for (u32 i = 2; i <= n; i++)
    for (u32 k = 1; k < i; k++) {
      DifferenceAtom both[] = {edge(i, k, 0), {i, k, 0, 0, true}}, other = edge(k, i, -1);
      (void)!difference_trial(d, &other, 1, 1000);
      CHECK(difference_push(d, both, 2, 1000) == DIFFERENCE_YES, "a strict order");
      n_ops += 2;
    }
  report("order by <= and !=", n, n_ops, start);
  difference_free(d);
}

/* Random edges, feasible or not, with pops. */
static void random_sparse(u32 n, bool pops) {
  u64 start = clock_ns(), n_ops = 0;
  Rng rng = {n};
  Differences *d = difference_of_ints(n);
  VEC(DifferenceMark) marks = {0};
  for (u32 i = 0; i < 4 * n; i++) {
    DifferenceAtom a = edge(1 + (u32)rng_below(&rng, n), 1 + (u32)rng_below(&rng, n),
                            (i64)rng_below(&rng, 200) - 80);
    vec_push(&marks, difference_mark(d));
    (void)!difference_trial(d, &a, 1, 0);
    (void)!difference_push(d, &a, 1, 0);
    n_ops += 2;
    if (pops && rng_chance(&rng, 4)) {
      u32 back = 1 + (u32)rng_below(&rng, MIN(marks.n, 8));
      difference_pop(d, marks.at[marks.n - back]);
      marks.n -= back;
    }
  }
  report(pops ? "random sparse, with pops" : "random sparse", n, n_ops, start);
  vec_free(&marks);
  difference_free(d);
}

static void all_at_once(u32 n, bool shuffled) {
  Differences *d = difference_of_ints(n);
  AtomVec atoms = {0};
  Rng rng = {n};
  for (u32 i = 2; i <= n; i++)
    for (u32 k = 1; k < i; k++) vec_push(&atoms, edge(i, k, -1));
  for (u32 i = atoms.n; shuffled && i > 1; i--) {
    u32 k = (u32)rng_below(&rng, i);
    DifferenceAtom swap = atoms.at[k];
    atoms.at[k] = atoms.at[i - 1];
    atoms.at[i - 1] = swap;
  }
  u64 start = clock_ns();
  difference_push_unchecked(d, atoms.at, atoms.n);
  CHECK(difference_solve(d, 0) == DIFFERENCE_YES, "a total order");
  report(shuffled ? "all at once, shuffled" : "all at once", n, atoms.n, start);
  DifferenceInt *values = mem_new((n + 1) * sizeof(DifferenceInt));
  start = clock_ns();
  difference_least(d, values);
  report("  its least solution", n, 1, start);
  mem_free(values);
  vec_free(&atoms);
  difference_free(d);
}

int main(int argc, char **argv) {
  gap = argc > 1 ? (u32)strtoul(argv[1], NULL, 10) : 0;
  insertion_sort(100);
  insertion_sort(500);
  insertion_sort(1000);
  insertion_sort_random(500);
  bubble_sort(500);
  heap_build(10000);
  tree_zigzag(500);
  loop_bound(100000);
  all_different(256, 256);
  all_different(500, 100000);
  strict_order(500);
  random_sparse(2000, false);
  random_sparse(2000, true);
  random_sparse(50000, false);
  all_at_once(500, true);
  all_at_once(2000, false);
  all_at_once(2000, true);
  return 0;
}
