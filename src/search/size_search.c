/* size_search.c — runs explorations at one size, and keeps the best path that any of them found.
 *
 * Every path that ends is counted and compared, whoever explores, so a search can be stopped at
 * any time.  A run gets at most what is left of the size search's budget.  At equal cost, an input that
 * the solver made replaces one that was merely tried, as it is canonical.
 */
#include "search/witness_run.h"

/* What a run of a size search needs while it goes on. */
typedef struct Running {
  SizeSearch *size_search;
  const SearchRun *run;
} Running;

u64 size_search_paths(const SizeSearch *t) {
  return t->n_feasible + t->n_infeasible + t->n_errors + t->n_unfinished;
}

u64 size_search_paths_possible(const SizeSearch *t) {
  return size_search_paths(t) - t->n_infeasible;
}

u64 size_search_ns(const SizeSearch *t) { return t->ns + (clock_ns() - t->begin_ns); }

void size_search_sample(SizeSearch *t, SampleKind kind, u64 cost) {
  const SearchObserver *o = &t->search->config.observer;
  if (o->sampled && !t->is_training) o->sampled(o->user, t, kind, cost);
}

/* ---- paths ------------------------------------------------------------------------------------- */

/* At the same cost an input that the solver made, a canonical one, is shown rather than one that was
 * merely tried. */
static bool is_better(const SizeSearch *t, u64 cost, bool is_plain) {
  if (!t->best.is_found || cost > t->best.cost) return true;
  return cost == t->best.cost && t->best.is_plain && !is_plain;
}

/* Improvements grow in cost, in paths and in time. */
debug_only static bool history_is_sound(const SizeSearch *t) {
  for (u32 i = 1; i < t->history.n; i++) {
    debug_only const Improvement *a = &t->history.at[i - 1], *b = &t->history.at[i];
    assert(a->cost < b->cost && a->n_paths <= b->n_paths && a->ns <= b->ns);
  }
  assert(!t->history.n || vec_last(&t->history).cost == t->best.cost);
  return t->history.n <= t->n_better;
}

/* Each path that ended is of one of four kinds; sides that no input takes come on top. */
debug_only static bool counts_are_sound(const SizeSearch *t) {
  u64 n = 0;
  for (u32 stop = 0; stop < STOP_COUNT; stop++) n += t->n_ended[stop];
  assert(!t->n_ended[STOP_NOT] && n <= size_search_paths(t));
  assert(t->n_feasible == t->n_ended[STOP_EXIT] && t->n_infeasible >= t->n_ended[STOP_INFEASIBLE]);
  return n - t->n_ended[STOP_INFEASIBLE] == t->n_feasible + t->n_errors + t->n_unfinished;
}

static void emit_better(SizeSearch *t, u64 cost) {
  assert(t->best.is_found && t->best.cost == cost);
  Improvement i = {
      .cost = cost, .n_paths = size_search_paths(t), .ns = size_search_ns(t), .origin = t->how};
  t->n_better++;
  if (t->history.n && vec_last(&t->history).cost == cost)
    vec_last(&t->history).origin = t->how;
  else
    vec_push(&t->history, i);
  assert(history_is_sound(t));
  const SearchObserver *o = &t->search->config.observer;
  if (o->improved && !t->is_training) o->improved(o->user, t);
}

/* An error ends a path before its time: it is counted, and no worst case. */
static void count(SizeSearch *t, Stop stop) {
  assert(stop != STOP_NOT && stop < STOP_COUNT);
  t->n_ended[stop]++;
  if (stop == STOP_EXIT)
    t->n_feasible++;
  else if (stop == STOP_INFEASIBLE)
    t->n_infeasible++;
  else if (stop_infos[stop].class == STOP_BUG)
    t->n_errors++;
  else
    t->n_unfinished++;
}

/* How the path would have gone on is unknown, and no pruner chose to drop it. */
static bool is_cut(u32 stop) { return !stop_infos[stop].is_known && stop != STOP_PRUNED; }

/* What nadir does not do at all says more than that a solver or the time was at its end. */
static void keep_cut(SizeSearch *t, const PathEnd *end) {
  bool is_gap = end->stop == STOP_UNSUPPORTED;
  if (t->has_gap && !is_gap) return;
  t->has_gap = is_gap;
  text_clear(&t->cut);
  text_add(&t->cut, end->text);
}

