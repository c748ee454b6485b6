/* adapt.c — several orders share the steps by what each finds (turns.h): no order is best for every
 * program.
 *
 * adaptive is what nadir cover begins with; docs/coverage-methods.md has the measurements.
 */
#include "base/clock.h"
#include "explore/turns.h"

typedef struct Adapt {
  Searcher base;
  Turns turns;
} Adapt;

static void adapt_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  assert(s->n_parts <= MAX_ARMS);
  ((Adapt *)s)->turns = turns_new(s->vm, s->n_parts);
}

static void adaptive_init(Searcher *s, const SearchOrder *how) {
  SearchOrder inner = {&instrcount_ops};
  SearchOrder batch = {&batch_ops, &inner, 1, BATCH_INSTRUCTIONS, NEVER_NS};
  searcher_part(s, &(SearchOrder){&round_robin_ops});
  searcher_part(s, &batch);
  searcher_part(s, &(SearchOrder){&learned_ops});
  adapt_init(s, how);
}

static void adapt_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  turns_ran(&((Adapt *)s)->turns, n_instructions);
  parts_ran(s, leaf, n_instructions);
}

static Leaf *adapt_pick(Searcher *s) {
  Adapt *a = (Adapt *)s;
  u32 part;
  return turns_next(&a->turns, &part) ? searcher_pick(s->parts[part]) : NULL;
}

const SearcherOps adapt_ops = {.size = sizeof(Adapt),
                               .wants_cover = true,
                               .init = adapt_init,
                               .ran = adapt_ran,
                               .pick = adapt_pick};

const SearcherOps adaptive_ops = {.size = sizeof(Adapt),
                                  .wants_cover = true,
                                  .init = adaptive_init,
                                  .ran = adapt_ran,
                                  .pick = adapt_pick};
