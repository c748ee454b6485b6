/* Union-find by rank, with path halving.
 *
 * call: connect(int x[N] in 0..N-1, int y[N] in 0..N-1, N)
 * small: 1:4
 * class: n | n log n
 * killer: x, y, w = [], [], 1
 *         while w < N:
 *           for i in range(0, N - w, 2 * w): x.append(i); y.append(i + w)
 *           w *= 2
 *         x = (x + [N - 1] * N)[:N]; y = (y + [N - 1] * N)[:N]
 */
#include <stdlib.h>

struct set {
  int parent, rank;
};

static int find(struct set *s, int i) {
  while (s[i].parent != i) {
    s[i].parent = s[s[i].parent].parent;
    i = s[i].parent;
  }
  return i;
}

void connect(const int *x, const int *y, int n) {
  struct set *s = malloc(n * sizeof *s);
  for (int i = 0; i < n; i++) s[i] = (struct set){i, 0};
  for (int i = 0; i < n; i++) {
    int a = find(s, x[i]), b = find(s, y[i]);
    if (a == b) continue;
    if (s[a].rank < s[b].rank) {
      int t = a;
      a = b;
      b = t;
    }
    s[b].parent = a;
    if (s[a].rank == s[b].rank) s[a].rank++;
  }
  free(s);
}
