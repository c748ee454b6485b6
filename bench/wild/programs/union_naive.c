/* Union-find that neither ranks nor compresses.
 *
 * call: components(int x[N] in 0..N-1, int y[N] in 0..N-1, N)
 * small: 1:4
 * class: n^2
 * killer: x = [0] * N; y = [i for i in range(1, N)] + [0]
 */
#include <stdlib.h>

static int root_of(const int *parent, int i) {
  while (parent[i] != i) i = parent[i];
  return i;
}

int components(const int *x, const int *y, int n) {
  int *parent = malloc(n * sizeof *parent), count = n;
  for (int i = 0; i < n; i++) parent[i] = i;
  for (int i = 0; i < n; i++) {
    int a = root_of(parent, x[i]), b = root_of(parent, y[i]);
    if (a == b) continue;
    parent[a] = b;
    count--;
  }
  free(parent);
  return count;
}