/* What a precondition forced, the program may leave open. */
static void forget_forced(DecisionVec *io) {
  for (u32 i = 0; i < io->n; i++)
    if (io->at[i].alternatives == ALTERNATIVES_IMPOSSIBLE)
      io->at[i].alternatives = ALTERNATIVES_UNASKED;
}

void size_search_give_up(SizeSearch *t, const Cost *cost) {
  enum { LONG = SIZED(1 << 20, 1 << 12) };
  if (cost->n[COST_INSTRUCTIONS] >= LONG)
    t->max_unfinished = MAX(t->max_unfinished, cost->n[t->search->config.cost]);
}

static void on_path(void *user, const PathEnd *end) {
  Running *r = user;
  SizeSearch *t = r->size_search;
  assert(!end->state || !state_is_live(end->state));
  assert(end->stop != STOP_EXIT || end->state);
  u64 cost = end->state ? end->state->cost.n[t->search->config.cost] : 0;
  count(t, end->stop);
  if (end->stop == STOP_EXIT && end->test && is_better(t, cost, false)) {
    witness_set(&t->best, t->vm, end->state, cost, end->test);
    if (r->run->start.precondition) forget_forced(&t->best.decisions);
    emit_better(t, cost);
  }
  if (end->stop == STOP_EXIT && end->state) t->least = MIN(t->least, cost);
  if (end->stop == STOP_BUDGET && end->state) size_search_give_up(t, &end->state->cost);
  if (end->text && is_cut(end->stop)) keep_cut(t, end);
  const SearchObserver *o = &t->search->config.observer;
  if (o->path_ended) o->path_ended(o->user, t, end);
  if (r->run->path_ended) r->run->path_ended(r->run->user, end, cost);
}

void size_search_count(SizeSearch *t, Stop stop, Witness *io) {
  count(t, stop);
  if (stop == STOP_EXIT) size_search_sample(t, SAMPLE_INPUT, io->cost);
  size_search_keep(t, io);
}

static void replace_best(SizeSearch *t, Witness *io) {
  witness_done(&t->best);
  assert(!t->best.is_found);
  t->best = *io;
  *io = (Witness){0};
  emit_better(t, t->best.cost);
}

void size_search_keep(SizeSearch *t, Witness *io) {
  if (io->is_found && is_better(t, io->cost, io->is_plain)) replace_best(t, io);
}

static bool has_enough(const SizeSearch *t) {
  u64 enough = t->search->config.enough;
  return enough && !t->is_training && t->best.is_found && t->best.cost >= enough;
}

static bool on_step(void *user) { return has_enough(((Running *)user)->size_search); }

static void on_tick(void *user, const ExploreStats *stats) {
  const SizeSearch *t = ((Running *)user)->size_search;
  const SearchObserver *o = &t->search->config.observer;
  if (o->tick) o->tick(o->user, t, stats);
}

static bool on_long(void *user, const Vm *vm, const State *s) {
  const SearchObserver *o = &((Running *)user)->size_search->search->config.observer;
  return o->wants_long && o->wants_long(o->user, vm, s);
}

/* ---- runs -------------------------------------------------------------------------------------- */

static u64 left(u64 max, u64 used) { return max == UINT64_MAX ? max : max > used ? max - used : 0; }

static u64 smaller(u64 limit, u64 rest) { return limit ? MIN(limit, rest) : rest; }

static void emit_phase(const SizeSearch *t, bool begins) {
  const SearchObserver *o = &t->search->config.observer;
  if (o->phase) o->phase(o->user, t, begins);
}

void size_search_phase_end(SizeSearch *t) {
  if (t->is_at_work) emit_phase(t, false);
  t->is_at_work = false;
}

void size_search_phase(SizeSearch *t, Origin origin) {
  size_search_phase_end(t);
  t->how = origin;
  t->is_at_work = true;
  emit_phase(t, true);
}

static ExploreConfig configure(Running *r) {
  SizeSearch *t = r->size_search;
  const SearchRun *run = r->run;
  ExploreConfig c = explore_config_default();
  if (run->search) c.search.ops = run->search;
  c.guide = run->guide;
  c.start = run->start;
  c.keeps = run->keeps;
  c.seed = run->seed;
  c.budget = run->time_part ? budget_part(&t->budget, run->time_part) : t->budget;
  c.budget.max_paths = smaller(run->max_paths, left(t->budget.max_paths, size_search_paths(t)));
  c.budget.max_instructions =
      smaller(run->max_instructions, left(t->budget.max_instructions, t->n_instructions));
  c.max_depth = t->search->config.max_depth;
  c.observer = (Observer){.user = r,
                          .path_ended = on_path,
                          .tick = on_tick,
                          .has_enough = on_step,
                          .wants_long = on_long};
  return c;
}

