/* loop.c — the main loop: picks a leaf, runs it, and deals with what came up.
 *
 * A leaf runs for a slice at a time, so that budgets are noticed early.  Between two steps the
 * loop sweeps the terms, prunes and parks leaves if that is due.  One order holds everywhere: a
 * searcher is told that a leaf is dropped before the frontier frees it.
 */
#include "explore/explore.h"
#include "vm/memory/leak.h"

#include "explore/deferred.h"
#include "explore/leaf_set.h"
#include "explore/park.h"

/* A state runs this long before another is picked: some milliseconds, so that budgets are noticed
 * in time. */
enum { SLICE_INSTRUCTIONS = 1 << 20 };
/* A table of terms below this is not worth a sweep. */
enum { SWEEP_MIN_TERMS = SIZED(1 << 20, 1 << 8) };

typedef struct Explore {
  Vm *vm;                      /* borrowed */
  Solver *solver;              /* borrowed */
  const ExploreConfig *config; /* borrowed */
  Budget budget;
  Frontier frontier;
  Searcher *searcher; /* owned; knows all leaves but deferred ones */
  Leaf *running;      /* borrowed; the one that was picked; NULL: it ended */
  u64 n_before_step;  /* instructions … */
  bool is_stepping;   /* … and the searcher does not know yet what the step cost */
  Leaf *seeded;       /* borrowed; goes before what the searcher picks; NULL: none does */
  Deferred deferred;
  bool ends_deferred; /* the leaf that is removed is deferred, and unknown to the searcher */
  StateVec successors;
  LeafVec fresh;
  u32 n_terms_swept; /* left by the last sweep */
  u32 n_kept;        /* states that config->keeps asks for */
  u64 n_steps;
  u64 n_covering; /* paths until everything was covered; 0: it is not */
  u64 next_tick_ns;
  ExploreStats stats;
} Explore;

/* ---- ends -------------------------------------------------------------------------------------- */

/* Each path has one end, and every leaf is in memory or parked. */
debug_only static bool stats_are_sound(const Explore *ex) {
  debug_only u64 n = 0;
  for (u32 stop = 0; stop < STOP_COUNT; stop++) n += ex->stats.n_ended[stop];
  assert(n == ex->stats.n_paths && !ex->stats.n_ended[STOP_NOT]);
  assert(ex->frontier.n <= ex->stats.max_leaves && ex->stats.n_unparked <= ex->stats.n_parked);
  assert(ex->frontier.n - ex->frontier.n_in_memory <=
         ex->stats.n_parked - ex->stats.n_unparked + 1);
  return true;
}

static void tell_end(Explore *ex, const PathEnd *end, void *memory) {
  assert(end->stop != STOP_NOT && end->stop < STOP_COUNT);
  ex->stats.n_paths++;
  ex->stats.n_ended[end->stop]++;
  const Observer *o = &ex->config->observer;
  Guide *g = ex->config->guide;
  if (o->path_ended) o->path_ended(o->user, end);
  if (g && g->ops->ended) g->ops->ended(g, end, memory);
}

/* It was given up, but an input comes as far, and what it covered nobody else did. */
static bool shows_pending_test(const State *s) {
  Stop stop = s->ending->stop;
  bool is_given_up = !stop_infos[stop].is_known;
  return s->has_pending_test && is_given_up && stop != STOP_UNKNOWN;
}

/* It may have no end, and is the first of those that came as far and are at the same place. */
static bool shows_long(const Explore *ex, const State *s) {
  const Observer *o = &ex->config->observer;
  return path_is_long(s->ending->stop, s->cost.n[COST_INSTRUCTIONS]) && o->wants_long &&
         o->wants_long(o->user, ex->vm, s);
}

