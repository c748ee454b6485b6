/* prune_random.c — when there are too many leaves, drops any half of them.
 *
 * This is the naive method that Homi is compared with (Cha, Hong, Lee, Oh, "Making symbolic
 * execution promising by learning aggressive state-pruning strategy", ESEC/FSE 2020, Figure 3).
 * There it is done every 30 seconds, here by count, so that the same seed prunes the same leaves.
 */
#include "explore/pruner.h"

static bool due(const Pruner *p, u32 n_leaves) { return n_leaves > p->max_leaves; }

static void judge(Pruner *p, Leaf *const *leaves, u32 n, bool *io) {
  (void)leaves;
  u32 n_to_drop = n / 2;
  for (u32 i = 0; i < n && n_to_drop; i++) {
    bool drops = rng_below(&p->rng, n - i) < n_to_drop;
    if (!drops) continue;
    io[i] = true;
    n_to_drop--;
  }
}

const PrunerOps prune_random_ops = {.size = sizeof(Pruner), .due = due, .judge = judge};
