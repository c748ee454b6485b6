/* Kruskal: edges sorted by insertion, then components joined by naming anew.
 *
 * call: span(struct edge e[N], N)
 * fields: e unsigned 3
 * small: 1:2
 * large: 50
 * class: n^2
 * values: e range(N + 1)
 * killer: e = [x for i in range(N) for x in (i, i + 1, N - i)]
 */
#include <stdlib.h>

struct edge {
  unsigned a, b, length;
};

int span(struct edge *e, int n) {
  int *name = malloc((n + 1) * sizeof *name), sum = 0;
  for (int i = 1; i < n; i++) {
    struct edge one = e[i];
    int j = i;
    for (; j > 0 && e[j - 1].length > one.length; j--) e[j] = e[j - 1];
    e[j] = one;
  }
  for (int i = 0; i <= n; i++) name[i] = i;
  for (int i = 0; i < n; i++) {
    int from = name[e[i].a % (n + 1)], to = name[e[i].b % (n + 1)];
    if (from == to) continue;
    sum += (int)(e[i].length % 1000);
    for (int k = 0; k <= n; k++)
      if (name[k] == from) name[k] = to;
  }
  free(name);
  return sum;
}