/* A path that only collected its condition learns here whether an input takes it. */
static void state_end(Explore *ex, State *s, void *memory) {
  assert(!state_is_live(s));
  StopClass class = stop_infos[s->ending->stop].class;
  TestCase test = {0};
  bool has_test = false;
  leak_note(ex->vm, s);
  if (class == STOP_NORMAL || class == STOP_BUG) {
    bool is_wanted = class == STOP_BUG || (!ex->config->only_bug_tests &&
                                           (!ex->config->only_new_tests || s->has_pending_test));
    bool is_known = context_model(s->context) != NULL;
    Answer answer = is_known && !is_wanted ? ANSWER_YES : testcase_make(ex->vm, s, &test);
    has_test = is_wanted && answer == ANSWER_YES;
    if (answer == ANSWER_NO) s->ending->stop = STOP_INFEASIBLE;
    if (answer == ANSWER_UNKNOWN) s->ending->stop = stop_of_unknown(ex->vm);
  }
  /* The run is over, and nothing is asked any more: a path that has its input shows it. */
  if (!has_test && (shows_long(ex, s) || shows_pending_test(s)) && context_model(s->context))
    has_test = testcase_make(ex->vm, s, &test) == ANSWER_YES;
  tell_end(ex,
           &(PathEnd){.stop = s->ending->stop,
                      .vm = ex->vm,
                      .text = s->ending->said ? s->ending->said : s->ending->text,
                      .state = s,
                      .path = s->path,
                      .cost = &s->cost,
                      .n_instructions = s->cost.n[COST_INSTRUCTIONS],
                      .test = has_test ? &test : NULL},
           memory);
  testcase_done(&test);
}

/* Also a path that ended has cost something, and is told before it is dropped. */
static void charge(Explore *ex) {
  if (ex->is_stepping)
    searcher_ran(ex->searcher, ex->running, ex->stats.n_instructions - ex->n_before_step);
  ex->is_stepping = false;
}

static void leaf_remove(Explore *ex, Leaf *leaf) {
  if (ex->running == leaf) {
    charge(ex);
    ex->running = NULL;
  }
  if (ex->seeded == leaf) ex->seeded = NULL;
  if (!ex->ends_deferred) searcher_drop(ex->searcher, leaf);
  frontier_remove(&ex->frontier, ex->vm, leaf);
}

static void leaf_end(Explore *ex, Leaf *leaf) {
  state_end(ex, leaf->state, leaf->memory);
  leaf_remove(ex, leaf);
}

static void leaf_stop(Explore *ex, Leaf *leaf, Stop stop, const char *text) {
  if (leaf->state) {
    state_stop(leaf->state, stop, text);
    leaf_end(ex, leaf);
  } else {
    tell_end(
        ex,
        &(PathEnd){
            .stop = stop, .text = text, .path = leaf->path, .n_instructions = leaf->n_instructions},
        leaf->memory);
    leaf_remove(ex, leaf);
  }
}

static void take_all(Explore *ex) {
  u32 n = ex->deferred.leaves.n;
  bool *all = mem_new(MAX(n, 1u) * sizeof *all);
  memset(all, true, n * sizeof *all);
  deferred_take(&ex->deferred, ex->searcher, all);
  mem_free(all);
}

/* What the budget leaves unexplored is told leaf by leaf, in no order: to list a million of them takes memory that there
 * may be none of. */
static void end_rest(Explore *ex) {
  const char *why = limit_meaning(ex->stats.limit);
  const Frontier *f = &ex->frontier;
  ex->ends_deferred = true;
  for (u32 i = 0; i < ex->deferred.leaves.n; i++)
    leaf_stop(ex, ex->deferred.leaves.at[i], STOP_BUDGET, why);
  ex->deferred.leaves.n = 0;
  ex->ends_deferred = false;
  for (u32 i = 0; i < f->slots.n; i++)
    if (f->slots.at[i]) leaf_stop(ex, f->slots.at[i], STOP_BUDGET, why);
  assert(!ex->frontier.n && stats_are_sound(ex));
}

/* ---- choices ----------------------------------------------------------------------------------- */

/* What the guide remembers, for a path that forks off. */
static void *memory_fork(Explore *ex, void *memory) {
  Guide *g = ex->config->guide;
  if (!g || !g->ops->path_bytes) return NULL;
  void *copy = mem_dup(memory, g->ops->path_bytes);
  if (g->ops->forked) g->ops->forked(g, memory, copy);
  return copy;
}

/* The failing side of a check is run on the spot: its end is near, and an order that goes elsewhere first may never
 * come back to it. */
static void run_doomed(Explore *ex, State *s) {
  enum { NEAR = 256 };
  if (!state_is_live(s) || !state_is_doomed(ex->vm, s)) return;
  u64 n_before = s->cost.n[COST_INSTRUCTIONS];
  vm_run(ex->vm, s, NEAR);
  ex->stats.n_instructions += s->cost.n[COST_INSTRUCTIONS] - n_before;
}

