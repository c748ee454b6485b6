/* tsp_greedy.c — a short path through n cities as the Python package tsp-solver looks for it, for
 * the PySE paper's benchmark: edges sorted, the shortest that fit taken, then at most three passes
 * of 2-opt.
 *
 * Symbolic: the distances of N cities, an N*(N - 1)/2 triangle (the paper's size is the number of
 * distances).
 *
 *     nadir worst bench/pyse/programs/tsp_greedy.c \
 *         --call 'tsp_greedy(N, int d[N*(N-1)/2] in -1000..1000)' --size 3:4 --cost branches
 *
 * Worst: 4, 12, 28, 55 branches at 3, 4, 5, 6 cities.  Of M edges the sort compares 2 + sum of
 * ceil(log2(k+1)) for k = 2..M-1; the rest is 2-opt.
 *
 * Differs from examples/tsp_greedy.c in what the paper's counts depend on:
 * - the sort is that of CPython's lists for less than 64 elements: a first run, found as it is or
 *   turned around, and a binary insertion of each of the others;
 * - all comparisons of the sort are made in one source line, and so are all tests of 2-opt: to the
 *   paper a branch is a line of the Python program, and there it is two of them;
 * - 2-opt leaves out pairs of edges with only one between them, stops after three passes, and walks
 *   the path anew from its lower end after each exchange;
 * - distances may be negative. */
#include <stdbool.h>

enum { CITIES_MAX = 12, EDGES_MAX = CITIES_MAX * (CITIES_MAX - 1) / 2, PASSES = 3 };

struct Edge {
  int a, b, length; /* a > b */
};

struct Graph {
  int n, next[CITIES_MAX][2], n_next[CITIES_MAX]; /* neighbours on the path */
};

static bool shorter(struct Edge x, struct Edge y) {
  return x.length < y.length ? true : false;
}

static void edges_reverse(struct Edge *e, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    struct Edge x = e[i];
    e[i] = e[j];
    e[j] = x;
  }
}

/* The length of the first run, which is ascending afterwards. */
static int edges_run(struct Edge *e, int n) {
  if (n < 2) return n;
  int run = 2;
  if (shorter(e[1], e[0])) {
    while (run < n && shorter(e[run], e[run - 1])) run++;
    edges_reverse(e, run);
  } else {
    while (run < n && !shorter(e[run], e[run - 1])) run++;
  }
  return run;
}

static void edges_sort(struct Edge *e, int n) {
  for (int i = edges_run(e, n); i < n; i++) {
    struct Edge x = e[i];
    int low = 0, high = i;
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (shorter(x, e[middle]))
        high = middle;
      else
        low = middle + 1;
    }
    for (int k = i; k > low; k--) e[k] = e[k - 1];
    e[low] = x;
  }
}

static void join(struct Graph *g, int a, int b) {
  g->next[a][g->n_next[a]++] = b;
  g->next[b][g->n_next[b]++] = a;
}

static void greedy(struct Graph *g, const struct Edge *e, int n_edges) {
  int part[CITIES_MAX];
  for (int c = 0; c < g->n; c++) part[c] = c;
  for (int i = 0; i < n_edges; i++) {
    int a = e[i].a, b = e[i].b, old = part[b];
    if (g->n_next[a] == 2 || g->n_next[b] == 2 || part[a] == old) continue;
    join(g, a, b);
    for (int c = 0; c < g->n; c++)
      if (part[c] == old) part[c] = part[a];
  }
}

static void path_make(const struct Graph *g, int *path) {
  int c = 0, from = -1;
  while (g->n_next[c] != 1) c++;
  for (int i = 0; i < g->n; i++) {
    path[i] = c;
    int side = g->n_next[c] == 2 && g->next[c][0] == from;
    from = c;
    c = g->next[c][side];
  }
}

/* The neighbour `old` of c goes and `new` comes, as the last of the list. */
static void next_change(struct Graph *g, int c, int old, int new) {
  if (g->n_next[c] == 2 && g->next[c][0] == old) g->next[c][0] = g->next[c][1];
  g->next[c][g->n_next[c] - 1] = new;
}

static int distance(const int *d, int a, int b) {
  return a > b ? d[a * (a - 1) / 2 + b] : d[b * (b - 1) / 2 + a];
}

/* One pass of 2-opt: how many pairs of edges (a,b), (c,e) were exchanged for (a,c), (b,e). */
static int improve(struct Graph *g, const int *d) {
  int path[CITIES_MAX], n_changes = 0;
  path_make(g, path);
  for (int i = 0; i < g->n - 1; i++) {
    for (int k = i + 3; k < g->n - 1; k++) {
      int a = path[i], b = path[i + 1], c = path[k], e = path[k + 1];
      int gain = distance(d, a, b) + distance(d, c, e) - distance(d, a, c) - distance(d, b, e);
      if (!(gain > 0)) continue;
      next_change(g, a, b, c);
      next_change(g, b, a, e);
      next_change(g, c, e, a);
      next_change(g, e, c, b);
      path_make(g, path);
      n_changes++;
    }
  }
  return n_changes;
}

void tsp_greedy(int n, const int *d) {
  if (n < 2 || n > CITIES_MAX) return;
  struct Edge edge[EDGES_MAX];
  struct Graph graph = {.n = n};
  int n_edges = 0;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < a; b++, n_edges++) edge[n_edges] = (struct Edge){a, b, d[n_edges]};
  edges_sort(edge, n_edges);
  greedy(&graph, edge, n_edges);
  for (int pass = 0; pass < PASSES; pass++)
    if (improve(&graph, d) == 0) break;
}
