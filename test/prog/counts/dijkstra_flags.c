// Shortest paths by scanning for the nearest vertex, weights not negative.  The numbers of paths
// are those of WISE's form of it.
// RUN: run --size 3
// EXPECT: finished 4
// RUN: run --size 4 --search bfs
// EXPECT: finished 56
#include <nadir.h>

int w[8][8], d[8];
_Bool known[8], done[8];

int main(void) {
  int n = (int)nadir_size();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != j) {
        nadir_symbolic(&w[i][j], sizeof(int), "w");
        nadir_assume(w[i][j] >= 0);
        nadir_assume(w[i][j] < 1000);
      }
  known[0] = 1;
  for (int round = 0; round < n; round++) {
    int m = -1;
    for (int i = 0; i < n; i++)
      if (known[i] && !done[i] && (m < 0 || d[i] < d[m])) m = i;
    done[m] = 1;
    for (int i = 0; i < n; i++)
      if (!done[i] && (!known[i] || d[m] + w[m][i] < d[i])) {
        known[i] = 1;
        d[i] = d[m] + w[m][i];
      }
  }
  return 0;
}
