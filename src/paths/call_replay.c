/* call_replay.c — paths that begin like the worst one, turn off once, and go on by precedents.
 *
 * When a decision early in a recursion changes, the calls behind it get other arguments, so that what the
 * old path decided there no longer fits.  Then each new call does what the costliest call with
 * such an argument did, on this path or on any other, also of another size.  In the call at hand a
 * condition that the old path has decided, whenever that was, is decided the same way; other decisions
 * are those that the precedent made at the same place of the code, in their order.
 *
 * Sometimes a call of the old path is drilled instead: at some places of the code it decides the same each
 * time, so that it becomes another one altogether, such as a partition with nearly all on one side.
 *
 * Whenever a call was found that costs more than its precedent, a path is made of precedents alone: so
 * an improvement deep in the recursion reaches all paths.
 */
#include "paths/call_replay.h"

#include "base/hash.h"
#include "paths/neighbours.h"
#include "paths/walk.h"

const StatInfo stat_replayed = {"recalled", "paths by precedents of calls", STAT_TIMES};

/* States along the path at hand; paths without a gain, for each decision of it, after which it gives up. */
enum { N_KEPT = SIZED(64, 4), MANY_NO_GAIN = 3 };
/* A path that costs the same becomes the one at hand once in so many times. */
enum { DRIFT = 8 };
/* Instead of turning one decision round, a call is drilled once in so many times. */
enum { DRILLED = 3 };

/* How a call follows its precedent. */
typedef struct Rereading {
  const CallRecord *from; /* borrowed; NULL: it has none */
  bool is_open;           /* it was looked for */
  u32 first;              /* of its decisions, the first that was not made */
  u8 *made;               /* owned; which were */
} Rereading;

struct CallReplay {
  SizeSearch *size_search; /* borrowed */
  CallTable *precedents;   /* borrowed */
  Rng rng;
  Individual *base;       /* owned; NULL: none yet */
  Neighbours old;         /* its decisions … */
  CallLog log;            /* … and calls */
  Map holds;              /* its conditions, by Expr.id */
  U32Vec order;           /* owned; decisions that are to be turned round, the next one last */
  u64 n_no_gain;          /* paths since the base cost less */
  u64 tried_cost;         /* of the best that did not become the base */
  u64 n_changes_composed; /* of the precedents, when a path was last made of them */
};

/* One path. */
typedef struct ReplayGuide {
  Guide guide;
  CallReplay *of;  /* borrowed */
  bool follows;    /* an input, all along */
  u32 turn;        /* the decision to be turned round; NO_TURN: none, all are by precedents */
  bool keeps_more; /* conditions of the old path before precedents, in new calls, too */
  u32 drilled;     /* this call does the same at a place each time, at some places; NO_CALL: none */
  Map drill;       /* owned; place -> Drill */
  CallLog log;     /* owned */
  VEC(Rereading) readings; /* owned; of the calls in the log */
  bool is_complete;
  u64 cost;
  Model *model; /* shared */
} ReplayGuide;

enum { NO_TURN = UINT32_MAX };

/* What a drilled call does at a place. */
typedef enum Drill { DRILL_NOT, DRILL_FALSE, DRILL_TRUE, DRILL_COUNT } Drill;

/* ---- what to decide ------------------------------------------------------------------------------ */

/* As the old path decided the same condition. */
static bool old_side(const ReplayGuide *g, const Situation *at, u64 *ret) {
  u64 unused;
  for (u64 side = 0; side < 2 && at->choice->kind == CHOICE_BRANCH; side++) {
    Expr e;
    if (!situation_condition(at, side, &e) || !map_get(&g->of->holds, e.id, &unused)) continue;
    *ret = side;
    return true;
  }
  return false;
}

/* Decisions that the call has made already. */
static u32 count_own(const ReplayGuide *g, u32 call) {
  u32 n = 0;
  for (u32 i = 0; i + 1 < g->log.of.n; i++)
    n += call_table_owner(g->of->precedents, &g->log, g->log.of.at[i]) == call;
  return n;
}

static Rereading *reading_of(ReplayGuide *g, u32 call) {
  assert(call < g->log.calls.n);
  vec_resize(&g->readings, MAX(g->readings.n, g->log.calls.n));
  Rereading *r = &g->readings.at[call];
  if (r->is_open) return r;
  r->is_open = true;
  r->from = call_table_find(g->of->precedents, &g->log.calls.at[call], &g->of->rng);
  if (!r->from) return r;
  r->made = mem_new(MAX(r->from->own.n, 1u));
  u32 n = MIN(count_own(g, call), r->from->own.n);
  memset(r->made, 1, n);
  r->first = n;
  return r;
}

/* As the precedent did at the same place, of those decisions the first that is left. */
static bool call_record_side(ReplayGuide *g, const Situation *at, u32 call, u64 *ret) {
  Rereading *r = reading_of(g, call);
  if (!r->from) return false;
  const DecisionVec *own = &r->from->own;
  while (r->first < own->n && r->made[r->first]) r->first++;
  for (u32 i = r->first; i < own->n; i++) {
    const Decision *d = &own->at[i];
    if (r->made[i] || d->fn != at->here.fn || d->pc != at->here.pc || d->kind != at->here.kind)
      continue;
    r->made[i] = 1;
    *ret = d->side;
    return true;
  }
  return false;
}