static void add_fork(Explore *ex, const Leaf *from, State *s) {
  void *memory = memory_fork(ex, from->memory);
  run_doomed(ex, s);
  if (state_is_live(s)) {
    Leaf *leaf = frontier_add(&ex->frontier, s);
    leaf->memory = memory;
    vec_push(&ex->fresh, leaf);
  } else {
    state_end(ex, s, memory);
    state_free(ex->vm, s);
    mem_free(memory);
  }
}

/* Explores every possible side. */
static void fork_leaf(Explore *ex, Leaf *leaf) {
  vec_clear(&ex->successors);
  vec_clear(&ex->fresh);
  ChoiceKind kind = leaf->state->choice.kind;
  choice_ask(ex->vm, leaf->state, &ex->successors);
  assert(ex->successors.n && ex->successors.at[0] == leaf->state);
  const State *first = ex->successors.at[0];
  bool was_feasible = state_is_live(first) || first->ending->stop != STOP_INFEASIBLE;
  if (kind == CHOICE_BRANCH && ex->successors.n == 1 && was_feasible)
    ex->stats.n_infeasible_sides++;
  for (u32 i = 1; i < ex->successors.n; i++) add_fork(ex, leaf, ex->successors.at[i]);
  if (ex->fresh.n) searcher_add(ex->searcher, leaf, ex->fresh.at, ex->fresh.n);
  assert(ex->fresh.n < ex->successors.n);
  ex->stats.n_forks += ex->fresh.n;
  ex->stats.max_leaves = MAX(ex->stats.max_leaves, ex->frontier.n);
  if (ex->successors.n > 1) run_doomed(ex, leaf->state);
  if (!state_is_live(leaf->state)) leaf_end(ex, leaf);
}

/* A path that was only collected is solved after so many decisions, and each time it doubles:
 * often enough that an infeasible one does not run on for long, seldom enough that solving costs
 * as much as solving once. */
enum { SOLVE_FIRST = SIZED(256, 2) };

static void take_side(Explore *ex, Leaf *leaf, u64 side) {
  if (!choice_take(ex->vm, leaf->state, side))
    leaf_stop(ex, leaf, STOP_PRUNED, "the choice has no such side");
  else if (!state_is_live(leaf->state))
    leaf_end(ex, leaf);
  else if (!context_model(leaf->state->context) &&
           path_length(leaf->state->path) >= MAX(leaf->solve_at, (u32)SOLVE_FIRST)) {
    leaf->solve_at = 2 * path_length(leaf->state->path);
    Result r = solver_solve(ex->solver, leaf->state->context);
    if (r.answer == ANSWER_NO) leaf_stop(ex, leaf, STOP_INFEASIBLE, "");
    result_done(&r);
  }
}

static void prefer(Explore *ex, Leaf *leaf, u64 side) {
  bool is_branch = leaf->state->choice.kind == CHOICE_BRANCH;
  Answer answer = choice_prefer(ex->vm, leaf->state, side);
  if (!state_is_live(leaf->state))
    leaf_end(ex, leaf);
  else if (answer == ANSWER_NO && is_branch)
    ex->stats.n_infeasible_sides++;
}

static void try_side(Explore *ex, Leaf *leaf, u64 side) {
  Answer answer = choice_prefer(ex->vm, leaf->state, side);
  if (!state_is_live(leaf->state))
    leaf_end(ex, leaf);
  else if (answer == ANSWER_NO)
    leaf_stop(ex, leaf, STOP_INFEASIBLE, "");
}

static void go_on(Explore *ex, Leaf *leaf) {
  choice_go_on(ex->vm, leaf->state);
  if (!state_is_live(leaf->state)) leaf_end(ex, leaf);
}

static Advice advise(Explore *ex, Leaf *leaf) {
  Guide *g = ex->config->guide;
  if (path_length(leaf->state->path) < ex->config->start.n_decisions) {
    /* Where every path goes that begins elsewhere than the program does. */
    if (leaf->state->choice.kind == CHOICE_ASSUME) return (Advice){.kind = ADVICE_TAKE, .side = 1};
    assert(path_length(leaf->state->path) < ex->config->start.n_decisions);
    const Decision *d = &ex->config->start.decisions[path_length(leaf->state->path)];
    if (d->kind != leaf->state->choice.kind)
      return (Advice){.kind = ADVICE_STOP, .text = "the decisions are those of another program"};
    return (Advice){.kind = ADVICE_TAKE, .side = d->side};
  }
  if (!g) return (Advice){.kind = ADVICE_ALL};
  Situation at = situation_of(ex->vm, leaf->state);
  return g->ops->advise(g, &at, leaf->memory);
}

