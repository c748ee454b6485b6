/* improve.c — local search: the best path of a size search with one decision turned round.
 *
 * Up to a random place, the new path is the best one.  There it turns the other way if it can.
 * Then it goes on in one of three ways: with the old decisions one by one, with the side that each
 * branch took most often on the best path, or at random.
 */
#include "paths/improve.h"

#include "base/hash.h"
#include "base/map.h"
#include "paths/neighbours.h"
#include "paths/walk.h"
#include "search/time_parts.h"
#include "search/witness_run.h"

const StatInfo stat_flips = {"turns", "decisions turned round", STAT_TIMES};

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

static u64 place_key(u32 fn, u32 pc) { return hash_pair(fn, pc); }

static u64 tail_side(Turn *g, const Situation *at) {
  u64 votes;
  u32 n = at->n_decisions;
  if (g->tail == TAIL_OLD && n < g->old->n && g->old->at[n].kind == at->here.kind)
    return g->old->at[n].side;
  if (g->tail == TAIL_USUAL && at->here.kind == CHOICE_BRANCH &&
      map_get(g->usual, place_key(at->here.fn, at->here.pc), &votes))
    return votes >= no_votes;
  return situation_random_side(at, &g->rng);
}

/* Asked from the turn on. */
static Advice turn_advise(Guide *guide, const Situation *at, void *memory) {
  Turn *g = (Turn *)guide;
  (void)memory;
  ChoiceKind kind = at->choice->kind;
  if (kind == CHOICE_ASSUME) return (Advice){.kind = ADVICE_ALL};
  assert(at->n_decisions >= g->at);
  if (at->n_decisions == g->at) return (Advice){.kind = ADVICE_PREFER, .side = g->side};
  if (at->n_decisions == g->at + 1 && at->path->decision.side != g->side)
    return (Advice){.kind = ADVICE_STOP, .text = "no input turns the other way"};
  if (!choice_is_branch(kind)) return walk_on(kind);
  return (Advice){.kind = ADVICE_PREFER, .side = tail_side(g, at)};
}

static const GuideOps turn_ops = {.advise = turn_advise};

/* A decision that can be turned round; false when the path has none. */
static bool pick_turn(Rng *rng, const DecisionVec *path, u32 *ret) {
  enum { TRIES = 64 };
  for (u32 i = 0; i < TRIES && path->n; i++) {
    *ret = (u32)rng_below(rng, path->n);
    if (path->at[*ret].kind == CHOICE_BRANCH &&
        path->at[*ret].alternatives != ALTERNATIVES_IMPOSSIBLE)
      return true;
  }
  return false;
}

/* ---- the search ---------------------------------------------------------------------------------- */

enum { N_KEPT = 16 };

static Err turn_once(SizeSearch *t, const Neighbours *n, const Map *usual, bool *ret_possible) {
  Rng *rng = &t->search->rng;
  Turn g = {.guide = {&turn_ops}, .old = &n->path, .usual = usual};
  *ret_possible = pick_turn(rng, &n->path, &g.at);
  if (!*ret_possible) return OK;
  g.side = !n->path.at[g.at].side;
  g.tail = (Tail)rng_below(rng, TAIL_COUNT);
  g.rng = (Rng){rng_u64(rng)};
  Start start = {.state = neighbours_state(n, g.at), .decisions = n->path.at, .n_decisions = g.at};
  return size_search_run(t, &(SearchRun){.guide = &g.guide, .time_part = PART_PATH, .start = start},
                         NULL);
}

Err improve(SizeSearch *t, u64 n_paths, bool *ret_better) {
  assert(t->best.is_found);
  Neighbours n = {0};
  cleanup(map_done) Map usual = {0};
  u64 cost = t->best.cost;
  Model *model = witness_model(&t->best);
  vec_append(&n.path, t->best.decisions.at, t->best.decisions.n);
  /* What each branch of the path does most often. */
  for (u32 i = 0; i < n.path.n; i++) {
    const Decision *d = &n.path.at[i];
    if (d->kind != CHOICE_BRANCH) continue;
    bool is_fresh;
    u64 *votes = map_at(&usual, place_key(d->fn, d->pc), &is_fresh);
    if (is_fresh) *votes = no_votes;
    *votes += d->side ? 1 : (u64)-1;
    assert(*votes <= no_votes + n.path.n && *votes >= no_votes - n.path.n);
  }
  Err err = neighbours_keep(&n, t, model, N_KEPT);
  bool possible = true;
  for (u64 i = 0; i < n_paths && possible && err == OK && t->best.cost == cost; i++) {
    if (size_search_is_spent(t)) break;
    err = turn_once(t, &n, &usual, &possible);
    stat_add(&t->stats, &stat_flips, possible);
  }
  assert(t->best.cost >= cost);
  *ret_better = t->best.cost > cost;
  model_unref(model);
  neighbours_clear(&n, t);
  return err;
}
