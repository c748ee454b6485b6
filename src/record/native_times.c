/* native_times.c — extends the worst input, chooses the way that runs longest, and measures.
 *
 * How many elements an input has at a size is continued from the sizes that were searched.  Ways of
 * extending (inputs/extend.h) are tried at 2N, 4N, …; those whose inputs the program rejects, and where
 * the clock can tell, those that run much shorter than the longest, are dropped.
 */
#include "record/native_times.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/rng.h"
#include "call/call.h"
#include "inputs/extend.h"
#include "native/timing.h"
#include "report/ktest.h"
#include "sandbox/tempdir.h"

#include <math.h>
#include <string.h>

enum { MAX_BYTES = 1 << 25, MAX_DRAWS = 20, N_ROWS = 3 };
static const u64 EVIDENCE_NS = 10 * NS_PER_MS, ENOUGH_NS = 50 * NS_PER_MS;
static const u64 CLEAR_NS = 5 * NS_PER_MS; /* from here on the clock tells ways apart */
static const u64 MAX_SIZE = (u64)1 << 27;

typedef struct TimedWay {
  u32 k; /* of extend.h */
  u64 ns;
} TimedWay;

typedef struct Times {
  const TimesConfig *config;
  const WorstSize *base; /* borrowed */
  UserCall call;         /* for ranges and letters */
  bool has_call;
  Plan plan; /* of the base */
  VEC(u8) bytes;
  Text folder, test; /* temporary */
  VEC(TimedWay) ways;
  WorstTiming *ret;
} Times;

/* ---- what an input looks like at another size ---------------------------------------------------- */

/* Of a harness of its own an array of one element looks like a number.  -1: there is none. */
static i64 extent_of(const WorstSize *s, u32 input, u32 dimension) {
  if (input >= s->inputs.n) return -1;
  const WorstInput *in = &s->inputs.at[input];
  if (!in->dimensions.n) return dimension ? -1 : 1;
  return dimension < in->dimensions.n ? (i64)in->dimensions.at[dimension] : -1;
}

/* On a line through what the sizes in the record have; false: it is on none. */
static bool dimension_at(const WorstReport *r, u32 input, u32 dimension, u64 size, u64 *ret) {
  const WorstSize *a = NULL, *b = NULL;
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    if (!s->has_cost) continue;
    if (extent_of(s, input, dimension) < 0) return false;
    a = b;
    b = s;
  }
  if (!b) return false;
  i64 last = extent_of(b, input, dimension), before = a ? extent_of(a, input, dimension) : 0;
  i64 run = (i64)b->size - (a ? (i64)a->size : 0), rise = last - before;
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    if (!s->has_cost) continue;
    i64 n = extent_of(s, input, dimension);
    if ((n - last) * run != ((i64)s->size - (i64)b->size) * rise) return false;
  }
  i64 more = ((i64)size - (i64)b->size) * rise;
  if (!run || more % run || last + more / run < 0) return false;
  *ret = (u64)(last + more / run);
  return true;
}

static Gene gene_of(const WorstInput *in, u64 n_elements) {
  u32 width = in->element_bytes, group = 1;
  GeneKind kind = in->kind == ELEMENT_FLOAT  ? GENE_FLOAT
                  : in->kind == ELEMENT_CHAR ? GENE_TEXT
                                             : GENE_NUMBER;
  if (in->kind == ELEMENT_BYTES) {
    width = in->element_bytes % 4 ? 1 : 4;
    group = in->element_bytes / width;
  }
  Gene g = gene_new(kind, in->kind == ELEMENT_SIGNED || in->kind == ELEMENT_CHAR, width,
                    (u32)n_elements * group);
  g.group = group;
  return g;
}

/* What CALL says of its values, where that is a number. */
static void limit_gene(const Times *t, u32 input, u64 size, Gene *io) {
  if (!t->has_call || input >= t->call.inputs.n || t->call.constants.n) return;
  const CallInput *c = &t->call.inputs.at[input];
  io->no_zero = c->is_string;
  if (c->letters.n && io->kind == GENE_TEXT) {
    io->is_signed = false;
    io->low = 1;
    io->high = 255;
    io->letters = c->letters.at;
    io->n_letters = c->letters.n;
  }
  i64 low, high;
  if (c->has_range && size_formula_eval(&c->low, t->call.text, size, NULL, &low) == OK &&
      size_formula_eval(&c->high, t->call.text, size, NULL, &high) == OK && low <= high) {
    io->low = MAX(io->low, low);
    io->high = MIN(io->high, high);
  }
}

