/* predict.c — fits each predictor to the samples of one selector after the other, tries what it
 * predicts, and judges it by the cost that the small sizes promise. */
#include "predict/predict.h"

/* A law is printed in about so many characters. */
enum { MAX_WORDS = 240 };

const char generator_name[] = "generator.c";
const StatInfo stat_building = {"building", "building models", STAT_NS};
const StatInfo stat_predicting = {"predicting", "predicting", STAT_NS};
const StatInfo stat_solving = {"solving", "solving", STAT_NS};

/* ---- fitting ----------------------------------------------------------------------------------------- */

static bool is_wanted(Search *h, const PredictorRow *row) {
  const PredictorRow *wanted = predictor_wanted(search_options(h, &predictor_options));
  return !wanted || wanted == row;
}

static Fitted *fitted_by(const Predictions *x, const PredictorRow *row) {
  for (u32 i = 0; i < x->fitted.n; i++)
    if (x->fitted.at[i].row == row) return &x->fitted.at[i];
  return NULL;
}

/* Lines joined, whole ones only, as far as they fit; and how many did not. */
static void add_joined(const Text *lines, Text *to) {
  u32 n_left = 0;
  size_t begin = to->n;
  for (const char *at = text_c(lines); *at;) {
    size_t n = strcspn(at, "\n");
    bool fits = !n_left && (to->n == begin || to->n - begin + n <= MAX_WORDS);
    if (fits) {
      if (to->n > begin) text_add(to, "; ");
      text_add_n(to, at, n);
    }
    n_left += !fits;
    at += n + (at[n] == '\n');
  }
  if (n_left) text_addf(to, "; and %u more", n_left);
}

static void fit(Search *h, Predictions *x, const PredictorRow *row, const Selector *selector,
                const SampleVec *samples, Text *io_why) {
  Fitted f = {.row = row, .self = mem_new(row->ops->n_bytes)};
  cleanup(text_free) Text why = {0};
  if (row->ops->fit(h, samples, f.self, &why)) {
    cleanup(text_free) Text lines = {0}, words = {0};
    row->ops->print(f.self, &lines);
    add_joined(&lines, &words);
    vec_push(&x->fitted, f);
    search_say(h, "model of %s, from %u sizes by %s: %s", row->name, samples->n, selector->name,
               text_c(&words));
    return;
  }
  if (!io_why->n) text_add(io_why, text_c(&why));
  row->ops->done(f.self);
  mem_free(f.self);
}

/* The reasons of the first selector stand for all. */
static void say_missing(Search *h, const Predictions *x, const Text *whys) {
  for (u32 k = 0; k < n_predictors; k++)
    if (is_wanted(h, &predictors[k]) && !fitted_by(x, &predictors[k]))
      search_note_failed(h, "no model of %s: %s", predictors[k].name,
                         whys[k].n ? text_c(&whys[k]) : "no worst paths that resemble each other");
}

Err predictions_fit(Search *h, const TrainingSizeVec *training, Predictions *x) {
  Text *whys = mem_new(n_predictors * sizeof *whys);
  Err err = OK;
  training_growth(training, &x->growth);
  for (u32 i = 0; i < n_selectors && err == OK; i++) {
    SampleVec samples = {0};
    err = samples_select(h, training, &x->growth, &selectors[i], &samples);
    if (err == OK && !x->growth.exact) samples_growth(&samples, &x->growth);
    for (u32 k = 0; k < n_predictors && err == OK && samples.n; k++)
      if (is_wanted(h, &predictors[k]) && !fitted_by(x, &predictors[k]))
        fit(h, x, &predictors[k], &selectors[i], &samples, &whys[k]);
    samples_done(&samples);
  }
  if (err == OK) say_missing(h, x, whys);
  for (u32 k = 0; k < n_predictors; k++) text_free(&whys[k]);
  mem_free(whys);
  return err;
}

/* Is the best what was predicted?  Says it. */
static bool judge(SizeSearch *t, const u64 *predicted, const Fitted *f, bool is_better, Text *why) {
  unsigned long long found = t->best.cost;
  if (why->n) return false;
  if (!is_better) {
    text_addf(why, "it costs no more than %llu, which was found before", found);
    return false;
  }
  if (predicted && found != *predicted) {
    text_addf(why, "it costs %llu, and %llu were predicted", found, (unsigned long long)*predicted);
    return false;
  }
  size_search_say(t, "predicted by a model of %s%s", f->row->name,
                  t->best.is_predicted
                      ? ", with a cost that is predicted and too high for a run with symbols"
                  : predicted ? ", at the cost that the small sizes predict"
                              : "");
  return true;
}

/* What a predictor says is tried.  All time but that of the solver and of the run is prediction: one
 * of decisions makes the path condition by following them. */
static Err apply(SizeSearch *t, const Fitted *f, const u64 *cost, Text *why) {
  const Solver *solver = t->search->config.solver;
  SolverStats before = solver_stats(solver);
  u64 ns = t->ns, try_ns = t->try_ns, n_queries = t->n_queries;
  u64 begin = t->begin_ns = clock_ns();
  size_search_phase(t, f->row->origin);
  Err err = f->row->ops->apply(t, f->self, cost, why);
  SolverStats after = solver_stats(solver);
  assert(clock_ns() >= begin && after.solve_ns >= before.solve_ns && t->try_ns >= try_ns);
  u64 spent = clock_ns() - begin, solving = after.solve_ns - before.solve_ns;
  t->ns = ns + spent;
  t->n_queries = n_queries + (after.n_questions - before.n_questions);
  stat_add(&t->stats, &stat_predicting, spent - solving - (t->try_ns - try_ns));
  stat_add(&t->stats, &stat_solving, solving);
  return err;
}

/* Of the first predictor that has one, as long as nothing speaks against it. */
static void write_generator(Search *h, const Fitted *f) {
  if (!f->row->ops->write_c) return;
  Text *generator = search_product(h, generator_name);
  text_clear(generator);
  if (!f->is_refuted) f->row->ops->write_c(f->self, generator);
}

Err predictions_try(SizeSearch *t, Predictions *x, bool *ret_held) {
  *ret_held = false;
  stat_add(&t->stats, &stat_building, x->building_ns);
  stat_add(&t->stats, &stat_predicting, 0);
  stat_add(&t->stats, &stat_solving, 0);
  for (u32 k = 0; k < n_predictors && !*ret_held; k++) {
    Fitted *f = fitted_by(x, &predictors[k]);
    if (!f) continue;
    cleanup(text_free) Text why = {0};
    u64 cost;
    const u64 *predicted = growth_value(&x->growth, (i64)t->size, &cost) ? &cost : NULL;
    u32 n_better = t->n_better;
    TRY(apply(t, f, predicted, &why));
    *ret_held = judge(t, predicted, f, t->n_better > n_better, &why);
    f->is_refuted |= !*ret_held;
    write_generator(t->search, f);
    if (!*ret_held)
      search_note_failed(t->search, "N=%llu, model of %s: %s", (unsigned long long)t->size,
                         f->row->name, text_c(&why));
  }
  return OK;
}

void predictions_done(Predictions *x) {
  for (u32 i = 0; i < x->fitted.n; i++) {
    x->fitted.at[i].row->ops->done(x->fitted.at[i].self);
    mem_free(x->fitted.at[i].self);
  }
  vec_free(&x->fitted);
  growth_done(&x->growth);
}