static bool keep_due(const Explore *ex, const Leaf *leaf) {
  const Keeps *k = &ex->config->keeps;
  return ex->n_kept < k->n && path_length(leaf->state->path) >= k->at[ex->n_kept];
}

static void keep(Explore *ex, Leaf *leaf) {
  assert(ex->n_kept < ex->config->keeps.n);
  vec_push(ex->config->keeps.kept, state_fork(ex->vm, leaf->state));
  ex->n_kept++;
}

static void decide(Explore *ex, Leaf *leaf) {
  assert(leaf->decided_at <= leaf->state->cost.n[COST_INSTRUCTIONS]);
  ex->stats.n_choices++;
  leaf->decided_at = leaf->state->cost.n[COST_INSTRUCTIONS];
  if (path_length(leaf->state->path) >= ex->config->max_depth) {
    leaf_stop(ex, leaf, STOP_BUDGET, "more decisions than allowed");
    return;
  }
  while (keep_due(ex, leaf)) keep(ex, leaf);
  Advice advice = advise(ex, leaf);
  switch (advice.kind) {
  case ADVICE_ALL:
    return fork_leaf(ex, leaf);
  case ADVICE_TAKE:
    return take_side(ex, leaf, advice.side);
  case ADVICE_PREFER:
    return prefer(ex, leaf, advice.side);
  case ADVICE_TRY:
    return try_side(ex, leaf, advice.side);
  case ADVICE_ANY:
    return go_on(ex, leaf);
  case ADVICE_STOP:
    return leaf_stop(ex, leaf, STOP_PRUNED, advice.text);
  }
}

/* ---- one step ---------------------------------------------------------------------------------- */

static Err unpark(Explore *ex, Leaf *leaf) {
  const Observer *o = &ex->config->observer;
  ex->stats.n_unparked++;
  ex->stats.n_instructions_again += leaf->n_instructions;
  if (o->repeats) o->repeats(o->user, true);
  Err err = leaf_unpark(&ex->frontier, ex->vm, ex->solver, leaf);
  if (o->repeats) o->repeats(o->user, false);
  if (leaf->state) leaf->state->is_rare = false;
  return err;
}

/* Just after a choice there may be fewer than at it: its instruction runs, and counts, again. */
static u64 undecided(const Leaf *leaf) {
  u64 now = leaf->state->cost.n[COST_INSTRUCTIONS];
  return now > leaf->decided_at ? now - leaf->decided_at : 0;
}

static u64 fuel(const Explore *ex, const Leaf *leaf) {
  u64 left = ex->budget.max_instructions - ex->stats.n_instructions;
  left = MIN(left, ex->config->max_undecided - undecided(leaf));
  return MIN(left, (u64)SLICE_INSTRUCTIONS);
}

/* It came to no decision so far: perhaps it never will. */
static void run_on(Explore *ex, Leaf *leaf) {
  if (undecided(leaf) >= ex->config->max_undecided)
    leaf_stop(ex, leaf, STOP_BUDGET, "more instructions without a decision than allowed");
  else
    searcher_rotate(ex->searcher, leaf);
}

/* The machine pauses where its steps are slow; the slice is the same, unless the time is over. */
static Event run_slice(Explore *ex, Leaf *leaf) {
  u64 left = fuel(ex, leaf), *n = &leaf->state->cost.n[COST_INSTRUCTIONS], end = *n + left;
  for (;;) {
    Event event = vm_run(ex->vm, leaf->state, left);
    if (event != EVENT_FUEL || *n >= end || !clock_left(ex->budget.deadline_ns)) return event;
    if (ex->budget.interrupted && *ex->budget.interrupted) return event;
    left = end - *n;
  }
}