static bool plan_at(const Times *t, u64 size, Plan *ret) {
  const WorstReport *r = t->config->report;
  for (u32 i = 0; i < t->base->inputs.n; i++) {
    const WorstInput *in = &t->base->inputs.at[i];
    u64 n = 1, dimension = 1;
    for (u32 d = 0; d < in->dimensions.n; d++) {
      if (size == t->base->size)
        dimension = in->dimensions.at[d];
      else if (!dimension_at(r, i, d, size, &dimension))
        return false;
      if (dimension > MAX_BYTES || (n *= dimension) * in->element_bytes > MAX_BYTES) return false;
    }
    Gene g = gene_of(in, n);
    g.row = in->dimensions.n > 1 ? (u32)dimension : (u32)n;
    limit_gene(t, i, size, &g);
    plan_add(ret, g);
    if (ret->n_bytes > MAX_BYTES) return false;
  }
  return true;
}

/* ---- runs ------------------------------------------------------------------------------------------ */

static Err write_test(Times *t, const Plan *plan, u64 size, const u8 *genome) {
  cleanup(ktest_free) Ktest k = {0};
  ktest_begin(&k, t->config->recipe->files.at[0], size);
  for (u32 i = 0; i < plan->genes.n; i++) {
    const Gene *g = &plan->genes.at[i];
    named_bytes_add(&k.objects, t->base->inputs.at[i].name, genome + g->at, g->n * g->width);
  }
  t->config->recipe->has_size = true;
  t->config->recipe->size = size;
  return ktest_write(&k, text_c(&t->test));
}

/* NULL: the shape does not go on, or is too large.  Owned by the caller. */
static u8 *extended(const Times *t, u64 size, u32 way, Plan *ret_plan) {
  if (!plan_at(t, size, ret_plan)) return NULL;
  u8 *genome = mem_new(MAX(ret_plan->n_bytes, 1u));
  if (size == t->base->size)
    memcpy(genome, t->bytes.at, MIN(t->bytes.n, ret_plan->n_bytes));
  else
    extend_put(&t->plan, t->bytes.at, ret_plan, way, genome);
  return genome;
}

static Err run_way(Times *t, u64 size, TimedWay *io, TimingEnd *ret_end, u64 *ret_hash) {
  cleanup(plan_done) Plan plan = {0};
  cleanup(freep) u8 *genome = extended(t, size, io->k, &plan);
  cleanup(replay_end_done) ReplayEnd end = {0};
  *ret_end = TIMING_BAD;
  if (!genome) return OK;
  *ret_hash = hash_bytes(genome, plan.n_bytes);
  TRY(write_test(t, &plan, size, genome));
  return timing_run(t->config->replay, text_c(&t->test), t->config->run_ns, ret_end, &end, &io->ns);
}

/* ---- how far to go --------------------------------------------------------------------------------- */

/* Those whose input is the same as that of an earlier one are dropped, too. */
static Err try_ways(Times *t, u64 size, bool *ret_late) {
  VEC(TimedWay) left = {0};
  U64Vec hashes = {0};
  Err err = OK;
  u64 most = 0;
  *ret_late = false;
  for (u32 i = 0; i < t->ways.n && err == OK && !*ret_late; i++) {
    TimedWay w = t->ways.at[i];
    TimingEnd end = TIMING_BAD;
    u64 hash = 0;
    err = run_way(t, size, &w, &end, &hash);
    *ret_late = end == TIMING_LATE || !clock_left(t->config->deadline_ns);
    if (err != OK || end != TIMING_OK) continue;
    bool is_known = false;
    for (u32 k = 0; k < hashes.n; k++) is_known |= hashes.at[k] == hash;
    if (is_known) continue;
    vec_push(&hashes, hash);
    vec_push(&left, w);
    most = MAX(most, w.ns);
  }
  if (err == OK && !*ret_late) {
    vec_clear(&t->ways);
    for (u32 i = 0; i < left.n; i++)
      if (most < CLEAR_NS || left.at[i].ns >= most / 2) vec_push(&t->ways, left.at[i]);
  }
  vec_free(&left);
  vec_free(&hashes);
  return err;
}

