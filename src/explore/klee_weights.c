/* klee_weights.c — KLEE's weighted random searchers: one row for each weight, and what it notes of a leaf.
 *
 * A leaf is the likelier to be picked the heavier it is:
 *
 *   depth        n             n: forks behind it
 *   instrcount   1 / n²        n: how often leaves came to this instruction
 *   cpicount     1 / n         n: instructions that ran under the same row of calls
 *   querycost    1 / q         q: what its questions to the solver have cost; 1 below a millisecond
 *   mindist      1 / d²        d: instructions to the nearest side that nobody took, whatever the conditions on the
 *                              way: in the function, in what it calls, or after a return in its callers
 *   covnew       1 / d² + 1 / c²   c: instructions since it was the first to take a side, beyond the first 1000 of them
 *
 * After: Depth, InstCount, CPInstCount, QueryCost, MinDistToUncovered and CoveringNew of KLEE's weighted random searcher
 * (Cadar, Dunbar, Engler, OSDI 2008; release 3.1).
 * Differs:
 * - depth: the weight is that of the moment; KLEE keeps the one with which a state began, so that the first state,
 *   which has none, runs only when it is alone.  A leaf without a fork behind it weighs 1.  A fork into many sides is
 *   one fork.
 * - instrcount: KLEE counts each execution of an instruction.  Here leaves are counted where they stand after a
 *   decision or when their turn is over, which costs nothing in between: so an instruction counts as executed when a
 *   symbol decided that it is.
 * - cpicount: KLEE counts what ran in the function that a state stands in, called along the same path, and not only
 *   the instruction at which it stands.  Here instructions are counted from one decision to the next, for the calls
 *   around the second, and not one by one: what a function did that has returned since counts for its caller.
 * - querycost: KLEE measures the time that the solver took, and its threshold is 0.1 s.  With times no run would be
 *   like another, so each question costs what the stages of the chain that it passed usually take: most of ours take
 *   microseconds.  No leaf weighs more than 1; KLEE's cheapest above the threshold weigh 10.
 * - mindist, covnew: sides of branches are covered or not, instead of instructions.  Distances are computed again when
 *   something was covered, not every 30 seconds.  What is nowhere near is KLEE's 10000 away.
 */
#include "base/map.h"
#include "explore/near.h"
#include "explore/weighted.h"

typedef struct KleeWeights {
  Weighted base;
  Map places;            /* instrcount: how often leaves came to each */
  CallPaths calls;       /* cpicount … */
  VEC(u64) instructions; /* … by their number */
  Near near;             /* mindist, covnew */
} KleeWeights;

/* ---- depth --------------------------------------------------------------------------------------- */

static void inherit_depth(Weighted *w, const Leaf *from, Leaf *const *leaves, u32 n) {
  if (!from) return;
  u32 *n_forks = weighted_note(w, from);
  ++*n_forks;
  for (u32 i = 0; i < n; i++) *(u32 *)weighted_note(w, leaves[i]) = *n_forks;
}

static double weigh_depth(Weighted *w, const void *note) {
  (void)w;
  return MAX(*(const u32 *)note, 1u);
}

/* ---- instrcount ---------------------------------------------------------------------------------- */

static void look_place(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  (void)n_instructions;
  bool is_new;
  const Frame *top = leaf->state->top;
  u64 place = top->fn->address << 32 | top->pc;
  ++*map_at(&((KleeWeights *)w)->places, place, &is_new);
  *(u64 *)weighted_note(w, leaf) = place;
}

static double weigh_place(Weighted *w, const void *note) {
  u64 n = 1;
  map_get(&((KleeWeights *)w)->places, *(const u64 *)note, &n);
  return 1 / ((double)n * (double)n);
}

/* ---- cpicount ------------------------------------------------------------------------------------ */

static void look_calls(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  KleeWeights *k = (KleeWeights *)w;
  u32 calls = call_paths_number(&k->calls, leaf->state->top);
  if (calls >= k->instructions.n) vec_resize(&k->instructions, calls + 1);
  k->instructions.at[calls] += n_instructions;
  *(u32 *)weighted_note(w, leaf) = calls;
}

static double weigh_calls(Weighted *w, const void *note) {
  KleeWeights *k = (KleeWeights *)w;
  u32 calls = *(const u32 *)note;
  u64 n = calls < k->instructions.n ? k->instructions.at[calls] : 0;
  return 1 / (double)MAX(n, 1u);
}

/* ---- querycost ----------------------------------------------------------------------------------- */