static Err advance(Explore *ex, Leaf *leaf) {
  if (!leaf->state) TRY(unpark(ex, leaf));
  State *s = leaf->state;
  if (!s) {
    leaf_stop(ex, leaf, STOP_BUDGET, "was put aside, and its decisions did not lead back to it");
    return OK;
  }
  u64 n_before = s->cost.n[COST_INSTRUCTIONS];
  u32 n_decided = path_length(s->path);
  Event event = run_slice(ex, leaf);
  ex->stats.n_choices += path_length(s->path) - n_decided; /* that the machine took itself */
  assert(s->cost.n[COST_INSTRUCTIONS] >= n_before);
  assert((event == EVENT_STOP) == !state_is_live(s));
  assert((event == EVENT_CHOICE) == (s->choice.kind != CHOICE_NONE));
  ex->stats.n_instructions += s->cost.n[COST_INSTRUCTIONS] - n_before;
  switch (event) {
  case EVENT_FUEL:
    run_on(ex, leaf);
    break;
  case EVENT_CHOICE:
    decide(ex, leaf);
    break;
  case EVENT_STOP:
    leaf_end(ex, leaf);
    break;
  }
  return OK;
}

static Err step(Explore *ex) {
  ex->n_steps++;
  ex->stats.n_seed_steps += ex->seeded != NULL;
  ex->running = ex->seeded ? ex->seeded : searcher_pick(ex->searcher);
  ex->n_before_step = ex->stats.n_instructions;
  ex->is_stepping = true;
  TRY(advance(ex, ex->running));
  charge(ex);
  if (ex->seeded && leaf_instructions(ex->seeded) >= SEED_INSTRUCTIONS) ex->seeded = NULL;
  return OK;
}

/* ---- between two steps ------------------------------------------------------------------------- */

/* Then there may still be errors, of which most show soon: as many paths again, and some. */
static bool has_covered_all(Explore *ex) {
  enum { AT_LEAST = SIZED(500, 100) };
  const Cover *cover = ex->config->until_covered;
  if (!cover || cover->n_seen < cover->n_sides) return false;
  if (!ex->n_covering) ex->n_covering = MAX(ex->stats.n_paths, 1u);
  return ex->stats.n_paths >= 2 * ex->n_covering + AT_LEAST;
}

static bool is_spent(Explore *ex) {
  const Observer *o = &ex->config->observer;
  if (ex->stats.limit == LIMIT_NOT)
    ex->stats.limit =
        budget_spent(&ex->budget, (Usage){ex->stats.n_paths, ex->stats.n_instructions});
  if (ex->stats.limit == LIMIT_NOT && o->has_enough && o->has_enough(o->user))
    ex->stats.limit = LIMIT_ENOUGH;
  if (ex->stats.limit == LIMIT_NOT && has_covered_all(ex)) ex->stats.limit = LIMIT_COVERED;
  return ex->stats.limit != LIMIT_NOT;
}

/* When the table has doubled: the work for a term is then constant on average. */
static bool sweep_due(const Explore *ex) {
  return expr_count() >= SWEEP_MIN_TERMS && expr_count() / 2 >= ex->n_terms_swept;
}

static void sweep(Explore *ex) {
  expr_sweep();
  ex->n_terms_swept = expr_count();
  ex->stats.n_sweeps++;
}

static bool park_due(const Explore *ex) {
  return mem_bytes() > ex->budget.max_bytes || ex->frontier.n_in_memory > ex->config->max_in_memory;
}

/* Some room is made at once, so that it is not done at every step. */
static bool has_room(const Explore *ex) {
  return mem_bytes() <= ex->budget.max_bytes / 4 * 3 &&
         ex->frontier.n_in_memory <= MAX(ex->config->max_in_memory / 4 * 3, 1u);
}

/* What is left when everything was put aside must leave some room, or looking for something to put
 * aside would be all that is done. */
static u64 most_unparkable(const Explore *ex) { return ex->budget.max_bytes / 16 * 15; }

static u32 n_searched(const Explore *ex) { return ex->frontier.n - ex->deferred.leaves.n; }

static void emit_pending_test(Explore *ex, State *s) {
  const Observer *o = &ex->config->observer;
  TestCase test = {0};
  if (s->has_pending_test && o->pending_test && context_model(s->context) &&
      testcase_make(ex->vm, s, &test) == ANSWER_YES)
    o->pending_test(o->user, s, &test);
  testcase_done(&test);
}

static void put_aside(Explore *ex, Leaf *leaf) {
  emit_pending_test(ex, leaf->state);
  leaf_park(&ex->frontier, ex->vm, leaf);
  ex->stats.n_parked++;
}

