/* input_search.c — tries seeds, extends worst inputs of other sizes, and breeds.
 *
 * Seeds are tried for all genes alike, then gene by gene beside the best of the others.  If the
 * program refuses many inputs by assumptions, the range that it allows is found by bisection.
 * Bytes of unknown type are read in several ways, of which the best stays.  A new best is
 * published at most a few times a second, as there may be many in a moment.
 */
#include "inputs/input_search.h"

#include "inputs/extend.h"
#include "inputs/given.h"
#include "inputs/neighbours.h"
#include "inputs/seeds.h"
#include "search/time_parts.h"
#include "search/witness_run.h"

const StatInfo stat_inputs = {"inputs", "inputs run", STAT_TIMES};
const StatInfo stat_input_errors = {"input_errors", "that show an error", STAT_TIMES};
const StatInfo stat_input_unended = {"input_unended", "given up as too long", STAT_TIMES};
const StatInfo stat_input_lost = {"input_lost", "that ended their process", STAT_TIMES};
const StatInfo stat_running = {"running", "running inputs", STAT_NS};

/* clang-format off */
static const Option options[] = {
    [INPUT_SEARCH_WORKERS] = {"workers", OPTION_NUMBER, "N", NULL, "run inputs in N processes (default: one for each core)", .min = 1, .max = MAX_WORKERS + 1},
    [INPUT_SEARCH_SEEDS] = {"seeds", OPTION_TEXT, "DIR", NULL, "begin with tests or a fuzzer's corpus in DIR, extended or cut to N"},
    [INPUT_SEARCH_DICTIONARY] = {"x", OPTION_TEXT, "FILE", NULL, "words to put into inputs: a dictionary of AFL or libFuzzer"},
};
/* clang-format on */

const OptionGroup input_search_options = {"options of breeding", options, ARRAY_LEN(options), NULL};

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

/* The best becomes that of the size search, and is on the disk: now, or if it is not the first one in a while,
 * as there may be many in a moment. */
static Err publish(InputSearch *c, bool at_once) {
  assert(!c->best || c->n_best <= c->evaluator.plan.n_bytes);
  Witness w;
  if (!c->best || c->is_published || (!at_once && c->publish_ns > clock_ns())) return OK;
  TRY(evaluator_witness(&c->evaluator, c->best, c->n_best, &w));
  size_search_admit(c->size_search, &w, &c->costs);
  c->is_published = true;
  c->publish_ns = clock_after(publish_pause_ns);
  return OK;
}

static Err take_best(InputSearch *c, const u8 *genome, u32 n_bytes, const Evaluation *seen) {
  if (c->best && seen->cost <= c->cost) return publish(c, false);
  assert(seen->stop == STOP_EXIT && n_bytes <= c->evaluator.plan.n_bytes);
  mem_free(c->best);
  c->best = mem_dup(genome, MAX(n_bytes, 1u));
  c->n_best = n_bytes;
  c->cost = seen->cost;
  c->costs = seen->costs;
  c->is_published = false;
  return publish(c, false);
}

/* Of where a run went, what the perf-map does not know. */
static void take_hits(const InputSearch *c, const SiteHit *hits, u32 n, ChildVerdict *io) {
  SiteHit *all = mem_dup(hits, MAX(n, 1u) * sizeof *all);
  io->n_hits = perf_map_filter(&c->population.map, all, n, io->cost);
  io->hits = io->n_hits ? all : mem_free(all);
}

static void count_failed(InputSearch *c, Stop stop) {
  if (stop == STOP_BUDGET)
    stat_add(&c->size_search->stats, &stat_input_unended, 1);
  else if (stop_infos[stop].class == STOP_BUG)
    stat_add(&c->size_search->stats, &stat_input_errors, 1);
}