enum { FREE_COST = 1000 };

/* The questions since the last charge were asked for this leaf. */
static void look_cost(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  (void)n_instructions;
  *(u64 *)weighted_note(w, leaf) += weighted_charge(w);
}

static void inherit_cost(Weighted *w, const Leaf *from, Leaf *const *leaves, u32 n) {
  if (!from) return;
  look_cost(w, from, 0);
  for (u32 i = 0; i < n; i++)
    *(u64 *)weighted_note(w, leaves[i]) = *(const u64 *)weighted_note(w, from);
}

static double weigh_cost(Weighted *w, const void *note) {
  (void)w;
  u64 cost = *(const u64 *)note;
  return cost < FREE_COST ? 1 : (double)FREE_COST / (double)cost;
}

/* ---- mindist, covnew ----------------------------------------------------------------------------- */

static void look_near(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  (void)n_instructions;
  *(NearNote *)weighted_note(w, leaf) = near_note(&((KleeWeights *)w)->near, leaf);
}

static double weigh_near(Weighted *w, const void *note) {
  double d = near_distance(&((KleeWeights *)w)->near, *(const NearNote *)note);
  assert(d >= 1);
  return 1 / (d * d);
}

/* Instructions for which a leaf is as good as new. */
enum { GOOD_AS_NEW = 1000 };

typedef struct CovNote {
  NearNote at;
  u64 n_since; /* leaf_since_covered */
} CovNote;

static void look_new(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  (void)n_instructions;
  *(CovNote *)weighted_note(w, leaf) = (CovNote){.at = near_note(&((KleeWeights *)w)->near, leaf),
                                                 .n_since = leaf_since_covered(leaf)};
}

static double weigh_new(Weighted *w, const void *note) {
  const CovNote *n = note;
  double weight = weigh_near(w, &n->at);
  double since = n->n_since > GOOD_AS_NEW ? (double)(n->n_since - GOOD_AS_NEW) : 1;
  return n->n_since ? weight + 1 / (since * since) : weight;
}

/* ---- the searchers ------------------------------------------------------------------------------- */

/* See WeighOps.shrinks: `depth` grows, and what questions cost changes only when the leaf itself runs. */
static const struct {
  const SearcherOps *searcher;
  WeighOps weigh;
} rows[] = {
    {&depth_ops, {sizeof(u32), inherit_depth, NULL, weigh_depth, false}},
    {&instrcount_ops, {sizeof(u64), NULL, look_place, weigh_place, true}},
    {&cpicount_ops, {sizeof(u32), NULL, look_calls, weigh_calls, true}},
    {&querycost_ops, {sizeof(u64), inherit_cost, look_cost, weigh_cost, false}},
    {&mindist_ops, {sizeof(NearNote), NULL, look_near, weigh_near, true}},
    {&covnew_ops, {sizeof(CovNote), NULL, look_new, weigh_new, true}},
};

static void klee_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  KleeWeights *k = (KleeWeights *)s;
  for (u32 i = 0; i < ARRAY_LEN(rows); i++)
    if (rows[i].searcher == s->ops) k->base.ops = &rows[i].weigh;
  assert(k->base.ops);
  if (s->ops->wants_cover) near_init(&k->near, s->vm);
  weighted_charge(&k->base);
}

/* What the end of a path asked is nobody's. */
static Leaf *klee_pick(Searcher *s) {
  weighted_charge((Weighted *)s);
  return weighted_pick(s);
}

static void klee_done(Searcher *s) {
  KleeWeights *k = (KleeWeights *)s;
  map_done(&k->places);
  call_paths_done(&k->calls);
  vec_free(&k->instructions);
  near_done(&k->near);
  weighted_done(s);
}

#define KLEE_SEARCHER(covers)   \
  {.size = sizeof(KleeWeights), \
   .wants_cover = covers,       \
   .init = klee_init,           \
   .add = weighted_add,         \
   .drop = weighted_drop,       \
   .ran = weighted_ran,         \
   .pick = klee_pick,           \
   .list = weighted_list,       \
   .done = klee_done}

const SearcherOps depth_ops = KLEE_SEARCHER(false);
const SearcherOps instrcount_ops = KLEE_SEARCHER(false);
const SearcherOps cpicount_ops = KLEE_SEARCHER(false);
const SearcherOps querycost_ops = KLEE_SEARCHER(false);
const SearcherOps mindist_ops = KLEE_SEARCHER(true);
const SearcherOps covnew_ops = KLEE_SEARCHER(true);
