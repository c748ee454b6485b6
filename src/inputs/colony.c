/* colony.c — tries seeds, extends worst inputs of other sizes, and breeds.
 *
 * Seeds are tried for all genes alike, then gene by gene beside the best of the others.  If the
 * program refuses many inputs by assumptions, the range that it allows is found by bisection.
 * Bytes of unknown type are read in several ways, of which the best stays.  A new best is
 * published at most a few times a second, as there may be many in a moment.
 */
#include "inputs/colony.h"

#include "inputs/extend.h"
#include "inputs/neighbours.h"
#include "inputs/seeds.h"
#include "search/witness_run.h"

const StatInfo stat_inputs = {"inputs", "inputs run", STAT_TIMES};
const StatInfo stat_input_errors = {"input_errors", "that show an error", STAT_TIMES};
const StatInfo stat_input_unended = {"input_unended", "given up as too long", STAT_TIMES};
const StatInfo stat_input_lost = {"input_lost", "that ended their process", STAT_TIMES};
const StatInfo stat_running = {"running", "running inputs", STAT_NS};

/* clang-format off */
static const Option options[] = {
    [COLONY_NO_MAP] = {"no-perf-map", OPTION_FLAG, .help = "do not keep the best input for each branch, only those that cost most"},
    [COLONY_WORKERS] = {"workers", OPTION_NUMBER, "N", NULL, "run inputs in N processes (default: one for each core)", .min = 1, .max = MAX_WORKERS + 1},
};
/* clang-format on */

const OptionGroup colony_options = {"options of breeding", options, ARRAY_LEN(options), NULL};

/* Between two bests that are written down. */
static const u64 publish_pause_ns = NS_PER_S / 4;
static const u64 tick_pause_ns = NS_PER_S / 4;
/* The best is run once more with symbols, for so long at most. */
static const u64 follow_ns = NS_PER_S / 2;
/* Seeds of one gene with the best of the others: so often from the beginning. */
enum { ROUNDS = 2 };
/* Of so many genes the range is looked for. */
enum { MAX_NARROWED = 16 };
/* Worst inputs of so many other sizes are extended. */
enum { MAX_SOURCES = 6 };

/* The best becomes that of the trial, and is on the disk: now, or if it is not the first one in a while,
 * as there may be many in a moment. */
static Err publish(Colony *c, bool at_once) {
  Witness w;
  if (!c->best || c->is_published || (!at_once && c->publish_ns > clock_ns())) return OK;
  TRY(judge_witness(&c->judge, c->best, c->n_best, &w));
  trial_admit(c->trial, &w, &c->costs);
  c->is_published = true;
  c->publish_ns = clock_after(publish_pause_ns);
  return OK;
}

static Err take_best(Colony *c, const u8 *genome, u32 n_bytes, const Judgement *seen) {
  if (c->best && seen->cost <= c->cost) return publish(c, false);
  mem_free(c->best);
  c->best = mem_dup(genome, MAX(n_bytes, 1u));
  c->n_best = n_bytes;
  c->cost = seen->cost;
  c->costs = seen->costs;
  c->is_published = false;
  return publish(c, false);
}

/* Of where a run went, what the perf-map does not know. */
static void take_hits(const Colony *c, const SiteHit *hits, u32 n, ChildVerdict *io) {
  SiteHit *all = mem_dup(hits, MAX(n, 1u) * sizeof *all);
  io->n_hits = perf_map_filter(&c->population.map, all, n, io->cost);
  io->hits = io->n_hits ? all : mem_free(all);
}

static void count_failed(Colony *c, Stop stop) {
  if (stop == STOP_BUDGET)
    stat_add(&c->trial->stats, &stat_input_unended, 1);
  else if (stop_infos[stop].class == STOP_BUG)
    stat_add(&c->trial->stats, &stat_input_errors, 1);
}