Vm *size_search_vm(SizeSearch *t) {
  const SearchConfig *h = &t->search->config;
  VmConfig config = h->vm;
  config.size = t->size;
  if (!t->vm) t->vm = vm_new(h->module, h->solver, &config);
  return t->vm;
}

void size_search_rest(SizeSearch *t) { t->vm = vm_free(t->vm); }

Err size_search_run(SizeSearch *t, const SearchRun *run, ExploreStats *ret_stats) {
  const SearchConfig *h = &t->search->config;
  Running r = {.size_search = t, .run = run};
  ExploreConfig config = configure(&r);
  assert(config.budget.max_paths <= t->budget.max_paths);
  assert(config.budget.max_instructions <= t->budget.max_instructions);
  ExploreStats stats = {0};
  u64 n_asked = solver_stats(h->solver).n_questions;
  t->begin_ns = clock_ns();
  Err err = explore(size_search_vm(t), h->solver, &config, &stats);
  assert(clock_ns() >= t->begin_ns && counts_are_sound(t));
  u64 end_ns = clock_ns();
  t->ns += end_ns - t->begin_ns;
  t->begin_ns = end_ns; /* what an observer sees between two runs is of now */
  /* Under a precondition a side that is closed says nothing of the program. */
  if (!run->start.precondition) t->n_infeasible += stats.n_infeasible_sides;
  t->n_instructions += stats.n_instructions;
  t->n_queries += solver_stats(h->solver).n_questions - n_asked;
  if (ret_stats) *ret_stats = stats;
  return err;
}

bool size_search_is_spent(SizeSearch *t) {
  return has_enough(t) ||
         budget_spent(&t->budget, (Usage){size_search_paths(t), t->n_instructions}) != LIMIT_NOT;
}

/* ---- verdict ----------------------------------------------------------------------------------- */

void size_search_say(SizeSearch *t, const char *fmt, ...) {
  va_list args;
  text_clear(&t->why);
  va_start(args, fmt);
  text_addv(&t->why, fmt, args);
  va_end(args);
}

static void list_ends(const SizeSearch *t, bool cut, Text *io) {
  for (u32 stop = 0; stop < STOP_COUNT; stop++)
    if (t->n_ended[stop] && is_cut(stop) == cut)
      text_addf(io, "%s%s (%llu)", io->n ? ", " : "",
                stop == STOP_BUDGET ? "given up" : stop_infos[stop].meaning,
                (unsigned long long)t->n_ended[stop]);
}

void size_search_say_nothing(SizeSearch *t) {
  cleanup(text_free) Text ends = {0};
  Limit limit = budget_spent(&t->budget, (Usage){size_search_paths(t), t->n_instructions});
  list_ends(t, false, &ends);
  list_ends(t, true, &ends);
  if (!ends.n)
    size_search_say(t, "nothing was tried: %s", limit_meaning(limit));
  else
    size_search_say(t, "%s: %s%s%s",
                    t->is_proven ? "every path was searched, and none comes to its end"
                                 : "no path came to its end",
                    text_c(&ends), t->cut.n ? ": " : "", text_c(&t->cut));
}

Err size_search_run_all(SizeSearch *t, const SearchRun *run) {
  ExploreStats stats;
  TRY(size_search_run(t, run, &stats));
  Stop gap = explore_first_gap(&stats);
  /* Every path was seen, also that of an input that was merely run: its cost was found again. */
  bool is_refound = !t->best.is_found || !t->best.is_plain;
  t->is_proven = explore_is_complete(&stats) && is_refound;
  t->is_searched = stats.limit == LIMIT_NOT;
  if (explore_is_complete(&stats) && !is_refound)
    size_search_say(t, "an input was run that costs more than every path that the search saw");
  else if (t->is_proven)
    size_search_say(t, "the whole tree was searched");
  else if (stats.limit != LIMIT_NOT)
    size_search_say(t, "%s", limit_meaning(stats.limit));
  else
    size_search_say(t, "%llu paths are not known to their end: %s",
                    (unsigned long long)stats.n_ended[gap], stop_infos[gap].meaning);
  return OK;
}

/* ---- life -------------------------------------------------------------------------------------- */

SizeSearch *size_search_new(Search *h, u64 size) {
  assert(h->config.cost < COST_COUNT);
  SizeSearch *t = NEW(SizeSearch);
  t->search = h;
  t->size = size;
  t->budget = h->config.budget;
  t->how = h->config.strategy->origin;
  t->least = UINT64_MAX;
  return t;
}

