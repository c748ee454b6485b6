/* improve.c — local search: the best path of a trial with one decision turned round.
 *
 * Up to a random place the new path is the best one, there it turns the other way if it can, and
 * then it goes on in one of three ways: with the old decisions one by one, with the side that each
 * branch took most often on the best path, or at random.
 */
#include "worst/improve.h"

#include "base/hash.h"
#include "worst/walk.h"

typedef enum Tail { TAIL_OLD, TAIL_USUAL, TAIL_RANDOM, TAIL_COUNT } Tail;

typedef struct Turn {
  Guide guide;
  const DecisionVec *old; /* borrowed */
  const Map *usual;       /* borrowed; place -> votes for side 1, offset by 2^32 */
  u32 at;                 /* the decision that is turned round */
  u64 side;               /* to this side */
  Tail tail;
  Rng rng;
} Turn;

static const u64 no_votes = 1ull << 32;

static u64 place_key(u32 fn, u32 pc) {
  return hash_pair(fn, pc);
}

static u64 tail_side(Turn *g, const Vm *vm, const State *s, u32 n) {
  u64 votes;
  u32 fn = (u32)(s->top->fn - vm_module(vm)->fns.at);
  if (g->tail == TAIL_OLD && n < g->old->n && g->old->at[n].kind == s->choice.kind)
    return g->old->at[n].side;
  if (g->tail == TAIL_USUAL && s->choice.kind == CHOICE_BRANCH &&
      map_get(g->usual, place_key(fn, s->top->pc), &votes))
    return votes >= no_votes;
  return walk_side(&g->rng, s);
}

static Advice turn_advise(Guide *guide, const Vm *vm, const State *s) {
  Turn *g = (Turn *)guide;
  u32 n = path_length(s->path);
  if (s->choice.kind == CHOICE_ASSUME) return (Advice){.kind = ADVICE_ALL};
  if (n < g->at) return (Advice){.kind = ADVICE_TAKE, .side = g->old->at[n].side};
  if (n == g->at) return (Advice){.kind = ADVICE_PREFER, .side = g->side};
  if (n == g->at + 1 && s->path->decision.side != g->side)
    return (Advice){.kind = ADVICE_STOP, .text = "no input turns the other way"};
  if (!choice_is_branch(s->choice.kind)) return walk_on(s);
  return (Advice){.kind = ADVICE_PREFER, .side = tail_side(g, vm, s, n)};
}

/* What each branch of the path does most often. */
static void vote(const DecisionVec *path, Map *ret) {
  for (u32 i = 0; i < path->n; i++) {
    const Decision *d = &path->at[i];
    if (d->kind != CHOICE_BRANCH) continue;
    bool is_fresh;
    u64 *votes = map_at(ret, place_key(d->fn, d->pc), &is_fresh);
    if (is_fresh) *votes = no_votes;
    *votes += d->side ? 1 : (u64)-1;
  }
}

/* A decision that can be turned round; false when the path has none. */
static bool pick_turn(Rng *rng, const DecisionVec *path, u32 *ret) {
  enum { TRIES = 64 };
  for (u32 i = 0; i < TRIES && path->n; i++) {
    *ret = (u32)rng_below(rng, path->n);
    if (path->at[*ret].kind == CHOICE_BRANCH && path->at[*ret].others != OTHERS_IMPOSSIBLE) return true;
  }
  return false;
}

static Err turn_once(Trial *t, const DecisionVec *old, const Map *usual, bool *ret_possible) {
  Rng *rng = &t->hunt->rng;
  Turn g = {.guide = {turn_advise}, .old = old, .usual = usual};
  *ret_possible = pick_turn(rng, old, &g.at);
  if (!*ret_possible) return OK;
  g.side = !old->at[g.at].side;
  g.tail = (Tail)rng_below(rng, TAIL_COUNT);
  g.rng = (Rng){rng_u64(rng)};
  return trial_run(t, &(TrialRun){.guide = &g.guide, .time_part = 2}, NULL);
}

Err improve(Trial *t, u64 n_paths, bool *ret_better) {
  DecisionVec old = {0};
  Map usual = {0};
  u64 cost = t->best.cost;
  bool possible = true;
  Err err = OK;
  vec_append(&old, t->best.decisions.at, t->best.decisions.n);
  vote(&old, &usual);
  for (u64 i = 0; i < n_paths && possible && err == OK && t->best.cost == cost; i++)
    if (!trial_is_spent(t))
      err = turn_once(t, &old, &usual, &possible);
    else
      break;
  *ret_better = t->best.cost > cost;
  vec_free(&old);
  map_done(&usual);
  return err;
}