/* What follows from a run, whoever made it. */
static Err take(Colony *c, const u8 *genome, u32 n_bytes, const Judgement *seen,
                ChildVerdict *ret) {
  stat_add(&c->trial->stats, &stat_inputs, 1);
  *ret = (ChildVerdict){.is_valid = seen->stop == STOP_EXIT, .cost = seen->cost};
  c->n_refused += seen->stop == STOP_ASSUME;
  if (seen->stop == STOP_BUDGET)
    c->trial->max_unfinished = MAX(c->trial->max_unfinished, seen->cost);
  if (!ret->is_valid) count_failed(c, seen->stop);
  return ret->is_valid ? take_best(c, genome, n_bytes, seen) : OK;
}

static Err judge_one(Colony *c, const u8 *genome, u32 n_bytes, ChildVerdict *ret) {
  Judgement seen;
  const Hits *h = c->judge.hits;
  c->judge.is_wanted = false;
  TRY(judge_run(&c->judge, genome, n_bytes, &seen));
  if (c->odd && c->judge.is_wanted) c->odd(c->odd_user, genome, n_bytes, seen.stop);
  TRY(take(c, genome, n_bytes, &seen, ret));
  if (!h || !ret->is_valid) return OK;
  SiteHit *all = mem_new(MAX(h->n_touched, 1u) * sizeof *all);
  for (u32 i = 0; i < h->n_touched; i++) all[i] = (SiteHit){h->touched[i], h->n[h->touched[i]]};
  take_hits(c, all, h->n_touched, ret);
  mem_free(all);
  return OK;
}

/* A genome of the plan that somebody thought of. */
static Err try_for(Colony *c, const u8 *genome, ChildVerdict *ret) {
  u32 n_bytes = c->judge.plan.n_bytes;
  population_grow(&c->population);
  TRY(judge_one(c, genome, n_bytes, ret));
  if (ret->is_valid) trial_sample(c->trial, SAMPLE_INPUT, ret->cost);
  if (ret->is_valid) population_offer(&c->population, genome, ret);
  ret->hits = mem_free(ret->hits);
  return OK;
}

static Err try_one(Colony *c, const u8 *genome) {
  ChildVerdict ignored;
  return try_for(c, genome, &ignored);
}

static void count_time(Colony *c, u64 begin_ns) {
  u64 ns = clock_ns() - begin_ns;
  stat_add(&c->trial->stats, &stat_running, ns);
  c->trial->ns += ns;
}

/* The end of a step, which began then: its best is known to the trial, with its decisions. */
static Err finish(Colony *c, u64 begin_ns, Err err) {
  if (err == OK) err = publish(c, true);
  u64 left = clock_left(c->trial->budget.deadline_ns);
  if (err == OK) err = trial_follow(c->trial, MIN(follow_ns, left / 4));
  count_time(c, begin_ns);
  return err;
}

/* ---- seeds --------------------------------------------------------------------------------------- */

typedef struct Sowing {
  u64 begin_ns, limit_ns;
} Sowing;

/* Do many inputs not end?  Then they are not to take all the time. */
static bool are_late(const Colony *c) {
  return c->judge.n_late > c->judge.n_runs / 8;
}

/* The instructions that a run may always take; many of those that do not end are to take little time. */
enum { LONG_RUN = SIZED(1 << 23, 1 << 15), SHORT_RUN = SIZED(1 << 17, 1 << 13) };

/* A run may take so many times the instructions of the best, and always some.  It is no time, so that a busy
 * computer finds the same. */
static u64 limit_of(const Colony *c, u64 always, u64 times_best) {
  u64 best = MIN(c->costs.n[COST_INSTRUCTIONS], UINT64_MAX / 128);
  return MAX(always, times_best * best);
}

/* Without a best nobody knows how long a run must be: twice as long after each that came to no end, so that the first that
 * has none does not take all the time. */
static u64 limit_without_best(const Colony *c) {
  enum { MOST_BITS = 34, FIRST_BITS = SIZED(24, 15) }; /* the first is told of as a long one */
  return 1ull << MIN(FIRST_BITS + c->judge.n_late, (u64)MOST_BITS);
}

/* The best may be far from the worst yet. */
static u64 seed_limit(const Colony *c) {
  if (!c->best) return limit_without_best(c);
  return are_late(c) ? limit_of(c, SHORT_RUN, 8) : limit_of(c, LONG_RUN, 64);
}

