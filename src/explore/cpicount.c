/* cpicount.c — a leaf is the lighter the more was run in calls like those that it stands in.
 *
 * The weight is 1 / n, where n counts the instructions that ran under the same row of calls.
 * After: KLEE's weighted random searcher CPInstCount (which counts what ran in the function that a
 * state stands in, called along the same path, and not only the instruction at which it stands).
 * Differs: instructions are counted from one decision to the next, for the calls around the second,
 * and not one by one: what a function did that has returned since counts for its caller.
 */
#include "explore/call_paths.h"
#include "explore/weighted.h"

typedef struct CpiCount {
  Weighted base;
  CallPaths calls;
  VEC(u64) counts; /* by number of the calls: instructions */
} CpiCount;

typedef struct CallsNote {
  u32 calls;
} CallsNote;

static void look(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  CpiCount *c = (CpiCount *)w;
  u32 calls = call_paths_number(&c->calls, leaf->state->top);
  if (calls >= c->counts.n) vec_resize(&c->counts, calls + 1);
  c->counts.at[calls] += n_instructions;
  ((CallsNote *)weighted_note(w, leaf))->calls = calls;
}

static double weigh(Weighted *w, const void *note) {
  CpiCount *c = (CpiCount *)w;
  u32 calls = ((const CallsNote *)note)->calls;
  u64 n = calls < c->counts.n ? c->counts.at[calls] : 0;
  return 1 / (double)MAX(n, 1u);
}

static const WeighOps weigh_ops = {sizeof(CallsNote), NULL, look, weigh, true};

static void cpicount_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  ((Weighted *)s)->ops = &weigh_ops;
}

static void cpicount_done(Searcher *s) {
  CpiCount *c = (CpiCount *)s;
  call_paths_done(&c->calls);
  vec_free(&c->counts);
  weighted_done(s);
}

const SearcherOps cpicount_ops = {.size = sizeof(CpiCount),
                                  .init = cpicount_init,
                                  .add = weighted_add,
                                  .drop = weighted_drop,
                                  .ran = weighted_ran,
                                  .pick = weighted_pick,
                                  .list = weighted_list,
                                  .done = cpicount_done};