static u32 best_way(const Times *t) {
  u32 best = 0;
  for (u32 i = 1; i < t->ways.n; i++)
    if (t->ways.at[i].ns > t->ways.at[best].ns) best = i;
  return best;
}

/* Does the input at a quarter of the size run long enough, and the whole? */
static Err is_enough(Times *t, u64 size, bool *ret) {
  TimedWay w = t->ways.at[best_way(t)];
  TimingEnd end;
  u64 unused;
  *ret = false;
  if (w.ns < ENOUGH_NS) return OK;
  TRY(run_way(t, size >> (N_ROWS - 1), &w, &end, &unused));
  *ret = end == TIMING_OK && w.ns >= EVIDENCE_NS;
  return OK;
}

/* *ret_size stays that of the base if the input cannot be extended, or not in the time. */
static Err grow(Times *t, u64 *ret_size) {
  bool is_over = false, has_enough = false;
  u32 step = 2;
  *ret_size = t->base->size;
  for (u32 k = 0; k < extend_count(); k++) vec_push(&t->ways, ((TimedWay){k, 0}));
  for (u64 size = 2 * t->base->size; size <= MAX_SIZE && !has_enough; size *= step) {
    VEC(TimedWay) before = {0};
    vec_append(&before, t->ways.at, t->ways.n);
    Err err = try_ways(t, size, &is_over);
    if (err == OK && (is_over || !t->ways.n)) {
      vec_clear(&t->ways);
      vec_append(&t->ways, before.at, before.n);
      vec_free(&before);
      return OK;
    }
    vec_free(&before);
    TRY(err);
    *ret_size = size;
    TRY(is_enough(t, size, &has_enough));
    step = t->ways.at[best_way(t)].ns < CLEAR_NS / 32 ? 4 : 2;
  }
  return OK;
}

/* ---- the table ------------------------------------------------------------------------------------- */

static WorstMedian median_of(const Timing *t) {
  WorstMedian m = {.n_runs = t->n_runs,
                   .seconds = NAN,
                   .n_outliers = t->n_outliers,
                   .n_instructions = t->n_instructions};
  if (t->ns >= EVIDENCE_NS) m.seconds = (double)t->ns / (double)NS_PER_S;
  return m;
}

static Err measure(Times *t, const Plan *plan, u64 size, const u8 *genome, TimingEnd *ret_end,
                   WorstMedian *ret) {
  Timing timing = {0};
  TRY(write_test(t, plan, size, genome));
  TRY(timing_measure(t->config->replay, text_c(&t->test), t->config->run_ns, t->config->deadline_ns,
                     ret_end, &timing));
  if (*ret_end == TIMING_OK) *ret = median_of(&timing);
  return OK;
}

/* Any values that the input may have; texts of printable letters, as in inputs/typical.h. */
static void draw(const Gene *g, Rng *rng, u8 *genome) {
  bool is_plain = g->kind == GENE_TEXT && !g->letters;
  for (u32 i = 0; i < g->n; i++)
    gene_put(g, genome, i,
             is_plain ? (i64)(' ' + rng_below(rng, '~' - ' ' + 1)) : gene_random(g, rng));
}

static Err measure_typical(Times *t, u64 size, WorstMedian *ret) {
  cleanup(plan_done) Plan plan = {0};
  Rng rng = {t->config->seed ^ size};
  if (!plan_at(t, size, &plan)) return OK;
  TimingEnd end = TIMING_BAD;
  for (u32 k = 0; k < MAX_DRAWS && end == TIMING_BAD && clock_left(t->config->deadline_ns); k++) {
    cleanup(freep) u8 *genome = mem_new(MAX(plan.n_bytes, 1u));
    for (u32 i = 0; i < plan.genes.n; i++) draw(&plan.genes.at[i], &rng, genome);
    TRY(measure(t, &plan, size, genome, &end, ret));
  }
  return OK;
}

static Err add_row(Times *t, u64 size, u32 way) {
  cleanup(plan_done) Plan plan = {0};
  cleanup(freep) u8 *genome = extended(t, size, way, &plan);
  TimingEnd end = TIMING_BAD;
  WorstTimed row = {.size = size};
  if (!genome) return OK;
  TRY(measure(t, &plan, size, genome, &end, &row.worst));
  if (end != TIMING_OK) return OK;
  TRY(measure_typical(t, size, &row.typical));
  vec_push(&t->ret->rows, row);
  return OK;
}