/* A run has this much time at least: a program that takes long to start is not taken for one that
 * does not end when a step has little time left, or the machine is busy. */
static const u64 least_run_ns = 50 * NS_PER_MS;

/* There must be an answer: without one the time is that of the trial. */
static bool goes_on(Colony *c, const Sowing *s) {
  u64 now = clock_ns(), deadline = s->begin_ns + s->limit_ns;
  u64 left = clock_left(c->trial->budget.deadline_ns);
  c->judge.deadline_ns = c->best ? now + MAX(s->limit_ns / 16, least_run_ns)
                                 : clock_after(left == UINT64_MAX ? s->limit_ns * 8 : left / 4);
  c->judge.deadline_ns = MIN(c->judge.deadline_ns, c->trial->budget.deadline_ns);
  c->judge.max_instructions = seed_limit(c);
  bool in_time = now < deadline || (!c->best && now < s->begin_ns + 4 * s->limit_ns);
  return in_time && !trial_is_spent(c->trial);
}

/* All genes alike: ascending with ascending, one letter with one letter. */
static Err seed_all(Colony *c, const Sowing *s) {
  Judge *j = &c->judge;
  u32 n_seeds = 1;
  for (u32 i = 0; i < j->plan.genes.n; i++)
    n_seeds = MAX(n_seeds, seed_count(&j->plan.genes.at[i], c->v));
  for (u32 k = 0; k < n_seeds && goes_on(c, s); k++) {
    u8 *genome = mem_new(MAX(j->plan.n_bytes, 1u));
    for (u32 i = 0; i < j->plan.genes.n; i++) {
      const Gene *g = &j->plan.genes.at[i];
      u32 n = seed_count(g, c->v);
      if (n) seed_put(g, c->v, c->trial->size, k % n, &c->rng, genome);
    }
    Err err = try_one(c, genome);
    mem_free(genome);
    TRY(err);
  }
  return OK;
}

/* One gene after the other, the others being those of the best. */
static Err seed_gene(Colony *c, u32 gene, const Sowing *s) {
  Judge *j = &c->judge;
  for (u32 k = 0; k < seed_count(&j->plan.genes.at[gene], c->v) && goes_on(c, s); k++) {
    u8 *genome = mem_new(MAX(j->plan.n_bytes, 1u));
    if (c->best) memcpy(genome, c->best, c->n_best);
    seed_put(&j->plan.genes.at[gene], c->v, c->trial->size, k, &c->rng, genome);
    Err err = try_one(c, genome);
    mem_free(genome);
    TRY(err);
  }
  return OK;
}

static Err seed_genes(Colony *c, const Sowing *s) {
  u64 before = 0;
  for (u32 round = 0; round < ROUNDS && (!c->best || c->cost > before); round++) {
    before = c->cost;
    for (u32 i = 0; i < c->judge.plan.genes.n; i++) TRY(seed_gene(c, i, s));
  }
  return OK;
}

/* ---- assumptions --------------------------------------------------------------------------------- */

/* Is the best still an input when these numbers of a gene are the value? */
static Err is_allowed(Colony *c, const Gene *g, u32 first, u32 n, i64 value, bool *ret) {
  Judgement seen;
  u8 *genome = mem_dup(c->best, c->n_best);
  for (u32 i = first; i < first + n; i++) gene_put(g, genome, i, value);
  Err err = judge_run(&c->judge, genome, c->n_best, &seen);
  mem_free(genome);
  *ret = err == OK && seen.stop != STOP_ASSUME;
  return err;
}

/* The last value from `inside` towards `end` that one number may have, if those that it may are an
 * interval. */
static Err find_end(Colony *c, const Gene *g, i64 inside, i64 end, i64 *ret) {
  bool allowed;
  TRY(is_allowed(c, g, 0, 1, end, &allowed));
  if (allowed) inside = end;
  while (inside != end) {
    i64 middle = (i64)(((__int128)inside + end) / 2);
    if (middle == inside || middle == end) break;
    TRY(is_allowed(c, g, 0, 1, middle, &allowed));
    *(allowed ? &inside : &end) = middle;
  }
  *ret = inside;
  return OK;
}