/* As it was decided for the place, by chance, when the call first came there. */
static bool drilled_side(ReplayGuide *g, const Situation *at, u32 call, u64 *ret) {
  bool is_fresh;
  if (call == NO_CALL || call != g->drilled || at->choice->kind != CHOICE_BRANCH) return false;
  u64 *drill = map_at(&g->drill, hash_pair(at->here.fn, at->here.pc), &is_fresh);
  if (is_fresh) *drill = rng_below(&g->of->rng, DRILL_COUNT);
  *ret = *drill == DRILL_TRUE;
  return *drill != DRILL_NOT;
}

static u64 choose_side(ReplayGuide *g, const Situation *at) {
  u64 side;
  u32 call = call_table_owner(g->of->precedents, &g->log, vec_last(&g->log.of));
  if (drilled_side(g, at, call, &side)) return side;
  bool is_new = call != NO_CALL && (g->turn == NO_TURN || g->log.calls.at[call].n_before > g->turn);
  if ((!is_new || g->keeps_more) && g->turn != NO_TURN && old_side(g, at, &side)) return side;
  if (call != NO_CALL && call_record_side(g, at, call, &side)) return side;
  return old_side(g, at, &side) ? side : situation_random_side(at, &g->of->rng);
}

static Advice advise(Guide *guide, const Situation *at, void *memory) {
  ReplayGuide *g = (ReplayGuide *)guide;
  ChoiceKind kind = at->choice->kind;
  u32 n = at->n_decisions;
  (void)memory;
  call_log_see(&g->log, at);
  if (g->follows || !choice_is_branch(kind)) return walk_on(kind);
  if (g->turn != NO_TURN && n < g->turn)
    return (Advice){.kind = ADVICE_PREFER, .side = g->of->old.path.at[n].side};
  if (n == g->turn && g->drilled == NO_CALL)
    return (Advice){.kind = ADVICE_TRY, .side = !g->of->old.path.at[n].side};
  return (Advice){.kind = ADVICE_PREFER, .side = choose_side(g, at)};
}

static void ended(Guide *guide, const PathEnd *end, void *memory) {
  ReplayGuide *g = (ReplayGuide *)guide;
  (void)memory;
  g->is_complete = end->stop == STOP_EXIT && end->test;
  if (!g->is_complete) return;
  g->cost = end->cost->n[g->log.cost];
  model_unref(g->model);
  g->model = model_ref(context_model(end->state->context));
  DecisionVec decisions = {0};
  path_list(end->path, &decisions);
  call_log_end(&g->log, g->cost);
  call_table_learn(g->of->precedents, &g->log, &decisions);
  vec_free(&decisions);
}

static const GuideOps replay_guide_ops = {.advise = advise, .ended = ended};

static ReplayGuide replay_guide_new(CallReplay *r, u32 turn) {
  return (ReplayGuide){.guide = {&replay_guide_ops},
                       .of = r,
                       .turn = turn,
                       .drilled = NO_CALL,
                       .log = {.cost = r->size_search->search->config.cost}};
}

static void replay_done(ReplayGuide *g) {
  for (u32 i = 0; i < g->readings.n; i++) mem_free(g->readings.at[i].made);
  vec_free(&g->readings);
  call_log_done(&g->log);
  map_done(&g->drill);
  model_unref(g->model);
}

static Err run_guided(ReplayGuide *g, const Start *start) {
  return size_search_run(g->of->size_search,
                         &(SearchRun){.guide = &g->guide, .time_part = 2, .start = *start}, NULL);
}

/* ---- the path at hand ---------------------------------------------------------------------------- */

static void leave_base(CallReplay *r) {
  r->base = individual_free(r->base);
  neighbours_clear(&r->old, r->size_search);
  map_clear(&r->holds);
  vec_clear(&r->order);
}

/* Decisions of recursive calls, in a random order. */
static void shuffle_order(CallReplay *r) {
  vec_clear(&r->order);
  for (u32 i = 0; i < r->old.path.n && i < r->log.of.n; i++) {
    bool is_own = call_table_owner(r->precedents, &r->log, r->log.of.at[i]) != NO_CALL;
    if (is_own && r->old.path.at[i].kind == CHOICE_BRANCH) vec_push(&r->order, i);
  }
  neighbours_shuffle(&r->order, &r->rng);
}

/* Follows the input to have its calls. */
static Err log_calls(CallReplay *r, Model *input, bool *ret_ok) {
  ReplayGuide g = replay_guide_new(r, NO_TURN);
  g.follows = true;
  Err err = run_guided(&g, &(Start){.model = input});
  *ret_ok = err == OK && g.is_complete;
  if (*ret_ok) {
    CallLog kept = r->log;
    r->log = g.log;
    g.log = kept;
  }
  replay_done(&g);
  return err;
}

