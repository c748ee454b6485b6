/* tsp_greedy.c — a short path through n cities: the shortest edges that fit, then 2-opt.
 *
 * Symbolic: the distances of N cities, an N*(N - 1)/2 triangle.
 *
 *     nadir worst examples/tsp_greedy.c --call 'tsp_greedy(N, int d[N*(N-1)/2] in 0..1000)' \
 *         --size 2:4 --cost branches
 *
 * Worst: with M = N*(N - 1)/2 edges and K = ceil(log2(M)), M*K - 2^K + 1 branches to sort them, and
 * from four cities on the tests of 2-opt, one for each pair of edges that do not touch in each
 * pass: 0, 3, 13 at 2, 3, 4 cities, of which 2 at the end are 2-opt.  There are 1, 6, 816 paths. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct Edge {
  int a, b, length;
};

/* The distance of two cities is in the triangle below the diagonal, listed row by row. */
static int distance(const int *d, int a, int b) {
  int high = a > b ? a : b, low = a > b ? b : a;
  return d[high * (high - 1) / 2 + low];
}

/* Merge sort by length; spare has room for n edges. */
static void edges_sort(struct Edge *edge, struct Edge *spare, int n) {
  if (n < 2) return;
  int half = n / 2;
  edges_sort(edge, spare, half);
  edges_sort(edge + half, spare, n - half);
  memcpy(spare, edge, half * sizeof *edge);

  int i = 0, j = half, k = 0;
  while (i < half && j < n) {
    if (edge[j].length < spare[i].length)
      edge[k++] = edge[j++];
    else
      edge[k++] = spare[i++];
  }
  while (i < half) edge[k++] = spare[i++];
}

/* Joins the cities to a path: takes the edges in order, except where a city would have three, or
 * a circle would be closed.  next[c] are the neighbours of c, n_next[c] of them; part[c] names
 * the part of the path that c is in. */
static void edges_join(const struct Edge *edge, int n_edges, int n, int (*next)[2], int *n_next,
                       int *part) {
  for (int c = 0; c < n; c++) {
    n_next[c] = 0;
    part[c] = c;
  }
  for (int e = 0; e < n_edges; e++) {
    int a = edge[e].a, b = edge[e].b;
    if (n_next[a] == 2 || n_next[b] == 2 || part[a] == part[b]) continue;
    next[a][n_next[a]++] = b;
    next[b][n_next[b]++] = a;
    int old = part[b];
    for (int c = 0; c < n; c++)
      if (part[c] == old) part[c] = part[a];
  }
}

/* Walks from the first city that is an end of the path to the other end. */
static void path_make(int n, int (*next)[2], const int *n_next, int *path) {
  int c = 0, from = -1;
  while (n_next[c] == 2) c++;
  for (int i = 0; i < n; i++) {
    path[i] = c;
    int to = next[c][0] == from && n_next[c] == 2 ? next[c][1] : next[c][0];
    from = c;
    c = to;
  }
}

/* Replaces the edges (a,b), (c,d) of the path by (a,c), (b,d) wherever that makes it shorter. */
static bool path_improve(const int *d, int *path, int n) {
  bool improved = false;
  for (int i = 0; i + 1 < n; i++) {
    for (int k = i + 2; k + 1 < n; k++) {
      int old = distance(d, path[i], path[i + 1]) + distance(d, path[k], path[k + 1]);
      int new = distance(d, path[i], path[k]) + distance(d, path[i + 1], path[k + 1]);
      if (new >= old) continue;
      for (int low = i + 1, high = k; low < high; low++, high--) {
        int c = path[low];
        path[low] = path[high];
        path[high] = c;
      }
      improved = true;
    }
  }
  return improved;
}

/* The first city of the path, -1 without memory. */
int tsp_greedy(int n, const int *d) {
  int n_edges = n * (n - 1) / 2;
  struct Edge *edge = calloc(2 * n_edges + 1, sizeof *edge);
  int *city = calloc(5 * n, sizeof *city);
  int first = -1;
  if (edge && city) {
    int *part = city, *n_next = city + n, *path = city + 2 * n;
    int(*next)[2] = (int(*)[2])(city + 3 * n);
    int e = 0;
    for (int a = 0; a < n; a++)
      for (int b = 0; b < a; b++, e++) edge[e] = (struct Edge){a, b, d[e]};
    edges_sort(edge, edge + n_edges, n_edges);
    edges_join(edge, n_edges, n, next, n_next, part);
    path_make(n, next, n_next, path);
    while (path_improve(d, path, n)) continue;
    first = path[0];
  }
  free(edge);
  free(city);
  return first;
}
