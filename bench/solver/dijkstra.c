/* dijkstra.c — shortest paths from vertex 0 in a complete graph with weights
 * from 0 to 1000, in the form that searches the nearest vertex by a scan.
 *
 * The weight of i → j (i < j) is 3(j - i) - 2: vertices are done in the order of
 * their numbers, the way to j through i has length 3j - 2i - 2, which falls as i
 * rises, so every edge to a vertex that is not done improves it.  On that path every
 * other side but the trivial ones is feasible; with weights at random many are not.
 */
#include "base/rng.h"
#include "bench/solver/workload.h"

enum { MAX_WEIGHT = 1000, FAR = 1000000000 };

static Expr weight(Path *p, u32 at, int value) {
  Expr w = path_int(p, at, value);
  path_assume(p, expr_sge(w, expr_const(32, 0)));
  path_assume(p, expr_sle(w, expr_const(32, MAX_WEIGHT)));
  return w;
}

/* The nearest vertex that is not done; there is one. */
static u32 nearest(Path *p, u32 n, const Expr *d, const bool *is_done) {
  u32 best = n;
  for (u32 v = 0; v < n; v++)
    if (!is_done[v] && (best == n || path_branch(p, expr_slt(d[v], d[best])))) best = v;
  return best;
}

static void shortest(Path *p, u32 n, const Expr *w, Expr *d, bool *is_done) {
  for (u32 v = 0; v < n; v++) d[v] = expr_const(32, v ? FAR : 0);
  for (u32 round = 0; round < n; round++) {
    u32 u = nearest(p, n, d, is_done);
    is_done[u] = true;
    for (u32 v = 0; v < n; v++) {
      if (is_done[v]) continue;
      Expr through = expr_add(d[u], w[u * n + v]);
      if (path_branch(p, expr_slt(through, d[v]))) d[v] = through;
    }
  }
}

static void run(Path *p, u32 n, Rng *random) {
  path_init(p, 4 * n * n);
  Expr *w = mem_new(n * n * sizeof *w), *d = mem_new(n * sizeof *d);
  bool *is_done = mem_new(n * sizeof *is_done);
  for (u32 i = 0; i < n; i++)
    for (u32 j = 0; j < n; j++) {
      int relaxing = i < j ? 3 * (int)(j - i) - 2 : MAX_WEIGHT;
      int value = random ? (int)rng_below(random, MAX_WEIGHT + 1) : relaxing;
      if (i != j) w[i * n + j] = weight(p, i * n + j, value);
    }
  shortest(p, n, w, d, is_done);
  mem_free(w);
  mem_free(d);
  mem_free(is_done);
}

void workload_dijkstra(Path *p, u32 n) { run(p, n, NULL); }

void workload_dijkstra_any(Path *p, u32 n) {
  Rng random = {n};
  run(p, n, &random);
}