/* A program that says of each number what it may be: found by trying the first one, and believed if all of
 * them together may be at either end. */
static Err narrow_gene(Colony *c, u32 gene) {
  Gene *g = &c->judge.plan.genes.at[gene];
  if (!g->n || g->kind == GENE_FLOAT || g->at + g->n * g->width > c->n_best) return OK;
  i64 inside = gene_get(g, c->best, 0), low, high;
  bool all_low = false, all_high = false;
  TRY(find_end(c, g, inside, g->low, &low));
  TRY(find_end(c, g, inside, g->high, &high));
  if (low == g->low && high == g->high) return OK;
  TRY(is_allowed(c, g, 0, g->n, low, &all_low));
  TRY(is_allowed(c, g, 0, g->n, high, &all_high));
  if (all_low && all_high) g->low = low, g->high = high;
  return OK;
}

/* Where many inputs are refused, ranges are looked for, so that fewer are. */
static Err narrow(Colony *c, bool *ret_narrowed) {
  *ret_narrowed = c->best && c->n_refused > c->judge.n_runs / 4;
  for (u32 i = 0; i < c->judge.plan.genes.n && *ret_narrowed && i < MAX_NARROWED; i++)
    TRY(narrow_gene(c, i));
  return OK;
}

/* ---- readings ------------------------------------------------------------------------------------ */

static void found(Colony *c) {
  enum { MEMBERS = SIZED(64, 8) };
  const OptionSet *s = hunt_options(c->trial->hunt, &colony_options);
  population_init(&c->population, &c->judge.plan, c->v, c->trial->size, MEMBERS, rng_u64(&c->rng));
  if (!option_flag(s, COLONY_NO_MAP)) judge_count_hits(&c->judge);
}

static void disband(Colony *c) {
  mem_free(c->best);
  population_done(&c->population);
  judge_close(&c->judge);
}

static Err sow(Colony *c, u64 limit_ns) {
  Sowing s = {.begin_ns = clock_ns(), .limit_ns = limit_ns};
  bool is_narrowed;
  TRY(seed_all(c, &s));
  TRY(narrow(c, &is_narrowed));
  if (is_narrowed) TRY(seed_all(c, &s));
  return c->judge.plan.genes.n > 1 ? seed_genes(c, &s) : OK;
}

/* Bytes of unknown type are read in each way in turn; that of the best stays. */
static Err sow_other_readings(Colony *c, u64 limit_ns) {
  for (u32 reading = 1; reading < N_READINGS && judge_is_unsure(&c->judge); reading++) {
    Colony other = {.trial = c->trial, .v = c->v, .rng = c->rng};
    Err err = judge_open(c->trial, reading, c->trial->budget.deadline_ns, &other.judge);
    found(&other);
    if (err == OK) err = sow(&other, limit_ns);
    judge_rest(&other.judge); /* its machine knows where it is */
    bool is_better = other.best && (!c->best || other.cost > c->cost);
    if (is_better) {
      judge_rest(&c->judge);
      Colony worse = *c;
      *c = other;
      other = worse;
      c->population.breeding.plan = &c->judge.plan;
    }
    disband(&other);
    TRY(err);
  }
  return OK;
}

Err colony_seed(Colony *c, u64 limit_ns) {
  u64 begin = c->trial->begin_ns = clock_ns();
  trial_phase(c->trial, FINDER_STEP_plain);
  u64 part = judge_is_unsure(&c->judge) ? limit_ns / N_READINGS : limit_ns;
  Err err = sow(c, part);
  if (err == OK) err = sow_other_readings(c, part);
  return finish(c, begin, err);
}

/* ---- other sizes --------------------------------------------------------------------------------- */

typedef VEC(const Trial *) Sources;

/* Is `a` nearer to the size than `b`? */
static bool is_nearer(u64 size, const Trial *a, const Trial *b) {
  u64 x = a->size > size ? a->size - size : size - a->size;
  u64 y = b->size > size ? b->size - size : size - b->size;
  return x < y;
}

