/* Topological order: again and again the first node that nothing left points to.
 *
 * call: order(unsigned char g[N*N] in 0..1, N)
 * small: 1:3
 * large: 20
 * class: n^3 | n^4
 * values: g range(2)
 * killer: g = [int(r == c + 1) for r in range(N) for c in range(N)]
 */
#include <stdlib.h>

int order(const unsigned char *g, int n) {
  char *gone = calloc(n, 1);
  int done = 0;
  for (;;) {
    int pick = -1;
    for (int to = 0; to < n && pick < 0; to++) {
      if (gone[to]) continue;
      int from = 0;
      while (from < n && (gone[from] || !g[from * n + to])) from++;
      if (from == n) pick = to;
    }
    if (pick < 0) break;
    gone[pick] = 1;
    done++;
  }
  free(gone);
  return done;
}