/* It may cost more than any that ended, and with more time it may end. */
static void keep_late(InputSearch *c, const u8 *genome, u32 n_bytes, const Evaluation *seen) {
  if (seen->cost <= c->late_cost || (c->best && seen->cost <= c->cost)) return;
  mem_free(c->late);
  c->late = mem_dup(genome, MAX(n_bytes, 1u));
  c->n_late = n_bytes;
  c->late_cost = seen->cost;
  c->late_instructions = seen->costs.n[COST_INSTRUCTIONS];
}

/* What follows from a run, whoever made it. */
static Err take(InputSearch *c, const u8 *genome, u32 n_bytes, const Evaluation *seen,
                ChildVerdict *ret) {
  stat_add(&c->size_search->stats, &stat_inputs, 1);
  *ret = (ChildVerdict){.is_valid = seen->stop == STOP_EXIT, .cost = seen->cost};
  c->n_refused += seen->stop == STOP_ASSUME;
  if (seen->stop == STOP_BUDGET) {
    size_search_give_up(c->size_search, &seen->costs);
    keep_late(c, genome, n_bytes, seen);
  }
  if (ret->is_valid) c->size_search->least = MIN(c->size_search->least, seen->cost);
  if (!ret->is_valid) count_failed(c, seen->stop);
  return ret->is_valid ? take_best(c, genome, n_bytes, seen) : OK;
}

static Err evaluate_one(InputSearch *c, const u8 *genome, u32 n_bytes, ChildVerdict *ret) {
  Evaluation seen;
  const EdgeTable *h = c->evaluator.hits;
  c->evaluator.is_wanted = false;
  TRY(evaluator_run(&c->evaluator, genome, n_bytes, &seen));
  if (c->odd && c->evaluator.is_wanted) c->odd(c->odd_user, genome, n_bytes, seen.stop);
  TRY(take(c, genome, n_bytes, &seen, ret));
  if (!h || !ret->is_valid) return OK;
  SiteHit *all = mem_new(MAX(h->n_touched, 1u) * sizeof *all);
  for (u32 i = 0; i < h->n_touched; i++)
    all[i] = (SiteHit){h->touched[i], edges_count(h, h->touched[i])};
  take_hits(c, all, h->n_touched, ret);
  mem_free(all);
  return OK;
}

/* Runs a genome of the plan that another search made. */
static Err try_for(InputSearch *c, const u8 *genome, ChildVerdict *ret) {
  u32 n_bytes = c->evaluator.plan.n_bytes;
  population_grow(&c->population);
  TRY(evaluate_one(c, genome, n_bytes, ret));
  if (ret->is_valid) size_search_sample(c->size_search, SAMPLE_INPUT, ret->cost);
  if (ret->is_valid) population_offer(&c->population, genome, ret);
  ret->hits = mem_free(ret->hits);
  return OK;
}

static Err try_one(InputSearch *c, const u8 *genome) {
  ChildVerdict ignored;
  return try_for(c, genome, &ignored);
}

/* What is counted is not seen again: a step may lie in another one. */
static void count_time(InputSearch *c, u64 begin_ns) {
  u64 now = clock_ns();
  stat_add(&c->size_search->stats, &stat_running, now - begin_ns);
  c->size_search->ns += now - begin_ns;
  c->size_search->begin_ns = now;
}

/* Once more, with a higher limit: if it ends, it is the best, and the limits of others rise with it. */
static Err retry_late(InputSearch *c) {
  enum { TIMES = 16, MOST_BITS = SIZED(28, 20), MOST_TRIES = 3 };
  u64 left = clock_left(c->size_search->budget.deadline_ns);
  u64 limit = TIMES * MIN(c->late_instructions, UINT64_MAX / TIMES);
  if (!c->late || c->n_late_tries == MOST_TRIES || (c->best && c->late_cost <= c->cost) || !left)
    return OK;
  ChildVerdict v;
  u8 *genome = TAKE(c->late);
  c->evaluator.max_instructions = left == UINT64_MAX ? MIN(limit, 1ull << MOST_BITS) : limit;
  c->evaluator.deadline_ns = clock_part(c->size_search->budget.deadline_ns, PART_LATE_RUN);
  Err err = evaluate_one(c, genome, c->n_late, &v);
  if (err == OK) mem_free(v.hits);
  c->n_late_tries += err == OK && !v.is_valid;
  c->evaluator.max_instructions = UINT64_MAX;
  mem_free(genome);
  return err;
}

