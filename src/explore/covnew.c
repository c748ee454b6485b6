/* covnew.c — a leaf is heavy if it is near to a side that nobody took, or just was the first to take
 * one.
 *
 * The weight is 1 / d² + 1 / c²: d is the distance of mindist.c, c counts the instructions that the
 * leaf ran since it was the first to take a side, beyond the first 1000 of them.
 * After: KLEE's weighted random searcher CoveringNew.
 * Differs: as mindist.c does.
 */
#include "explore/near.h"
#include "explore/weighted.h"

/* Instructions for which a leaf is as good as new. */
enum { GOOD_AS_NEW = 1000 };

typedef struct CovNew {
  Weighted base;
  Near near;
} CovNew;

typedef struct CovNote {
  NearNote at;
  u64 n_since; /* instructions since it covered something, at least 1; 0: it never did */
} CovNote;

/* Just after a choice it has run fewer than at it: see undecided in loop.c. */
static u64 n_since(const Leaf *leaf) {
  u64 now = leaf_instructions(leaf), then = leaf_covered_at(leaf);
  if (!leaf_n_covered(leaf)) return 0;
  return now > then ? now - then + 1 : 1;
}

static void look(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  (void)n_instructions;
  *(CovNote *)weighted_note(w, leaf) =
      (CovNote){.at = near_note(&((CovNew *)w)->near, leaf), .n_since = n_since(leaf)};
}

static double weigh(Weighted *w, const void *note) {
  const CovNote *n = note;
  double d = near_distance(&((CovNew *)w)->near, n->at), weight = 1 / (d * d);
  double since = n->n_since > GOOD_AS_NEW ? (double)(n->n_since - GOOD_AS_NEW) : 1;
  return n->n_since ? weight + 1 / (since * since) : weight;
}

static const WeighOps weigh_ops = {sizeof(CovNote), NULL, look, weigh, true};

static void covnew_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  ((Weighted *)s)->ops = &weigh_ops;
  near_init(&((CovNew *)s)->near, s->vm);
}

static void covnew_done(Searcher *s) {
  near_done(&((CovNew *)s)->near);
  weighted_done(s);
}

const SearcherOps covnew_ops = {.size = sizeof(CovNew),
                                .wants_cover = true,
                                .init = covnew_init,
                                .add = weighted_add,
                                .drop = weighted_drop,
                                .ran = weighted_ran,
                                .pick = weighted_pick,
                                .list = weighted_list,
                                .done = covnew_done};