/* Parks the leaves that would be picked last; one state stays, or nothing could go on. */
static void park(Explore *ex) {
  LeafVec all = {0};
  searcher_list(ex->searcher, &all);
  for (u32 i = 0; i < all.n && !has_room(ex) && ex->frontier.n_in_memory > 1; i++) {
    if (!all.at[i]->state) continue;
    put_aside(ex, all.at[i]);
  }
  assert(all.n == n_searched(ex) && ex->frontier.n_in_memory > 0);
  vec_free(&all);
  if (mem_bytes() <= most_unparkable(ex)) return;
  sweep(ex);
  if (mem_bytes() > most_unparkable(ex)) ex->stats.limit = LIMIT_MEMORY;
}

static bool prune_due(const Explore *ex) {
  const Pruner *p = ex->config->pruner;
  return p && n_searched(ex) > 1 && p->ops->due(p, n_searched(ex));
}

static void prune(Explore *ex) {
  Pruner *p = ex->config->pruner;
  LeafVec all = {0};
  searcher_list(ex->searcher, &all);
  assert(all.n == n_searched(ex));
  cleanup(freep) bool *drops = mem_new(all.n * sizeof *drops);
  p->ops->judge(p, all.at, all.n, drops);
  for (u32 i = 0; i < all.n; i++) {
    if (!drops[i] || n_searched(ex) == 1) continue;
    ex->stats.n_dropped++;
    leaf_stop(ex, all.at[i], STOP_PRUNED, p->name);
  }
  vec_free(&all);
}

/* What few inputs do (an environment variable is set) would double the tree each time.  Concrete runs try
 * that cheaply, and where they find something new their lead takes the leaf back. */
static void defer_if_rare(Explore *ex, Leaf *leaf) {
  if (!leaf->state || !leaf->state->is_rare) return;
  leaf->state->is_rare = false;
  if (leaf == ex->seeded || leaf->was_rare || n_searched(ex) < 2) return;
  leaf->was_rare = true;
  if (leaf->state && ex->frontier.n_in_memory > 1) put_aside(ex, leaf);
  if (ex->seeded == leaf) ex->seeded = NULL;
  deferred_put(&ex->deferred, ex->searcher, leaf);
  ex->stats.n_deferred++;
}

static void defer_rare(Explore *ex) {
  if (!ex->config->defers_rare) return;
  assert(!ex->config->pruner);
  for (u32 i = 0; i < ex->fresh.n; i++) defer_if_rare(ex, ex->fresh.at[i]);
  vec_clear(&ex->fresh);
  if (ex->running) defer_if_rare(ex, ex->running);
}

/* Half of the steps at most are along inputs: each has hundreds. */
static bool seed_due(const Explore *ex) {
  return ex->config->seeds.next && !ex->seeded && 2 * ex->stats.n_seed_steps <= ex->n_steps;
}

static bool is_deferred(const Explore *ex, const Leaf *leaf) {
  for (u32 i = 0; i < ex->deferred.leaves.n; i++)
    if (ex->deferred.leaves.at[i] == leaf) return true;
  return false;
}

static Err follow_seed(Explore *ex, Model *input) {
  const Observer *o = &ex->config->observer;
  SeedPath seed;
  if (o->repeats) o->repeats(o->user, true);
  Err err = seed_path_find(&ex->frontier, ex->vm, ex->solver, input, &seed);
  if (o->repeats) o->repeats(o->user, false);
  if (err != OK) return err;
  ex->stats.n_instructions_again += seed.state->cost.n[COST_INSTRUCTIONS];
  if (seed.leaf && seed.leaf->was_rare) {
    const Leaf *leaf = seed.leaf;
    cleanup(freep) bool *taken = mem_new(MAX(ex->deferred.leaves.n, 1u) * sizeof *taken);
    for (u32 i = 0; i < ex->deferred.leaves.n; i++) taken[i] = ex->deferred.leaves.at[i] == leaf;
    if (is_deferred(ex, leaf)) {
      u32 n_before = ex->deferred.leaves.n;
      deferred_take(&ex->deferred, ex->searcher, taken);
      ex->stats.n_recalled += n_before - ex->deferred.leaves.n;
    }
  }
  if (!seed.leaf || is_deferred(ex, seed.leaf)) {
    emit_pending_test(ex, seed.state);
    state_free(ex->vm, seed.state);
    return OK;
  }
  if (seed.leaf->state) emit_pending_test(ex, seed.leaf->state);
  seed_path_take(&ex->frontier, ex->vm, &seed);
  ex->seeded = seed.leaf;
  ex->stats.n_seeds++;
  return OK;
}

