/* Bellman and Ford over a list of edges among 12 vertices; stops when nothing changes.
 *
 * call: shortest(struct edge e[N], N)
 * fields: e unsigned 3
 * small: 1:2
 * large: 40
 * class: n
 * values: e range(12)
 * killer: e = [x for i in range(N) for x in ((10 - i, 11 - i, 1) if i < 11 else (0, 0, 1))]
 */
#define VERTICES 12
#define FAR 1000000

struct edge {
  unsigned from, to, length;
};

int shortest(const struct edge *e, int n) {
  int d[VERTICES], changed = 1;
  for (int i = 0; i < VERTICES; i++) d[i] = FAR;
  d[0] = 0;
  for (int round = 0; round < VERTICES && changed; round++) {
    changed = 0;
    for (int i = 0; i < n; i++) {
      unsigned from = e[i].from % VERTICES, to = e[i].to % VERTICES;
      int length = (int)(e[i].length % 1000);
      if (d[from] < FAR && d[from] + length < d[to]) {
        d[to] = d[from] + length;
        changed = 1;
      }
    }
  }
  return d[VERTICES - 1];
}