/* The end of a step, which began then: its best is known to the size search, with its decisions. */
static Err finish(InputSearch *c, u64 begin_ns, Err err) {
  c->evaluator.max_instructions = UINT64_MAX;
  if (err == OK) err = retry_late(c);
  if (err == OK) err = publish(c, true);
  u64 left = clock_left(c->size_search->budget.deadline_ns);
  if (err == OK) err = size_search_follow(c->size_search, MIN(follow_ns, left / PART_FOLLOWING));
  count_time(c, begin_ns);
  return err;
}

/* ---- seeds --------------------------------------------------------------------------------------- */

typedef struct Seeding {
  u64 begin_ns, limit_ns;
  u32 run_part; /* a run may take this part of it: few inputs of much worth may take long */
} Seeding;

/* Do many inputs not end?  Then they are not to take all the time. */
static bool are_late(const InputSearch *c) { return c->evaluator.n_late > c->evaluator.n_runs / 8; }

/* The instructions that a run may always take; many of those that do not end are to take little time. */
enum { LONG_RUN = SIZED(1 << 23, 1 << 15), SHORT_RUN = SIZED(1 << 17, 1 << 13) };

/* A run may take so many times the instructions of the best, and always some.  It is not a time, so that a busy
 * computer finds the same. */
static u64 limit_of(const InputSearch *c, u64 always, u64 times_best) {
  assert(always && times_best);
  u64 best = MIN(c->costs.n[COST_INSTRUCTIONS], UINT64_MAX / 128);
  return MAX(always, times_best * best);
}

/* Without a best nobody knows how long a run must be: twice as long after each that came to no end, so that the first that
 * has none does not take all the time. */
static u64 limit_without_best(const InputSearch *c) {
  enum { MOST_BITS = 34, FIRST_BITS = SIZED(24, 15) }; /* the first is reported as a long one */
  return 1ull << MIN(FIRST_BITS + c->evaluator.n_late, (u64)MOST_BITS);
}

/* The best may be far from the worst yet. */
static u64 seed_limit(const InputSearch *c) {
  if (!c->best) return limit_without_best(c);
  return are_late(c) ? limit_of(c, SHORT_RUN, 8) : limit_of(c, LONG_RUN, 64);
}

/* A run has this much time at least: a program that takes long to start is not taken for one that
 * does not end when a step has little time left, or the machine is busy. */
static const u64 least_run_ns = 50 * NS_PER_MS;

/* There must be an answer: without one the time is that of the size search. */
static bool goes_on(InputSearch *c, const Seeding *s) {
  u64 now = clock_ns(), deadline = s->begin_ns + s->limit_ns;
  u64 left = clock_left(c->size_search->budget.deadline_ns);
  c->evaluator.deadline_ns =
      c->best ? now + MAX(s->limit_ns / s->run_part, least_run_ns)
              : clock_after(left == UINT64_MAX ? s->limit_ns * 8 : left / PART_FIRST_RUN);
  c->evaluator.deadline_ns = MIN(c->evaluator.deadline_ns, c->size_search->budget.deadline_ns);
  c->evaluator.max_instructions = seed_limit(c);
  bool in_time = now < deadline || (!c->best && now < s->begin_ns + 4 * s->limit_ns);
  return in_time && !size_search_is_spent(c->size_search);
}

/* All genes alike: ascending with ascending, one letter with one letter. */
static Err seed_all(InputSearch *c, const Seeding *s) {
  Evaluator *j = &c->evaluator;
  u32 n_seeds = 1;
  for (u32 i = 0; i < j->plan.genes.n; i++)
    n_seeds = MAX(n_seeds, seed_count(&j->plan.genes.at[i], c->v));
  for (u32 k = 0; k < n_seeds && goes_on(c, s); k++) {
    u8 *genome = mem_new(MAX(j->plan.n_bytes, 1u));
    for (u32 i = 0; i < j->plan.genes.n; i++) {
      const Gene *g = &j->plan.genes.at[i];
      u32 n = seed_count(g, c->v);
      if (n) seed_put(g, c->v, c->size_search->size, k % n, &c->rng, genome);
    }
    Err err = try_one(c, genome);
    mem_free(genome);
    TRY(err);
  }
  return OK;
}

