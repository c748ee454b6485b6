/* learned.c — a leaf is the heavier the more new sides leaves that looked like it have taken, for what that
 * cost.
 *
 * What a leaf looks like is a row of cheap features: forks behind it, instructions since it took something
 * new, the distance to a side that nobody took, what its questions cost, how often paths came to where it
 * stands, whether it ever took something new, and which choice it took last.  Whenever a leaf has had its
 * turn, a law of the rate (learn/rate_law.h) learns from what came of it; after a window of such turns all
 * leaves are weighed anew.  It begins with what covnew and instrcount believe.
 * After: ParaDySE (Cha, Hong, Lee, Oh, ICSE 2018) and FeatMaker (Yoon, Cha, FSE 2024), which learn weights of
 * features of states over many runs, and Learch (He, Sivanrupan, Tsankov, Vechev, CCS 2021), which learns to
 * predict what a state will cover for its cost.
 * Differs: it is learned in one run, from nothing but that run.
 */
#include "base/hash.h"
#include "base/map.h"
#include "explore/near.h"
#include "explore/turns.h"
#include "explore/weighted.h"
#include "learn/rate_law.h"

#include <math.h>

/* Turns after which leaves are weighed anew; so many more, the more leaves there are. */
enum { WINDOW = 1024, LEAVES_PER_TURN = 16 };

enum { DEPTH, SINCE_NEW, DISTANCE, QUESTIONS, VISITS, NEVER_NEW, FIRST_CHOICE, CHOICES = 32 };
enum { FEATURES = FIRST_CHOICE + CHOICES };

static const double beliefs[FEATURES] = {[SINCE_NEW] = -1, [DISTANCE] = -2, [VISITS] = -2};

typedef struct Learned {
  Weighted base;
  Near near;
  Map visits; /* by place */
  RateLaw law;
  u32 n_turns;            /* in this window */
  Leaf *picked;           /* borrowed; whose turn it is; NULL: nobody's */
  float looked[FEATURES]; /* what it looked like … */
  u32 n_covered;          /* … and had taken before */
  u64 n_instructions;     /* since */
} Learned;

typedef struct LearnedNote {
  NearNote at;
  u64 place, n_since, cost;
  u32 depth, choice;
} LearnedNote;

/* ---- what a leaf looks like ---------------------------------------------------------------------- */

/* The questions since the last charge were asked for this leaf. */
static LearnedNote *charge(Weighted *w, const Leaf *leaf) {
  LearnedNote *note = weighted_note(w, leaf);
  note->cost += weighted_charge(w);
  return note;
}

static void inherit(Weighted *w, const Leaf *from, Leaf *const *leaves, u32 n) {
  if (!from) return;
  LearnedNote *old = charge(w, from);
  old->depth++;
  for (u32 i = 0; i < n; i++) *(LearnedNote *)weighted_note(w, leaves[i]) = *old;
}

static u32 choice_of(const Leaf *leaf) {
  const Path *p = leaf_path(leaf);
  if (!p) return 0;
  const Decision *d = &p->decision;
  return (u32)(hash_pair(hash_pair(d->fn, d->pc), d->side) % CHOICES);
}

static void look(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  (void)n_instructions;
  Learned *l = (Learned *)w;
  LearnedNote *note = charge(w, leaf);
  const Frame *top = leaf->state->top;
  bool is_new;
  note->at = near_note(&l->near, leaf);
  note->place = top->fn->address << 32 | top->pc;
  note->n_since = leaf_since_covered(leaf);
  note->choice = choice_of(leaf);
  ++*map_at(&l->visits, note->place, &is_new);
}

/* Numbers of any size, made comparable. */
static float size_of(u64 n) { return (float)(log1p((double)n) / 10); }

static void describe(Learned *l, const LearnedNote *note, float ret[FEATURES]) {
  u64 n_visits = 0;
  map_get(&l->visits, note->place, &n_visits);
  memset(ret, 0, FEATURES * sizeof *ret);
  ret[DEPTH] = size_of(note->depth);
  ret[SINCE_NEW] = size_of(note->n_since);
  ret[DISTANCE] = size_of(near_distance(&l->near, note->at));
  ret[QUESTIONS] = size_of(note->cost);
  ret[VISITS] = size_of(n_visits);
  ret[NEVER_NEW] = !note->n_since;
  ret[FIRST_CHOICE + note->choice] = 1;
}

static double weigh(Weighted *w, const void *note) {
  Learned *l = (Learned *)w;
  float looks[FEATURES];
  describe(l, note, looks);
  return exp(rate_law_score(&l->law, looks));
}

static const WeighOps weigh_ops = {sizeof(LearnedNote), inherit, look, weigh, false};

/* ---- turns --------------------------------------------------------------------------------------- */

static void learned_init(Searcher *s, const SearchOrder *how) {
  Learned *l = (Learned *)s;
  (void)how;
  l->base.ops = &weigh_ops;
  l->law = rate_law_new(beliefs, FEATURES);
  weighted_charge(&l->base);
  near_init(&l->near, s->vm);
}

static void end_turn(Learned *l) {
  if (!l->picked) return;
  double spent = (STEP_COST + (double)l->n_instructions) / 1000;
  rate_law_feed(&l->law, l->looked, spent, leaf_n_covered(l->picked) - l->n_covered);
  l->picked = NULL;
  l->n_turns++;
}

static void learned_drop(Searcher *s, Leaf *leaf) {
  Learned *l = (Learned *)s;
  if (l->picked == leaf) end_turn(l);
  weighted_drop(s, leaf);
}

static void learned_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  Learned *l = (Learned *)s;
  if (l->picked == leaf) l->n_instructions += n_instructions;
  weighted_ran(s, leaf, n_instructions);
}

static Leaf *learned_pick(Searcher *s) {
  Learned *l = (Learned *)s;
  end_turn(l);
  if (l->n_turns > WINDOW + l->base.leaves.n / LEAVES_PER_TURN) {
    weighted_weigh_all(&l->base);
    l->n_turns = 0;
  }
  weighted_charge(&l->base); /* what the end of a path asked is nobody's */
  Leaf *leaf = weighted_pick(s);
  if (!leaf) return NULL;
  describe(l, weighted_note(&l->base, leaf), l->looked);
  l->picked = leaf;
  l->n_covered = leaf_n_covered(leaf);
  l->n_instructions = 0;
  return leaf;
}

static void learned_done(Searcher *s) {
  Learned *l = (Learned *)s;
  near_done(&l->near);
  map_done(&l->visits);
  weighted_done(s);
}

const SearcherOps learned_ops = {.size = sizeof(Learned),
                                 .wants_cover = true,
                                 .init = learned_init,
                                 .add = weighted_add,
                                 .drop = learned_drop,
                                 .ran = learned_ran,
                                 .pick = learned_pick,
                                 .list = weighted_list,
                                 .done = learned_done};