static void add_source(Sources *s, u64 size, const Trial *t) {
  if (!t->best.is_found || t->size == size || !t->best.inputs.n) return;
  u32 at = s->n;
  vec_push(s, t);
  for (; at && is_nearer(size, t, s->at[at - 1]); at--) s->at[at] = s->at[at - 1];
  s->at[at] = t;
  if (s->n > MAX_SOURCES) s->n = MAX_SOURCES;
}

static Err extend_from(Colony *c, const Trial *source, const Sowing *s) {
  Judge from;
  Err err = judge_open((Trial *)source, c->judge.reading, source->budget.deadline_ns, &from);
  u8 *old = err == OK ? judge_genome(&from, &source->best) : NULL;
  for (u32 k = 0; k < extend_count() && err == OK && goes_on(c, s); k++) {
    u8 *genome = mem_new(MAX(c->judge.plan.n_bytes, 1u));
    extend_put(&from.plan, old, &c->judge.plan, k, genome);
    err = try_one(c, genome);
    mem_free(genome);
  }
  mem_free(old);
  judge_close(&from);
  return err;
}

/* What is worst at a smaller size costs more than anything here: each way to extend it is tried, as long as
 * the trial has time, for a larger size that seems to cost less says that the search fell short. */
static Sowing sowing_of(const Colony *c, const Trial *source, Sowing s) {
  bool is_owed = source->size < c->trial->size && c->trial->best.is_found &&
                 source->best.cost > c->trial->best.cost;
  u64 left = clock_left(c->trial->budget.deadline_ns);
  if (is_owed && left != UINT64_MAX) s.limit_ns = MAX(s.limit_ns, left / 4);
  return s;
}

Err colony_extend(Colony *c, u64 limit_ns) {
  Hunt *h = c->trial->hunt;
  Sources sources = {0};
  Sowing s = {.begin_ns = clock_ns(), .limit_ns = limit_ns};
  Err err = OK;
  c->trial->begin_ns = s.begin_ns;
  trial_phase(c->trial, FINDER_STEP_extended);
  for (u32 i = 0; i < h->trials.n; i++) add_source(&sources, c->trial->size, h->trials.at[i]);
  for (u32 i = 0; i < h->others.n; i++) add_source(&sources, c->trial->size, h->others.at[i]);
  for (u32 i = 0; i < sources.n && err == OK; i++) {
    Sowing own = sowing_of(c, sources.at[i], s);
    err = extend_from(c, sources.at[i], &own);
  }
  vec_free(&sources);
  return finish(c, s.begin_ns, err);
}

/* ---- breeding ------------------------------------------------------------------------------------ */

/* Children of a generation. */
enum { CHILDREN = SIZED(64, 4) };
/* Generations after which workers are worth their starting. */
enum { FIRST_ALONE = 4 };

static u64 run_limit(const Colony *c) {
  return are_late(c) ? limit_of(c, SHORT_RUN, 4) : limit_of(c, SIZED(1 << 20, LONG_RUN), 11);
}

static Err take_row(Colony *c, const SquadRow *r, Child *child) {
  c->judge.n_runs++;
  c->judge.n_late += r->seen.stop == STOP_BUDGET;
  TRY(take(c, child->genome, c->population.n_bytes, &r->seen, &child->verdict));
  if (child->verdict.is_valid && c->judge.hits)
    take_hits(c, squad_hits(&c->squad, r), r->n_hits, &child->verdict);
  return OK;
}

/* Of a generation the best is shown: there are too many to show each. */
static void sample_best(Colony *c, const Child *children, u32 n) {
  u64 best = 0;
  for (u32 i = 0; i < n; i++)
    if (children[i].verdict.is_valid) best = MAX(best, children[i].verdict.cost);
  if (best) trial_sample(c->trial, SAMPLE_INPUT, best);
}

