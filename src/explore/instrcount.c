/* instrcount.c — a leaf is the lighter the more often paths came to where it stands.
 *
 * The weight is 1 / n², where n counts how often a leaf came to this instruction.
 * After: KLEE's weighted random searcher InstCount.
 * Differs: KLEE counts each execution of an instruction.  Here leaves are counted where they stand
 * after a decision or when their turn is over, which costs nothing in between: so an instruction
 * counts as executed when a symbol decided that it is.
 */
#include "base/map.h"
#include "explore/weighted.h"

typedef struct InstrCount {
  Weighted base;
  Map counts; /* by place */
} InstrCount;

typedef struct PlaceNote {
  u64 place;
} PlaceNote;

static void look(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  (void)n_instructions;
  bool is_new;
  const Frame *top = leaf->state->top;
  u64 place = top->fn->address << 32 | top->pc;
  ++*map_at(&((InstrCount *)w)->counts, place, &is_new);
  ((PlaceNote *)weighted_note(w, leaf))->place = place;
}

static double weigh(Weighted *w, const void *note) {
  u64 n = 1;
  map_get(&((InstrCount *)w)->counts, ((const PlaceNote *)note)->place, &n);
  return 1 / ((double)n * (double)n);
}

static const WeighOps weigh_ops = {sizeof(PlaceNote), NULL, look, weigh, true};

static void instrcount_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  ((Weighted *)s)->ops = &weigh_ops;
}

static void instrcount_done(Searcher *s) {
  map_done(&((InstrCount *)s)->counts);
  weighted_done(s);
}

const SearcherOps instrcount_ops = {.size = sizeof(InstrCount),
                                    .init = instrcount_init,
                                    .add = weighted_add,
                                    .drop = weighted_drop,
                                    .ran = weighted_ran,
                                    .pick = weighted_pick,
                                    .list = weighted_list,
                                    .done = instrcount_done};