SizeSearch *size_search_free(SizeSearch *t) {
  if (!t) return NULL;
  assert(counts_are_sound(t) && (!t->best.is_found || history_is_sound(t)));
  size_search_rest(t);
  witness_done(&t->best);
  vec_free(&t->history);
  text_free(&t->why);
  text_free(&t->cut);
  vec_free(&t->stats);
  mem_free(t);
  return NULL;
}

/* ---- inputs ------------------------------------------------------------------------------------ */

void size_search_believe(SizeSearch *t, Witness *w, u64 cost) {
  w->is_found = w->is_predicted = true;
  w->cost = cost;
  u64 begin = clock_ns();
  size_search_count(t, STOP_EXIT, w);
  t->try_ns += clock_ns() - begin; /* the recorder writes it down */
  witness_done(w);
}

Err size_search_try(SizeSearch *t, Witness *w, bool keeps_decisions, Stop *ret_stop) {
  WitnessRun seen = {.stop = STOP_NOT};
  vec_clear(&w->decisions);
  u64 begin = clock_ns();
  Err err = witness_run_in(size_search_vm(t), t->search->config.solver, &t->budget, w, &seen,
                           keeps_decisions ? &w->decisions : NULL);
  *ret_stop = seen.stop;
  w->is_found = w->is_seen = seen.stop == STOP_EXIT;
  w->costs = seen.cost;
  w->depends_on_uninit = seen.depends_on_uninit;
  w->cost = seen.cost.n[t->search->config.cost];
  if (err == OK) size_search_count(t, seen.stop, w);
  t->try_ns += clock_ns() - begin;
  witness_done(w);
  return err;
}

void size_search_admit(SizeSearch *t, Witness *w, const Cost *costs) {
  w->is_found = w->is_seen = w->is_plain = true;
  w->costs = *costs;
  w->cost = costs->n[t->search->config.cost];
  if (!t->best.is_found || w->cost > t->best.cost) size_search_keep(t, w);
  witness_done(w);
}

/* Finds the decisions of the witness, which was run without symbols, within the time.  They are counted by a first
 * run: many of them are not worth their memory. */
static Err follow(SizeSearch *t, Witness *w, u64 deadline_ns, bool *ret_same) {
  enum { MANY_DECISIONS = 50000 };
  Solver *solver = t->search->config.solver;
  WitnessRun seen;
  Budget budget = t->budget;
  budget.deadline_ns = deadline_ns;
  TRY(witness_run_in(size_search_vm(t), solver, &budget, w, &seen, NULL));
  *ret_same = seen.stop == STOP_EXIT && seen.cost.n[t->search->config.cost] == w->cost;
  w->is_followed = *ret_same || clock_left(deadline_ns); /* else when there is more time */
  if (!*ret_same || seen.cost.n[COST_BRANCHES] > MANY_DECISIONS) return OK;
  TRY(witness_run_in(size_search_vm(t), solver, &budget, w, &seen, &w->decisions));
  if (seen.stop != STOP_EXIT) vec_clear(&w->decisions);
  w->costs = seen.stop == STOP_EXIT ? seen.cost : w->costs;
  w->depends_on_uninit |= seen.depends_on_uninit;
  return OK;
}

Err size_search_follow(SizeSearch *t, u64 limit_ns) {
  Witness *w = &t->best;
  bool is_same;
  if (!w->is_found || !w->is_plain || w->is_followed || t->is_training) return OK;
  TRY(follow(t, w, MIN(clock_after(limit_ns), t->budget.deadline_ns), &is_same));
  const SearchObserver *o = &t->search->config.observer;
  if (is_same && o->improved) o->improved(o->user, t);
  return OK;
}

/* A path that is known is not given up for one that is not. */
Err size_search_exchange(SizeSearch *t, Witness *w, const Cost *costs, u64 limit_ns) {
  bool is_same = false;
  w->is_found = w->is_seen = w->is_plain = true;
  w->costs = *costs;
  w->cost = costs->n[t->search->config.cost];
  assert(w->cost == t->best.cost);
  Err err = follow(t, w, clock_after(limit_ns), &is_same);
  bool is_known = is_same && (w->decisions.n || !t->best.decisions.n);
  if (err == OK && (is_known || (t->best.is_plain && !t->best.is_followed))) replace_best(t, w);
  witness_done(w);
  size_search_rest(t);
  return err;
}
