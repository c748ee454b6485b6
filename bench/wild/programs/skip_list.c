/* Skip list whose levels come from a linear congruence.
 *
 * call: skip_build(int key[N], N)
 * class: n^2
 * killer: seed, lv = 1, []
 *         for i in range(N):
 *           level = 1
 *           while True:
 *             seed = (seed * 1103515245 + 12345) & 0xffffffff
 *             if level >= 8 or not (seed >> 16) & 1: break
 *             level += 1
 *           lv.append(level)
 *         tall = [i for i in range(N) if lv[i] > 1]; flat = [i for i in range(N) if lv[i] == 1]
 *         key = [0] * N
 *         for r, i in enumerate(flat): key[i] = r
 *         for r, i in enumerate(tall): key[i] = N + len(tall) - r
 */
#include <stdlib.h>

#define LEVELS 8

struct skip {
  int key;
  struct skip *next[LEVELS];
};

static unsigned seed;

static int random_level(void) {
  int level = 1;
  for (;;) {
    seed = seed * 1103515245u + 12345u;
    if (level >= LEVELS || !(seed >> 16 & 1)) return level;
    level++;
  }
}

void skip_build(const int *key, int n) {
  struct skip *head = calloc(1, sizeof *head);
  seed = 1;
  for (int i = 0; i < n; i++) {
    struct skip *before[LEVELS], *x = head;
    for (int l = LEVELS - 1; l >= 0; l--) {
      while (x->next[l] && x->next[l]->key < key[i]) x = x->next[l];
      before[l] = x;
    }
    struct skip *one = calloc(1, sizeof *one);
    one->key = key[i];
    int level = random_level();
    for (int l = 0; l < level; l++) {
      one->next[l] = before[l]->next[l];
      before[l]->next[l] = one;
    }
  }
}