static Err take_seed(Explore *ex) {
  assert(!ex->config->guide);
  Model *input = ex->config->seeds.next(ex->config->seeds.user);
  Err err = input ? follow_seed(ex, input) : OK;
  model_unref(input);
  return err;
}

static void count_leaves(Explore *ex) {
  ex->stats.n_leaves = ex->frontier.n;
  ex->stats.n_in_memory = ex->frontier.n_in_memory;
}

/* Those that are deferred go first, as the searcher does not know them. */
static void give(Explore *ex, const LeafVec *given) {
  Map gone = {0};
  u32 n_left = 0;
  for (u32 i = 0; i < given->n; i++) map_put(&gone, map_key(given->at[i]), i);
  ex->ends_deferred = true;
  for (u32 i = 0; i < ex->deferred.leaves.n; i++) {
    Leaf *leaf = ex->deferred.leaves.at[i];
    u64 *at = map_find(&gone, map_key(leaf));
    if (!at) ex->deferred.leaves.at[n_left++] = leaf;
    if (!at) continue;
    *at = UINT64_MAX;
    leaf_remove(ex, leaf);
  }
  ex->ends_deferred = false;
  ex->deferred.leaves.n = n_left;
  for (u32 i = 0; i < given->n; i++)
    if (*map_find(&gone, map_key(given->at[i])) != UINT64_MAX) leaf_remove(ex, given->at[i]);
  map_done(&gone);
}

/* The others learn what happened here, and get some of the leaves; in the end all. */
static Err exchange(Explore *ex, bool is_end) {
  const LeafExchange *x = &ex->config->exchange;
  LeafVec all = {0}, given = {0};
  for (u32 i = 0; i < ex->frontier.slots.n; i++)
    if (ex->frontier.slots.at[i]) vec_push(&all, ex->frontier.slots.at[i]);
  /* What others hear of as covered has its test in the same commit. */
  for (u32 i = 0; ex->config->observer.pending_test && i < all.n; i++) {
    State *s = all.at[i]->state;
    if (s) emit_pending_test(ex, s);
    if (s) s->has_pending_test = false;
  }
  Err err = x->exchange(x->user, &all, &ex->stats, &given);
  give(ex, err == OK && !is_end ? &given : &all);
  vec_free(&all);
  vec_free(&given);
  return err;
}

static bool exchange_due(Explore *ex) {
  const LeafExchange *x = &ex->config->exchange;
  if (!x->due || !ex->frontier.n) return false;
  count_leaves(ex);
  return x->due(x->user, &ex->stats);
}

static bool tick_due(const Explore *ex) {
  return ex->config->observer.tick && clock_ns() >= ex->next_tick_ns;
}

static void tick(Explore *ex) {
  count_leaves(ex);
  ex->config->observer.tick(ex->config->observer.user, &ex->stats);
  ex->next_tick_ns = clock_after(ex->config->tick_ns);
}

/* ---- the run ----------------------------------------------------------------------------------- */

/* What is known of the inputs before the first decision. */
static void begin_context(const Explore *ex, State *s) {
  const Start *start = &ex->config->start;
  bool has_guess = start->model && !start->state;
  assert(!start->model || !start->precondition);
  if (!has_guess && !start->precondition) return;
  context_unref(s->context);
  s->context =
      has_guess ? context_new_guess(ex->solver, start->model) : context_ref(start->precondition);
}

static Err begin_state(Explore *ex, State **ret_state) {
  const Start *start = &ex->config->start;
  if (start->state)
    *ret_state = state_fork(ex->vm, start->state);
  else
    TRY(vm_start(ex->vm, ret_state));
  begin_context(ex, *ret_state);
  return OK;
}

/* At leaves that another process left. */
static Err begin_given(Explore *ex) {
  const LeafExchange *from = &ex->config->exchange;
  TRY(leaf_set_read(from->bytes, from->n_bytes, vm_module(ex->vm), &ex->frontier,
                    &ex->deferred.leaves));
  ex->stats.max_leaves = ex->frontier.n;
  ex->stats.n_parked += ex->frontier.n;
  take_all(ex);
  return OK;
}