/* One gene after the other, the others being those of the best. */
static Err seed_gene(InputSearch *c, u32 gene, const Seeding *s) {
  assert(gene < c->evaluator.plan.genes.n);
  Evaluator *j = &c->evaluator;
  for (u32 k = 0; k < seed_count(&j->plan.genes.at[gene], c->v) && goes_on(c, s); k++) {
    u8 *genome = mem_new(MAX(j->plan.n_bytes, 1u));
    if (c->best) memcpy(genome, c->best, c->n_best);
    seed_put(&j->plan.genes.at[gene], c->v, c->size_search->size, k, &c->rng, genome);
    Err err = try_one(c, genome);
    mem_free(genome);
    TRY(err);
  }
  return OK;
}

static Err seed_genes(InputSearch *c, const Seeding *s) {
  u64 before = 0;
  for (u32 round = 0; round < ROUNDS && (!c->best || c->cost > before); round++) {
    before = c->cost;
    for (u32 i = 0; i < c->evaluator.plan.genes.n; i++) TRY(seed_gene(c, i, s));
  }
  return OK;
}

/* ---- assumptions --------------------------------------------------------------------------------- */

/* Is the best still an input when these numbers of a gene are the value? */
static Err is_allowed(InputSearch *c, const Gene *g, u32 first, u32 n, i64 value, bool *ret) {
  assert(c->best && first + n <= g->n);
  Evaluation seen;
  u8 *genome = mem_dup(c->best, c->n_best);
  for (u32 i = first; i < first + n; i++) gene_put(g, genome, i, value);
  Err err = evaluator_run(&c->evaluator, genome, c->n_best, &seen);
  mem_free(genome);
  *ret = err == OK && seen.stop != STOP_ASSUME;
  return err;
}

/* The last value from `inside` towards `end` that one number may have, if those that it may are an
 * interval. */
