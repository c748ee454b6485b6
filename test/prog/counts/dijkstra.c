// Dijkstra's algorithm as WISE counts it: 4, 56, 2592 paths for 3, 4, 5 vertices.
// RUN: run --size 3
// EXPECT: finished 4
// RUN: run --size 4
// EXPECT: finished 56
// RUN: run --size 4 --search random-path
// EXPECT: finished 56
// RUN: run --size 5
// EXPECT: finished 2592
#include <limits.h>
#include <nadir.h>

enum { MOST = 5 };
static int weight[MOST][MOST], distance[MOST];
static _Bool done[MOST];

static int nearest(int n) {
  int best = -1;
  for (int v = 0; v < n; v++)
    if (!done[v] && distance[v] != INT_MAX && (best < 0 || distance[v] < distance[best])) best = v;
  return best;
}

int main(void) {
  int n = (int)nadir_size();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != j) {
        nadir_symbolic(&weight[i][j], sizeof(int), "weight");
        nadir_assume(weight[i][j] >= 0 & weight[i][j] < 1000);
      }
  for (int v = 1; v < n; v++) distance[v] = INT_MAX;
  for (int round = 0; round < n; round++) {
    int u = nearest(n);
    done[u] = 1;
    for (int v = 0; v < n; v++) {
      if (done[v]) continue;
      int d = distance[u] + weight[u][v];
      if (distance[v] == INT_MAX || d < distance[v]) distance[v] = d;
    }
  }
  return 0;
}