static Err begin(Explore *ex) {
  Guide *g = ex->config->guide;
  State *s;
  if (ex->config->exchange.bytes) return begin_given(ex);
  TRY(begin_state(ex, &s));
  Leaf *first = frontier_add(&ex->frontier, s);
  if (g && g->ops->path_bytes) first->memory = mem_new(g->ops->path_bytes);
  if (g && g->ops->begin) g->ops->begin(g, first->memory);
  searcher_add(ex->searcher, NULL, &first, 1);
  ex->stats.max_leaves = 1;
  return OK;
}

static Err run(Explore *ex) {
  TRY(begin(ex));
  while (ex->frontier.n && !is_spent(ex)) {
    if (!n_searched(ex) && ex->deferred.leaves.n) {
      ex->stats.n_recalled += ex->deferred.leaves.n;
      take_all(ex);
    }
    if (seed_due(ex)) TRY(take_seed(ex));
    TRY(step(ex));
    defer_rare(ex);
    if (sweep_due(ex)) sweep(ex);
    if (prune_due(ex)) prune(ex);
    if (park_due(ex)) park(ex);
    if (exchange_due(ex)) TRY(exchange(ex, false));
    if (tick_due(ex)) tick(ex);
    if (ex->config->observer.stepped)
      ex->config->observer.stepped(ex->config->observer.user, &ex->stats);
    assert(stats_are_sound(ex));
  }
  if (ex->stats.n_ended[STOP_BUDGET]) is_spent(ex); /* the last question was cut short */
  if (ex->config->exchange.due) return exchange(ex, true);
  end_rest(ex);
  return OK;
}

void explore_stats_add(ExploreStats *io, const ExploreStats *run) {
  for (u32 stop = 0; stop < STOP_COUNT; stop++) io->n_ended[stop] += run->n_ended[stop];
  io->n_paths += run->n_paths;
  io->n_instructions += run->n_instructions;
  io->n_choices += run->n_choices;
  io->n_forks += run->n_forks;
  io->n_infeasible_sides += run->n_infeasible_sides;
  io->n_leaves = run->n_leaves;
  io->n_in_memory = run->n_in_memory;
  io->max_leaves = MAX(io->max_leaves, run->max_leaves);
  io->n_parked += run->n_parked;
  io->n_unparked += run->n_unparked;
  io->n_dropped += run->n_dropped;
  io->n_deferred += run->n_deferred;
  io->n_recalled += run->n_recalled;
  io->n_instructions_again += run->n_instructions_again;
  io->n_seeds += run->n_seeds;
  io->n_seed_steps += run->n_seed_steps;
  io->n_sweeps += run->n_sweeps;
  io->limit = run->limit;
}

ExploreConfig explore_config_default(void) {
  return (ExploreConfig){.search = {&dfs_ops},
                         .budget = budget_unlimited(),
                         .max_depth = UINT64_MAX,
                         .max_undecided = UINT64_MAX,
                         .max_in_memory = UINT64_MAX,
                         .tick_ns = 100 * NS_PER_MS};
}

Stop explore_first_gap(const ExploreStats *stats) {
  for (u32 stop = STOP_NOT + 1; stop < STOP_COUNT; stop++)
    if (!stop_infos[stop].is_known && stats->n_ended[stop]) return (Stop)stop;
  return STOP_NOT;
}

bool explore_is_complete(const ExploreStats *stats) {
  return stats->limit == LIMIT_NOT && explore_first_gap(stats) == STOP_NOT;
}

Err explore(Vm *vm, Solver *solver, const ExploreConfig *config, ExploreStats *ret_stats) {
  Explore ex = {.vm = vm, .solver = solver, .config = config, .budget = config->budget};
  ex.searcher = searcher_new(&config->search, vm, solver, config->seed);
  ex.frontier.keeps_conditions = config->pruner && config->pruner->ops->reads_conditions;
  ex.next_tick_ns = clock_after(config->tick_ns);
  solver_set_end(solver, config->budget.deadline_ns, config->budget.interrupted);
  Err err = run(&ex);
  solver_set_end(solver, NEVER_NS, NULL);
  assert(err != OK || stats_are_sound(&ex));
  *ret_stats = ex.stats;
  Guide *g = ex.config->guide;
  if (g && g->ops->done) g->ops->done(g);
  searcher_free(ex.searcher);
  frontier_done(&ex.frontier, ex.vm);
  vec_free(&ex.successors);
  vec_free(&ex.fresh);
  vec_free(&ex.deferred.leaves);
  return err;
}