static Err set_base(CallReplay *r, Model *input) {
  bool ok;
  leave_base(r);
  TRY(sample_follow(r->size_search, input, &r->base));
  if (!r->base) return OK;
  TRY(log_calls(r, input, &ok));
  path_list(r->base->path, &r->old.path);
  for (u32 i = 0; i < r->base->conditions.n; i++)
    map_put(&r->holds, r->base->conditions.at[i].e.id, 1);
  if (ok) shuffle_order(r);
  return r->order.n ? neighbours_keep(&r->old, r->size_search, input, N_KEPT) : OK;
}

static bool is_set(const CallReplay *r) { return r->base && r->old.kept.n; }

/* The best of the size search, if it costs more than the path at hand. */
static Err invite_best(CallReplay *r) {
  Model *input = neighbours_invite(r->size_search, r->tried_cost);
  if (!input) return OK;
  r->tried_cost = r->size_search->best.cost;
  r->n_no_gain = 0;
  Err err = set_base(r, input);
  model_unref(input);
  if (!is_set(r) && size_search_is_spent(r->size_search))
    r->tried_cost = 0; /* the next time, then */
  return err;
}

/* ---- steps --------------------------------------------------------------------------------------- */

/* The base changes when the best does, in the next step; here it drifts. */
static Err settle(CallReplay *r, const ReplayGuide *g) {
  stat_add(&r->size_search->stats, &stat_replayed, 1);
  r->n_no_gain++;
  bool is_equal = g->is_complete && g->cost == r->base->cost;
  return is_equal && rng_chance(&r->rng, DRIFT) ? set_base(r, g->model) : OK;
}

static Err compose(CallReplay *r) {
  ReplayGuide g = replay_guide_new(r, NO_TURN);
  r->n_changes_composed = r->precedents->n_changes;
  Err err = run_guided(&g, &(Start){0});
  if (err == OK) err = settle(r, &g);
  replay_done(&g);
  return err;
}

/* A call from the outside inwards: what is decided there matters most, and most of the inner ones have
 * better precedents. */
static u32 outer_call(CallReplay *r) {
  u32 found = NO_CALL;
  for (u32 i = 0; i < r->log.calls.n; i++) {
    if (call_table_owner(r->precedents, &r->log, i) != i) continue;
    found = i;
    if (rng_chance(&r->rng, 3)) break;
  }
  return found;
}

/* Either such a call, or the one that the decision was made in; from its beginning on. */
static void drill(ReplayGuide *g) {
  CallReplay *r = g->of;
  bool is_outer = rng_chance(&r->rng, 2);
  g->drilled =
      is_outer ? outer_call(r) : call_table_owner(r->precedents, &r->log, r->log.of.at[g->turn]);
  assert(g->drilled < r->log.calls.n);
  g->turn = r->log.calls.at[g->drilled].n_before;
}

static Err turn(CallReplay *r) {
  assert(is_set(r));
  if (!r->order.n) shuffle_order(r);
  ReplayGuide g = replay_guide_new(r, vec_pop(&r->order));
  assert(g.turn < r->old.path.n && r->old.path.at[g.turn].kind == CHOICE_BRANCH);
  if (rng_chance(&r->rng, DRILLED)) drill(&g);
  State *from = neighbours_state(&r->old, g.turn);
  g.keeps_more = rng_chance(&r->rng, 2);
  call_log_begin(&g.log, &r->log, from ? path_length(from->path) : 0);
  Err err = run_guided(&g, &(Start){.state = from});
  if (err == OK) err = settle(r, &g);
  replay_done(&g);
  return err;
}

static bool is_hopeless(const CallReplay *r) {
  return !is_set(r) || r->n_no_gain > MANY_NO_GAIN * (u64)r->old.path.n;
}

Err call_replay_run(CallReplay *r, u64 max_steps, u64 *ret_n_steps, bool *ret_goes_on) {
  Err err = invite_best(r);
  *ret_n_steps = 0;
  while (err == OK && !is_hopeless(r) && *ret_n_steps < max_steps &&
         !size_search_is_spent(r->size_search)) {
    err = r->precedents->n_changes > r->n_changes_composed ? compose(r) : turn(r);
    if (err == OK) err = invite_best(r);
    ++*ret_n_steps;
  }
  *ret_goes_on = !is_hopeless(r) || !r->tried_cost;
  return err;
}

/* ---- life ---------------------------------------------------------------------------------------- */

/* An ExprMark. */
static void mark(void *user) {
  const CallReplay *r = user;
  if (r->base) conditions_mark(&r->base->conditions);
}

CallReplay *call_replay_new(SizeSearch *t, CallTable *p) {
  CallReplay *r = NEW(CallReplay);
  *r = (CallReplay){.size_search = t, .precedents = p, .rng = {rng_u64(&t->search->rng)}};
  expr_roots_add(mark, r);
  return r;
}

CallReplay *call_replay_free(CallReplay *r) {
  if (!r) return NULL;
  expr_roots_remove(mark, r);
  leave_base(r);
  map_done(&r->holds);
  vec_free(&r->order);
  call_log_done(&r->log);
  mem_free(r);
  return NULL;
}
