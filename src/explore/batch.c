/* batch.c — stays with a leaf that another order picked, for a number of instructions or a time.
 *
 * A leaf that forks goes on as one of the sides, so it is this path that is followed.  The leaf is
 * let go at the first decision after the limit, or when it ends.
 * After: KLEE's batching searcher.
 * Differs: without a time no clock is read, and the same seed gives the same run; the time is not
 * raised when steps take longer.
 */
#include "base/clock.h"
#include "explore/searcher.h"

typedef struct BatchSearch {
  Searcher base;
  Leaf *leaf; /* borrowed; NULL: the next is to be picked */
  u64 max_instructions, max_ns;
  u64 n_instructions; /* since it was picked */
  u64 deadline_ns;
} BatchSearch;

static void batch_init(Searcher *s, const SearchOrder *how) {
  BatchSearch *b = (BatchSearch *)s;
  assert(how->n_parts == 1);
  b->max_instructions = how->n_instructions;
  b->max_ns = how->n_ns;
}

static void batch_drop(Searcher *s, Leaf *leaf) {
  BatchSearch *b = (BatchSearch *)s;
  if (b->leaf == leaf) b->leaf = NULL;
  parts_drop(s, leaf);
}

static void batch_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  BatchSearch *b = (BatchSearch *)s;
  parts_ran(s, leaf, n_instructions);
  if (b->leaf == leaf) b->n_instructions += n_instructions;
}

static bool is_over(const BatchSearch *b) {
  if (!b->leaf || b->n_instructions >= b->max_instructions) return true;
  return b->deadline_ns != NEVER_NS && clock_ns() >= b->deadline_ns;
}

static Leaf *batch_pick(Searcher *s) {
  BatchSearch *b = (BatchSearch *)s;
  if (is_over(b)) {
    b->leaf = searcher_pick(s->parts[0]);
    b->n_instructions = 0;
    b->deadline_ns = b->max_ns == NEVER_NS ? NEVER_NS : clock_after(b->max_ns);
  }
  return b->leaf;
}

/* The current leaf is the last to be put aside. */
static void batch_list(Searcher *s, LeafVec *ret) {
  BatchSearch *b = (BatchSearch *)s;
  u32 kept = ret->n, first = kept;
  searcher_list(s->parts[0], ret);
  for (u32 i = first; i < ret->n; i++)
    if (ret->at[i] != b->leaf) ret->at[kept++] = ret->at[i];
  if (kept < ret->n) ret->at[kept] = b->leaf;
}

const SearcherOps batch_ops = {.size = sizeof(BatchSearch),
                               .init = batch_init,
                               .drop = batch_drop,
                               .ran = batch_ran,
                               .pick = batch_pick,
                               .list = batch_list};
