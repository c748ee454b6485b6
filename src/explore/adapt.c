/* adapt.c — several orders share the steps by what each finds: no order is best for every program.
 *
 * Each has turns of some steps.  What its steps were the first to take (vm/cover.h), for what they cost,
 * decides who has the next one (learn/bandit.h); what others take in between, changed tests and what
 * they lead to, is to nobody's credit.  Nothing depends on the clock.
 * adaptive is what nadir cover begins with; docs/coverage-methods.md has the measurements.
 */
#include "base/clock.h"
#include "explore/interleave.h"
#include "learn/bandit.h"
#include "vm/cover.h"

/* Long enough that an order comes to something, short enough that a bad one costs little. */
enum { TURN_STEPS = 256 };
/* What a decision costs besides, in instructions. */
enum { STEP_COST = 2000 };

typedef struct Adapt {
  Interleave base;
  Bandit bandit;
  u32 n_left; /* steps of this turn, which parts[next] has */
  double spent, gained;
  u32 n_seen;      /* when it last picked */
  bool is_running; /* what it picked */
} Adapt;

static void adapt_init(Searcher *s, const Search *how) {
  interleave_init(s, how);
  assert(how->n_parts <= MAX_ARMS);
  ((Adapt *)s)->bandit = bandit_new(how->n_parts);
}

static void adaptive_init(Searcher *s, const Search *how) {
  (void)how;
  Search inner = {&instrcount_ops};
  Search batch = {&batch_ops, &inner, 1, BATCH_INSTRUCTIONS, NEVER_NS};
  Search parts[] = {{&round_robin_ops}, batch};
  adapt_init(s, &(Search){.parts = parts, .n_parts = ARRAY_LEN(parts)});
}

static u32 n_seen(const Adapt *a) {
  const Vm *vm = a->base.base.vm;
  const Cover *c = vm ? vm_cover(vm) : NULL;
  return c ? c->n_seen : 0;
}

static void note(Adapt *a, u64 n_instructions) {
  if (!a->is_running) return;
  a->is_running = false;
  a->spent += STEP_COST + (double)n_instructions;
  a->gained += n_seen(a) - a->n_seen;
}

static void adapt_drop(Searcher *s, Leaf *leaf) {
  note((Adapt *)s, 0);
  interleave_drop(s, leaf);
}

static void adapt_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  note((Adapt *)s, n_instructions);
  interleave_ran(s, leaf, n_instructions);
}

static void begin_turn(Adapt *a) {
  if (a->spent > 0) bandit_feed(&a->bandit, a->base.next, a->spent, a->gained);
  bandit_choose(&a->bandit, &a->base.next);
  a->spent = a->gained = 0;
  a->n_left = TURN_STEPS;
}

static Leaf *adapt_pick(Searcher *s) {
  Adapt *a = (Adapt *)s;
  if (!a->n_left) begin_turn(a);
  a->n_left--;
  a->n_seen = n_seen(a);
  a->is_running = true;
  return searcher_pick(a->base.parts[a->base.next]);
}

const SearcherOps adapt_ops = {.size = sizeof(Adapt),
                               .wants_cover = true,
                               .init = adapt_init,
                               .add = interleave_add,
                               .drop = adapt_drop,
                               .rotate = interleave_rotate,
                               .ran = adapt_ran,
                               .pick = adapt_pick,
                               .list = interleave_list,
                               .done = interleave_done};

const SearcherOps adaptive_ops = {.size = sizeof(Adapt),
                                  .wants_cover = true,
                                  .init = adaptive_init,
                                  .add = interleave_add,
                                  .drop = adapt_drop,
                                  .rotate = interleave_rotate,
                                  .ran = adapt_ran,
                                  .pick = adapt_pick,
                                  .list = interleave_list,
                                  .done = interleave_done};