static Err find(Times *t) {
  u64 size;
  TRY(grow(t, &size));
  u32 way = t->ways.n ? t->ways.at[best_way(t)].k : 0;
  t->ret->from = t->base->size;
  for (u32 back = N_ROWS; back-- > 0;)
    if (size % (1u << back) == 0) TRY(add_row(t, size >> back, way));
  return OK;
}

/* ---- public ---------------------------------------------------------------------------------------- */

/* NULL: nothing. */
static const char *obstacle(const Times *t) {
  if (!t->base) return "no size has a worst input";
  if (t->config->recipe->outside.n || t->config->recipe->arguments.n)
    return "only inputs of a call or a harness are extended, not arguments, standard input or "
           "files";
  for (u32 i = 0; i < t->base->inputs.n; i++)
    if (t->base->inputs.at[i].n_left_out) return "the input is too long for worst.json";
  return t->base->inputs.n ? NULL : "the program has no inputs";
}

/* Rows of nothing but short runs are none. */
static void say_nothing_found(WorstReport *keeper, WorstTiming *io) {
  cleanup(text_free) Text why = {0};
  for (u32 i = 0; i < io->rows.n; i++)
    if (isfinite(io->rows.at[i].worst.seconds)) return;
  if (io->rows.n) {
    text_add(&why, "up to N=");
    text_add_count(&why, vec_last(&io->rows).size);
    text_add(&why, " a run takes less than 0.01 s, which is no evidence");
  } else {
    text_add(&why, "no native run came to its end");
  }
  vec_clear(&io->rows);
  io->why = worst_report_keep(keeper, text_c(&why));
}

static void times_done(Times *t) {
  if (t->has_call) call_done(&t->call);
  plan_done(&t->plan);
  vec_free(&t->bytes);
  vec_free(&t->ways);
  text_free(&t->test);
  tempdir_remove(&t->folder);
}

Err native_times_find(const TimesConfig *c, WorstReport *keeper, WorstTiming *ret) {
  cleanup(times_done) Times t = {.config = c, .base = c->base, .ret = ret};
  vec_clear(&ret->rows); /* the record may have others */
  ret->why = NULL;
  t.has_call = c->report->call && call_parse(c->report->call, &t.call) == OK;
  const char *why = obstacle(&t);
  if (!why && !plan_at(&t, t.base->size, &t.plan)) why = "the input is too large";
  if (why) {
    ret->why = worst_report_keep(keeper, why);
    return OK;
  }
  for (u32 i = 0; i < t.base->inputs.n; i++) {
    const Gene *g = &t.plan.genes.at[i];
    u32 n_bytes = g->n * g->width;
    vec_append(&t.bytes, t.base->inputs.at[i].bytes, n_bytes);
  }
  TRY(tempdir_make(&t.folder));
  text_addf(&t.test, "%s/times.ktest", text_c(&t.folder));
  TRY(find(&t));
  say_nothing_found(keeper, ret);
  return OK;
}

static const WorstSize *largest(const WorstReport *r) {
  for (u32 i = r->sizes.n; i-- > 0;)
    if (r->sizes.at[i].has_cost) return &r->sizes.at[i];
  return NULL;
}

static Err build_and_find(u64 limit_ns, u64 run_ns, WorstReport *io) {
  cleanup(recipe_free) Recipe recipe = {0};
  cleanup(replay_done) Replay replay = {0};
  u64 deadline_ns = clock_after(limit_ns);
  recipe_copy(&io->recipe, &recipe);
  TRY(replay_build(&recipe, REPLAY_PLAIN, recipe.files.at[0], limit_ns, false, &replay));
  TimesConfig config = {.report = io,
                        .base = largest(io),
                        .recipe = &recipe,
                        .replay = &replay,
                        .run_ns = run_ns,
                        .deadline_ns = deadline_ns,
                        .seed = io->seed};
  return native_times_find(&config, io, &io->times);
}

void native_times_add(u64 limit_ns, u64 run_ns, WorstReport *io) {
  io->has_times = true;
  if (build_and_find(limit_ns, run_ns, io) != OK) io->times.why = worst_report_keep(io, err_text());
}