static Err find_end(InputSearch *c, const Gene *g, i64 inside, i64 end, i64 *ret) {
  assert(inside >= g->low && inside <= g->high && (end == g->low || end == g->high));
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
static Err narrow_gene(InputSearch *c, u32 gene) {
  Gene *g = &c->evaluator.plan.genes.at[gene];
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
static Err narrow(InputSearch *c, bool *ret_narrowed) {
  *ret_narrowed = c->best && c->n_refused > c->evaluator.n_runs / 4;
  for (u32 i = 0; i < c->evaluator.plan.genes.n && *ret_narrowed && i < MAX_NARROWED; i++)
    TRY(narrow_gene(c, i));
  return OK;
}

/* ---- readings ------------------------------------------------------------------------------------ */

static void population_begin(InputSearch *c) {
  enum { MEMBERS = SIZED(64, 8) };
  population_init(&c->population, &c->evaluator.plan, c->v, c->size_search->size, MEMBERS,
                  rng_u64(&c->rng));
  evaluator_count_hits(&c->evaluator);
}

static void members_done(InputSearch *c) {
  mem_free(c->best);
  mem_free(c->late);
  population_done(&c->population);
  evaluator_close(&c->evaluator);
}

/* Each test of the user is run, also if the time for standard inputs is over; if it is of another size, in every way. */
static Err try_given(InputSearch *c, const Seeding *s) {
  Given *given = c->size_search->search->config.given;
  for (u32 i = 0; given && i < given->tests.n; i++) {
    GivenTest *test = &given->tests.at[i];
    for (u32 k = 0; k < extend_count(); k++) {
      bool has_time = goes_on(c, s);
      if (size_search_is_spent(c->size_search) || (k && !has_time)) break;
      u8 *genome = given_genome(&c->evaluator, test->inputs, k, &test->fit);
      Err err = genome ? try_one(c, genome) : OK;
      mem_free(genome);
      TRY(err);
      if (test->fit == GIVEN_UNUSED || test->fit == GIVEN_WHOLE) break;
    }
  }
  return OK;
}

static Err seed(InputSearch *c, u64 limit_ns) {
  Seeding s = {.begin_ns = clock_ns(), .limit_ns = limit_ns, .run_part = PART_SEED_RUN};
  bool is_narrowed;
  TRY(try_given(c, &s));
  s.begin_ns = clock_ns(); /* patterns have the time that they have without tests */
  TRY(seed_all(c, &s));
  TRY(narrow(c, &is_narrowed));
  if (is_narrowed) TRY(seed_all(c, &s));
  return c->evaluator.plan.genes.n > 1 ? seed_genes(c, &s) : OK;
}

/* Bytes of unknown type are read in each way in turn; that of the best stays. */
static Err seed_other_readings(InputSearch *c, u64 limit_ns) {
  for (u32 reading = 1; reading < N_READINGS && evaluator_is_unsure(&c->evaluator); reading++) {
    InputSearch other = {.size_search = c->size_search, .v = c->v, .rng = c->rng};
    Err err = evaluator_open(c->size_search, reading, c->size_search->budget.deadline_ns,
                             &other.evaluator);
    population_begin(&other);
    if (err == OK) err = seed(&other, limit_ns);
    evaluator_rest(&other.evaluator); /* its machine knows where it is */
    bool is_better = other.best && (!c->best || other.cost > c->cost);
    if (is_better) {
      evaluator_rest(&c->evaluator);
      InputSearch worse = *c;
      *c = other;
      other = worse;
      c->population.breeding.plan = &c->evaluator.plan;
    }
    members_done(&other);
    TRY(err);
  }
  return OK;
}

Err input_search_seed(InputSearch *c, u64 limit_ns) {
  u64 begin = c->size_search->begin_ns = clock_ns();
  size_search_phase(c->size_search, ORIGIN_plain);
  u64 part = evaluator_is_unsure(&c->evaluator) ? limit_ns / N_READINGS : limit_ns;
  Err err = seed(c, part);
  if (err == OK) err = seed_other_readings(c, part);
  return finish(c, begin, err);
}

/* ---- other sizes --------------------------------------------------------------------------------- */

typedef VEC(const SizeSearch *) Sources;

/* Is `a` nearer to the size than `b`, in times?  Of a half and the double the double is: it had more time. */
static bool is_nearer(u64 size, const SizeSearch *a, const SizeSearch *b) {
  u64 x = a->size, y = b->size;
  u128 ab = (u128)MAX(x, size) * MIN(y, size), ba = (u128)MAX(y, size) * MIN(x, size);
  return ab != ba ? ab < ba : x > y;
}

static void add_source(Sources *s, u64 size, const SizeSearch *t) {
  if (!t->best.is_found || t->size == size || !t->best.inputs.n) return;
  u32 at = s->n;
  vec_push(s, t);
  for (; at && is_nearer(size, t, s->at[at - 1]); at--) s->at[at] = s->at[at - 1];
  s->at[at] = t;
  assert(s->n && s->n <= MAX_SOURCES + 1);
  if (s->n > MAX_SOURCES) s->n = MAX_SOURCES;
}

static Err extend_from(InputSearch *c, const SizeSearch *source, const Seeding *s) {
  Evaluator from;
  Err err =
      evaluator_open((SizeSearch *)source, c->evaluator.reading, source->budget.deadline_ns, &from);
  u8 *old = err == OK ? evaluator_genome(&from, &source->best) : NULL;
  for (u32 k = 0; k < extend_count() && err == OK && goes_on(c, s); k++) {
    u8 *genome = mem_new(MAX(c->evaluator.plan.n_bytes, 1u));
    extend_put(&from.plan, old, &c->evaluator.plan, k, genome);
    err = try_one(c, genome);
    mem_free(genome);
  }
  mem_free(old);
  evaluator_close(&from);
  return err;
}

/* What is worst at a smaller size costs more than anything here: each way to extend it is tried, as long as
 * the size search has time, for a larger size that seems to cost less says that the search fell short. */
static Seeding seeding_of(const InputSearch *c, const SizeSearch *source, Seeding s) {
  bool is_beaten = source->size < c->size_search->size && c->size_search->best.is_found &&
                   source->best.cost > c->size_search->best.cost;
  u64 left = clock_left(c->size_search->budget.deadline_ns);
  if (is_beaten && left != UINT64_MAX) s.limit_ns = MAX(s.limit_ns, left / PART_BIGGER_BELOW);
  return s;
}

Err input_search_extend(InputSearch *c, u64 limit_ns) {
  Search *h = c->size_search->search;
  Sources sources = {0};
  Seeding s = {.begin_ns = clock_ns(), .limit_ns = limit_ns, .run_part = PART_EXTENDED_RUN};
  Err err = OK;
  c->size_search->begin_ns = s.begin_ns;
  size_search_phase(c->size_search, ORIGIN_extended);
  for (u32 i = 0; i < h->searches.n; i++)
    add_source(&sources, c->size_search->size, h->searches.at[i]);
  for (u32 i = 0; i < h->others.n; i++) add_source(&sources, c->size_search->size, h->others.at[i]);
  for (u32 i = 0; i < sources.n && err == OK; i++) {
    Seeding own = seeding_of(c, sources.at[i], s);
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

static u64 run_limit(const InputSearch *c) {
  return are_late(c) ? limit_of(c, SHORT_RUN, 4) : limit_of(c, SIZED(1 << 20, LONG_RUN), 11);
}

static Err take_row(InputSearch *c, const EvalRow *r, Child *child) {
  assert(c->population.n_bytes <= c->pool.max_bytes);
  c->evaluator.n_runs++;
  c->evaluator.n_late += r->seen.stop == STOP_BUDGET;
  TRY(take(c, child->genome, c->population.n_bytes, &r->seen, &child->verdict));
  if (child->verdict.is_valid && c->evaluator.hits)
    take_hits(c, eval_pool_hits(&c->pool, r), r->n_hits, &child->verdict);
  return OK;
}

/* Of a generation the best is shown: there are too many to show each. */
static void sample_best(InputSearch *c, const Child *children, u32 n) {
  u64 best = 0;
  for (u32 i = 0; i < n; i++)
    if (children[i].verdict.is_valid) best = MAX(best, children[i].verdict.cost);
  if (best) size_search_sample(c->size_search, SAMPLE_INPUT, best);
}

static Err evaluate_children(void *user, Child *children, u32 n) {
  InputSearch *c = user;
  u64 left = clock_left(c->size_search->budget.deadline_ns);
  u64 limit_ns = left == UINT64_MAX ? NEVER_NS : left / PART_BRED_RUN;
  c->evaluator.max_instructions = run_limit(c);
  bool by_pool = eval_pool_run(&c->pool, children, n, c->population.n_bytes, limit_ns);
  for (u32 i = 0; i < n; i++) {
    const EvalRow *r = by_pool ? eval_pool_row(&c->pool, i) : NULL;
    if (by_pool && eval_pool_is_lost(&c->pool, i)) { /* it is no input that can be shown */
      stat_add(&c->size_search->stats, &stat_input_lost, 1);
      continue;
    }
    c->evaluator.deadline_ns = clock_after(limit_ns);
    TRY(r ? take_row(c, r, &children[i])
          : evaluate_one(c, children[i].genome, c->population.n_bytes, &children[i].verdict));
  }
  sample_best(c, children, n);
  return OK;
}

/* Processes besides this one. */
static u32 n_workers(const InputSearch *c) {
  const OptionSet *s = search_options(c->size_search->search, &input_search_options);
  u32 n =
      (u32)option_number_or(s, INPUT_SEARCH_WORKERS, MIN(worker_pool_cores(), MAX_WORKERS + 1u)) -
      1;
  return n - MIN(n, c->n_busy);
}

bool input_search_is_single(const InputSearch *c) {
  return option_number_or(search_options(c->size_search->search, &input_search_options),
                          INPUT_SEARCH_WORKERS, 2) == 1;
}

/* As soon as it is clear that there is work for them, and again when the program wants more inputs. */
static void start_workers(InputSearch *c, u64 n_generations) {
  u32 n = evaluator_asks(&c->evaluator) ? 0 : n_workers(c);
  bool is_stale = c->pool.pool && c->pool.n_slots != c->evaluator.slots.n;
  if (n && (n_generations == FIRST_ALONE || is_stale))
    eval_pool_open(&c->pool, &c->evaluator, n, MAX(CHILDREN, c->population.max_members));
}

/* People who wait see that something is going on. */
static void tick(InputSearch *c) {
  const SearchObserver *o = &c->size_search->search->config.observer;
  if (c->tick_ns > clock_ns()) return;
  c->tick_ns = clock_after(tick_pause_ns);
  if (o->tick) o->tick(o->user, c->size_search, &(ExploreStats){0});
}

/* What others found at this size is bred from, too. */
static void offer_best(InputSearch *c) {
  const SizeSearch *t = c->size_search;
  if (!t->best.is_found || t->best.is_predicted || (c->best && t->best.cost <= c->cost)) return;
  u8 *genome = evaluator_genome(&c->evaluator, &t->best);
  bool is_legal = true;
  for (u32 i = 0; i < c->evaluator.plan.genes.n; i++)
    is_legal &= gene_is_legal(&c->evaluator.plan.genes.at[i], genome);
  if (is_legal) population_offer(&c->population, genome, &(ChildVerdict){true, t->best.cost});
  mem_free(genome);
}

Err input_search_breed(InputSearch *c, u64 deadline_ns, u64 max_inputs, u64 max_no_gain) {
  Population *p = &c->population;
  u64 begin = c->size_search->begin_ns = clock_ns(),
      end = p->n_evaluated + MIN(max_inputs, UINT64_MAX / 2), last = p->n_evaluated;
  u64 best = p->best;
  Err err = OK;
  u64 n_generations = 0;
  size_search_phase(c->size_search, ORIGIN_ga);
  population_grow(p);
  offer_best(c);
  while (err == OK && p->members.n && p->n_evaluated < end && p->n_evaluated - last < max_no_gain &&
         clock_left(deadline_ns) && !size_search_is_spent(c->size_search)) {
    tick(c);
    start_workers(c, n_generations++);
    err = population_step(p, (u32)MIN(CHILDREN, end - p->n_evaluated), evaluate_children, c);
    if (p->best > best) last = p->n_evaluated;
    best = p->best;
  }
  eval_pool_close(&c->pool);
  return finish(c, begin, err);
}

/* ---- for others ---------------------------------------------------------------------------------- */

void input_search_begin(InputSearch *c, Origin who) {
  assert(who < ORIGIN_COUNT);
  c->size_search->begin_ns = clock_ns();
  size_search_phase(c->size_search, who);
}

Err input_search_try(InputSearch *c, const u8 *genome, u64 *ret_cost) {
  assert(genome);
  ChildVerdict v;
  c->evaluator.deadline_ns = c->size_search->budget.deadline_ns;
  c->evaluator.max_instructions = run_limit(c);
  TRY(try_for(c, genome, &v));
  *ret_cost = v.is_valid ? v.cost : 0;
  return OK;
}

Err input_search_end(InputSearch *c, Err err) { return finish(c, c->size_search->begin_ns, err); }

/* As a run that is reported, with its decisions.  Also when the time is over, or the user interrupts: what was found is kept. */
Err input_search_on_input(InputSearch *c, const u8 *genome, u64 limit_ns) {
  ChildVerdict v;
  input_search_begin(c, ORIGIN_ga);
  c->evaluator.deadline_ns = clock_after(limit_ns);
  c->evaluator.max_instructions = run_limit(c);
  c->evaluator.is_final = true;
  Err err = try_for(c, genome, &v);
  if (err == OK) err = publish(c, true);
  c->evaluator.is_final = false;
  c->evaluator.max_instructions = UINT64_MAX;
  count_time(c, c->size_search->begin_ns);
  size_search_phase_end(c->size_search);
  return err;
}

/* ---- trying each neighbour ---------------------------------------------------------------------- */

typedef struct NeighbourScan {
  u64 deadline_ns;
  u64 n_left; /* numbers to be tried until all were since the last gain */
} NeighbourScan;

static bool scan_goes_on(InputSearch *c, const NeighbourScan *k) {
  c->evaluator.deadline_ns = k->deadline_ns;
  c->evaluator.max_instructions = run_limit(c);
  return k->n_left && clock_left(k->deadline_ns) && !size_search_is_spent(c->size_search);
}

static Err scan_number(InputSearch *c, const Gene *g, u32 i, NeighbourScan *k, u64 n_all) {
  i64 values[MAX_NEIGHBOURS];
  u8 *genome = mem_new(MAX(c->evaluator.plan.n_bytes, 1u)); /* the best may be of a shorter plan */
  memcpy(genome, c->best, c->n_best);
  u32 n = neighbours_of(g, c->v, genome, i, values);
  u64 before = c->cost;
  Err err = OK;
  assert(n <= MAX_NEIGHBOURS && k->n_left);
  for (u32 v = 0; v < n && err == OK && scan_goes_on(c, k); v++) {
    gene_put(g, genome, i, values[v]);
    err = try_one(c, genome);
  }
  k->n_left = c->cost > before ? n_all : k->n_left - (k->n_left > 0);
  mem_free(genome);
  return err;
}

static Err scan_all(InputSearch *c, NeighbourScan *k) {
  const Plan *plan = &c->evaluator.plan;
  u64 n_all = 0;
  for (u32 i = 0; i < plan->genes.n; i++) n_all += plan->genes.at[i].n;
  k->n_left = n_all;
  while (scan_goes_on(c, k))
    for (u32 i = plan->genes.n; i; i--)
      for (u32 at = plan->genes.at[i - 1].n; at && scan_goes_on(c, k); at--)
        TRY(scan_number(c, &plan->genes.at[i - 1], at - 1, k, n_all));
  return OK;
}

/* What others found at this size is taken over, if it is better. */
static Err take_over(InputSearch *c) {
  const SizeSearch *t = c->size_search;
  if (!t->best.is_found || t->best.is_predicted || (c->best && t->best.cost <= c->cost)) return OK;
  c->evaluator.max_instructions = UINT64_MAX;
  u8 *genome = evaluator_genome(&c->evaluator, &t->best);
  Err err = try_one(c, genome);
  mem_free(genome);
  return err;
}

Err input_search_scan(InputSearch *c, u64 deadline_ns) {
  u64 begin = c->size_search->begin_ns = clock_ns();
  NeighbourScan k = {.deadline_ns = MIN(deadline_ns, c->size_search->budget.deadline_ns)};
  size_search_phase(c->size_search, ORIGIN_ga);
  Err err = take_over(c);
  if (err == OK && c->best) err = scan_all(c, &k);
  return finish(c, begin, err);
}

/* ---- life ---------------------------------------------------------------------------------------- */

Err input_search_open(SizeSearch *t, const Vocabulary *v, InputSearch **ret) {
  InputSearch *c = *ret = NEW(InputSearch);
  c->size_search = t;
  c->v = v;
  c->rng = (Rng){t->search->config.seed ^ t->size};
  Err err = evaluator_open(t, 0, t->budget.deadline_ns, &c->evaluator);
  population_begin(c);
  return err;
}

InputSearch *input_search_free(InputSearch *c) {
  if (!c) return NULL;
  members_done(c);
  return mem_free(c);
}
