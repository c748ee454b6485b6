/* interleave.c — several orders in turn: each picks the next leaf when it is its turn.
 *
 * They are listed as the first would have it: what is next depends on all of them.
 * round-robin is random-path and covnew in turn.
 * After: KLEE's interleaved searcher; random-path and covnew in turn is its default order.
 */
#include "explore/searcher.h"

typedef struct Interleave {
  Searcher base;
  u32 next; /* part */
} Interleave;

static void round_robin_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  searcher_part(s, &(SearchOrder){&random_path_ops});
  searcher_part(s, &(SearchOrder){&covnew_ops});
}

static Leaf *interleave_pick(Searcher *s) {
  Interleave *l = (Interleave *)s;
  Searcher *part = s->parts[l->next];
  l->next = (l->next + 1) % s->n_parts;
  return searcher_pick(part);
}

const SearcherOps interleave_ops = {.size = sizeof(Interleave), .pick = interleave_pick};

const SearcherOps round_robin_ops = {.size = sizeof(Interleave),
                                     .wants_cover = true,
                                     .init = round_robin_init,
                                     .pick = interleave_pick};
