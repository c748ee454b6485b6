/* adapt.c — several orders share the steps by what each finds (turns.h): no order is best for every
 * program.
 *
 * adaptive is what nadir cover begins with; docs/coverage-methods.md has the measurements.
 */
#include "base/clock.h"
#include "explore/interleave.h"
#include "explore/turns.h"

typedef struct Adapt {
  Interleave base;
  Turns turns;
} Adapt;

static void adapt_init(Searcher *s, const SearchOrder *how) {
  interleave_init(s, how);
  assert(how->n_parts <= MAX_ARMS);
  ((Adapt *)s)->turns = turns_new(s->vm, how->n_parts);
}

static void adaptive_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  SearchOrder inner = {&instrcount_ops};
  SearchOrder batch = {&batch_ops, &inner, 1, BATCH_INSTRUCTIONS, NEVER_NS};
  SearchOrder parts[] = {{&round_robin_ops}, batch, {&learned_ops}};
  adapt_init(s, &(SearchOrder){.parts = parts, .n_parts = ARRAY_LEN(parts)});
}

static void adapt_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  turns_ran(&((Adapt *)s)->turns, n_instructions);
  interleave_ran(s, leaf, n_instructions);
}

static Leaf *adapt_pick(Searcher *s) {
  Adapt *a = (Adapt *)s;
  u32 part;
  return turns_next(&a->turns, &part) ? searcher_pick(a->base.parts[part]) : NULL;
}

const SearcherOps adapt_ops = {.size = sizeof(Adapt),
                               .wants_cover = true,
                               .init = adapt_init,
                               .add = interleave_add,
                               .drop = interleave_drop,
                               .rotate = interleave_rotate,
                               .ran = adapt_ran,
                               .pick = adapt_pick,
                               .list = interleave_list,
                               .done = interleave_done};

const SearcherOps adaptive_ops = {.size = sizeof(Adapt),
                                  .wants_cover = true,
                                  .init = adaptive_init,
                                  .add = interleave_add,
                                  .drop = interleave_drop,
                                  .rotate = interleave_rotate,
                                  .ran = adapt_ran,
                                  .pick = adapt_pick,
                                  .list = interleave_list,
                                  .done = interleave_done};