static Err judge_children(void *user, Child *children, u32 n) {
  Colony *c = user;
  u64 left = clock_left(c->trial->budget.deadline_ns);
  u64 limit_ns = left == UINT64_MAX ? NEVER_NS : left / 8;
  c->judge.max_instructions = run_limit(c);
  bool by_crew = squad_run(&c->squad, children, n, c->population.n_bytes, limit_ns);
  for (u32 i = 0; i < n; i++) {
    const SquadRow *r = by_crew ? squad_row(&c->squad, i) : NULL;
    if (by_crew && squad_is_lost(&c->squad, i)) { /* it is no input that can be shown */
      stat_add(&c->trial->stats, &stat_input_lost, 1);
      continue;
    }
    c->judge.deadline_ns = limit_ns == NEVER_NS ? NEVER_NS : clock_after(limit_ns);
    TRY(r ? take_row(c, r, &children[i])
          : judge_one(c, children[i].genome, c->population.n_bytes, &children[i].verdict));
  }
  sample_best(c, children, n);
  return OK;
}

/* Processes besides this one. */
static u32 n_workers(const Colony *c) {
  const OptionSet *s = hunt_options(c->trial->hunt, &colony_options);
  u32 n = (u32)option_number_or(s, COLONY_WORKERS, MIN(crew_cores(), MAX_WORKERS + 1u)) - 1;
  return n - MIN(n, c->n_busy);
}

bool colony_is_single(const Colony *c) {
  return option_number_or(hunt_options(c->trial->hunt, &colony_options), COLONY_WORKERS, 2) == 1;
}

/* As soon as it is clear that there is work for them, and again when the program wants more inputs. */
static void call_workers(Colony *c, u64 n_generations) {
  u32 n = judge_asks(&c->judge) ? 0 : n_workers(c);
  bool is_stale = c->squad.crew && c->squad.n_slots != c->judge.slots.n;
  if (n && (n_generations == FIRST_ALONE || is_stale))
    squad_open(&c->squad, &c->judge, n, MAX(CHILDREN, c->population.max_members));
}

/* People who wait see that something is going on. */
static void tick(Colony *c) {
  const HuntObserver *o = &c->trial->hunt->config.observer;
  if (c->tick_ns > clock_ns()) return;
  c->tick_ns = clock_after(tick_pause_ns);
  if (o->tick) o->tick(o->user, c->trial, &(ExploreStats){0});
}

/* What others found at this size is bred from, too. */
static void invite_best(Colony *c) {
  const Trial *t = c->trial;
  if (!t->best.is_found || t->best.is_predicted || (c->best && t->best.cost <= c->cost)) return;
  u8 *genome = judge_genome(&c->judge, &t->best);
  bool is_legal = true;
  for (u32 i = 0; i < c->judge.plan.genes.n; i++)
    is_legal &= gene_is_legal(&c->judge.plan.genes.at[i], genome);
  if (is_legal) population_offer(&c->population, genome, &(ChildVerdict){true, t->best.cost});
  mem_free(genome);
}

Err colony_breed(Colony *c, u64 deadline_ns, u64 max_inputs, u64 max_in_vain) {
  Population *p = &c->population;
  u64 begin = c->trial->begin_ns = clock_ns(), end = p->n_judged + MIN(max_inputs, UINT64_MAX / 2),
      last = p->n_judged;
  u64 best = p->best;
  Err err = OK;
  u64 n_generations = 0;
  trial_phase(c->trial, FINDER_ga);
  population_grow(p);
  invite_best(c);
  while (err == OK && p->members.n && p->n_judged < end && p->n_judged - last < max_in_vain &&
         clock_left(deadline_ns) && !trial_is_spent(c->trial)) {
    tick(c);
    call_workers(c, n_generations++);
    err = population_step(p, (u32)MIN(CHILDREN, end - p->n_judged), judge_children, c);
    if (p->best > best) last = p->n_judged;
    best = p->best;
  }
  squad_close(&c->squad);
  c->judge.max_instructions = UINT64_MAX;
  return finish(c, begin, err);
}

/* ---- for others ---------------------------------------------------------------------------------- */

void colony_begin(Colony *c, Finder who) {
  c->trial->begin_ns = clock_ns();
  trial_phase(c->trial, who);
}

Err colony_try(Colony *c, const u8 *genome, u64 *ret_cost) {
  ChildVerdict v;
  c->judge.deadline_ns = c->trial->budget.deadline_ns;
  c->judge.max_instructions = run_limit(c);
  TRY(try_for(c, genome, &v));
  *ret_cost = v.is_valid ? v.cost : 0;
  return OK;
}

