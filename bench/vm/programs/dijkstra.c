/* dijkstra.c — paths: shortest paths from one vertex by scanning for the nearest, N vertices. */
#include <nadir.h>

enum { FAR = 1 << 30 };

static int weight[N][N], distance[N];
static _Bool is_done[N];

static int nearest(void) {
  int best = -1;
  for (int i = 0; i < N; i++)
    if (!is_done[i] && distance[i] < FAR && (best < 0 || distance[i] < distance[best])) best = i;
  return best;
}

static void relax(int from) {
  for (int to = 0; to < N; to++) {
    if (is_done[to]) continue;
    int sum = distance[from] + weight[from][to];
    if (sum < distance[to]) distance[to] = sum;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < N; k++) {
      if (i == k) continue;
      nadir_symbolic(&weight[i][k], sizeof weight[i][k], "weight");
      nadir_assume(weight[i][k] >= 0);
      nadir_assume(weight[i][k] < 1000);
    }
  }
  for (int i = 1; i < N; i++) distance[i] = FAR;
  for (int round = 0; round < N; round++) {
    int v = nearest();
    is_done[v] = 1;
    relax(v);
  }
  return 0;
}