Err colony_end(Colony *c, Err err) {
  c->judge.max_instructions = UINT64_MAX;
  return finish(c, c->trial->begin_ns, err);
}

/* Whoever wants to know its decisions finds them.  Also when the time is over, or somebody interrupts: what was found is kept. */
Err colony_hear(Colony *c, const u8 *genome) {
  static const u64 hear_ns = 2 * NS_PER_S;
  ChildVerdict v;
  colony_begin(c, FINDER_ga);
  c->judge.deadline_ns = clock_after(hear_ns);
  c->judge.max_instructions = run_limit(c);
  c->judge.is_owed = true;
  Err err = try_for(c, genome, &v);
  if (err == OK) err = publish(c, true);
  c->judge.is_owed = false;
  c->judge.max_instructions = UINT64_MAX;
  count_time(c, c->trial->begin_ns);
  trial_phase_end(c->trial);
  return err;
}

/* ---- combing ------------------------------------------------------------------------------------- */

typedef struct Comb {
  u64 deadline_ns;
  u64 n_left; /* numbers to be tried until all were since the last gain */
} Comb;

static bool combs_on(Colony *c, const Comb *k) {
  c->judge.deadline_ns = k->deadline_ns;
  c->judge.max_instructions = run_limit(c);
  return k->n_left && clock_left(k->deadline_ns) && !trial_is_spent(c->trial);
}

static Err comb_number(Colony *c, const Gene *g, u32 i, Comb *k, u64 n_all) {
  i64 values[MAX_NEIGHBOURS];
  u8 *genome = mem_new(MAX(c->judge.plan.n_bytes, 1u)); /* the best may be of a shorter plan */
  memcpy(genome, c->best, c->n_best);
  u32 n = neighbours_of(g, c->v, genome, i, values);
  u64 before = c->cost;
  Err err = OK;
  for (u32 v = 0; v < n && err == OK && combs_on(c, k); v++) {
    gene_put(g, genome, i, values[v]);
    err = try_one(c, genome);
  }
  k->n_left = c->cost > before ? n_all : k->n_left - (k->n_left > 0);
  mem_free(genome);
  return err;
}

static Err comb_all(Colony *c, Comb *k) {
  const Plan *plan = &c->judge.plan;
  u64 n_all = 0;
  for (u32 i = 0; i < plan->genes.n; i++) n_all += plan->genes.at[i].n;
  k->n_left = n_all;
  while (combs_on(c, k))
    for (u32 i = plan->genes.n; i; i--)
      for (u32 at = plan->genes.at[i - 1].n; at && combs_on(c, k); at--)
        TRY(comb_number(c, &plan->genes.at[i - 1], at - 1, k, n_all));
  return OK;
}

/* What others found at this size is combed, if it is better. */
static Err take_over(Colony *c) {
  const Trial *t = c->trial;
  if (!t->best.is_found || t->best.is_predicted || (c->best && t->best.cost <= c->cost)) return OK;
  c->judge.max_instructions = UINT64_MAX;
  u8 *genome = judge_genome(&c->judge, &t->best);
  Err err = try_one(c, genome);
  mem_free(genome);
  return err;
}

Err colony_comb(Colony *c, u64 deadline_ns) {
  u64 begin = c->trial->begin_ns = clock_ns();
  Comb k = {.deadline_ns = MIN(deadline_ns, c->trial->budget.deadline_ns)};
  trial_phase(c->trial, FINDER_ga);
  Err err = take_over(c);
  if (err == OK && c->best) err = comb_all(c, &k);
  c->judge.max_instructions = UINT64_MAX;
  return finish(c, begin, err);
}

/* ---- life ---------------------------------------------------------------------------------------- */

Err colony_open(Trial *t, const Vocabulary *v, Colony **ret) {
  Colony *c = *ret = NEW(Colony);
  c->trial = t;
  c->v = v;
  c->rng = (Rng){t->hunt->config.seed ^ t->size};
  Err err = judge_open(t, 0, t->budget.deadline_ns, &c->judge);
  found(c);
  return err;
}

Colony *colony_free(Colony *c) {
  if (!c) return NULL;
  disband(c);
  return mem_free(c);
}
