/* predict_inputs.c — the worst input itself, predicted at any size (laws/input_law.h).
 *
 * The inputs of the samples are the canonical smallest ones of their paths.  If these follow no
 * rule, and the program has one array of N numbers, known patterns are tried for it: a pattern
 * that costs as much as the samples at all their sizes is a law, too.
 */
#include "predict/predictor.h"

#include "call/call.h"
#include "laws/input_law.h"
#include "search/time_parts.h"
#include "search/witness_run.h"

#include <ctype.h>
#include <string.h>

static const u64 max_elements = 1 << 24;
/* A run with symbols takes time.  Where a formula gives a cost above this, one with numbers is enough. */
static const u64 max_seen_cost = 1 << 23;
/* Where there is none the input is run in any case, and its decisions are not kept above this size:
 * there may be many. */
static const u64 max_kept_size = 1 << 16;

typedef struct OneInput {
  char *name; /* owned */
  bool is_signed;
  u32 element_bytes;
  u32 n_sizes;  /* dimensions; 0: a number */
  InputLaw law; /* owned, once fitted */
  bool is_fitted;
} OneInput;

typedef struct InputsPredictor {
  VEC(OneInput) inputs; /* owned; in the order in which the program makes them */
} InputsPredictor;

/* ---- bytes and numbers --------------------------------------------------------------------------------- */

static i64 element_get(const OneInput *in, const u8 *bytes, u64 at) {
  assert(bytes);
  u64 value = 0;
  u32 n = in->element_bytes, unused = 64 - 8 * n;
  for (u32 b = 0; b < n; b++) value |= (u64)bytes[at * n + b] << 8 * b;
  return in->is_signed ? (i64)(value << unused) >> unused : (i64)value;
}

/* False: the number does not fit. */
static bool element_put(const OneInput *in, u8 *bytes, u64 at, i64 value) {
  u32 n = in->element_bytes;
  for (u32 b = 0; b < n; b++) bytes[at * n + b] = (u8)((u64)value >> 8 * b);
  return element_get(in, bytes, at) == value;
}

/* A row of an array of several dimensions is a group. */
static void nest_of(const OneInput *in, const u64 *sizes, const u8 *bytes, u64 n, i64 size,
                    Nest *ret) {
  u32 depth = MAX(in->n_sizes, 1u);
  nest_init(ret, size, depth, 1);
  for (u64 at = 0; at < n; at++) {
    u64 group = n;
    for (u32 level = 1; level < depth; level++) {
      group /= sizes[level - 1];
      if (at % group == 0) nest_open(ret, level);
    }
    i64 value = element_get(in, bytes, at);
    nest_add(ret, &value);
  }
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

/* What the input of a sample is; without a CALL words, or bytes. */
typedef struct Shaped {
  u64 sizes[CALL_MAX_SIZES];
  u32 n_sizes;
  u32 element_bytes;
  bool is_signed, is_number;
} Shaped;

static void shape_of(const Search *h, u64 size, u32 index, const NamedBytes *in, Shaped *ret) {
  cleanup(shapes_done) Shapes shapes = {0};
  bool has_call =
      h->config.call && call_shapes(h->config.call, h->config.module, size, &shapes) == OK;
  if (has_call && index < shapes.all.n && shape_bytes(&shapes.all.at[index]) == in->n_bytes) {
    const Shape *s = &shapes.all.at[index];
    *ret = (Shaped){.n_sizes = s->n_sizes,
                    .element_bytes = s->element_bytes,
                    .is_signed = s->kind == SHAPE_SIGNED,
                    .is_number = s->kind != SHAPE_BYTES && s->element_bytes <= 8};
    memcpy(ret->sizes, s->sizes, s->n_sizes * sizeof *s->sizes);
    return;
  }
  u32 bytes = in->n_bytes % 4 ? 1 : 4;
  *ret = (Shaped){.sizes = {in->n_bytes / bytes},
                  .n_sizes = 1,
                  .element_bytes = bytes,
                  .is_signed = bytes == 4,
                  .is_number = true};
}

/* ---- fitting ------------------------------------------------------------------------------------------- */

static bool begin_input(const Search *h, const SampleVec *samples, u32 index, OneInput *ret,
                        Text *ret_why) {
  const Sample *last = &vec_last(samples);
  const NamedBytes *in = &last->witness.inputs.at[index];
  Shaped shape;
  shape_of(h, last->size, index, in, &shape);
  *ret = (OneInput){.name = text_dup(in->name),
                    .is_signed = shape.is_signed,
                    .element_bytes = shape.element_bytes,
                    .n_sizes = shape.n_sizes};
  if (!shape.is_number) text_addf(ret_why, "'%s' is no number", in->name);
  return shape.is_number;
}

static bool fit_canonical(const Search *h, const SampleVec *samples, u32 index, OneInput *io,
                          Text *ret_why) {
  VEC(Nest) nests = {0};
  for (u32 i = 0; i < samples->n; i++) {
    const Sample *s = &samples->at[i];
    const NamedBytes *in = &s->witness.inputs.at[index];
    Shaped shape;
    Nest nest;
    shape_of(h, s->size, index, in, &shape);
    nest_of(io, shape.sizes, in->bytes, in->n_bytes / io->element_bytes, (i64)s->size, &nest);
    vec_push(&nests, nest);
  }
  io->is_fitted = input_law_fit(nests.at, nests.n, &io->law, ret_why);
  for (u32 i = 0; i < nests.n; i++) nest_done(&nests.at[i]);
  vec_free(&nests);
  return io->is_fitted;
}

/* ---- searching ----------------------------------------------------------------------------------------- */

typedef struct Asked {
  const Search *h;
  const SampleVec *samples;
  const OneInput *input;
  Err err; /* the first */
} Asked;

static const Sample *sample_of(const SampleVec *samples, i64 size) {
  for (u32 i = 0; i < samples->n; i++)
    if ((i64)samples->at[i].size == size) return &samples->at[i];
  return NULL;
}

/* Does this array cost as much as the worst of its size? */
static bool costs_as_much(void *user, i64 size, const i64 *at, u32 n) {
  Asked *a = user;
  const Sample *s = sample_of(a->samples, size);
  Witness w = {0};
  WitnessRun run;
  vec_push(&w.inputs, ((NamedBytes){.name = text_dup(a->input->name),
                                    .n_bytes = n * a->input->element_bytes,
                                    .bytes = mem_new(MAX(n, 1u) * a->input->element_bytes)}));
  bool fits = a->err == OK;
  for (u32 i = 0; i < n && fits; i++) fits = element_put(a->input, w.inputs.at[0].bytes, i, at[i]);
  if (fits) a->err = witness_run(a->h, (u64)size, &w, &run, NULL);
  witness_done(&w);
  return fits && a->err == OK && run.stop == STOP_EXIT &&
         run.cost.n[a->h->config.cost] == s->witness.cost;
}

static bool fit_pattern(const Search *h, const SampleVec *samples, OneInput *io) {
  VEC(i64) sizes = {0};
  for (u32 i = samples->n; i-- > 0;) vec_push(&sizes, (i64)samples->at[i].size);
  Asked asked = {.h = h, .samples = samples, .input = io};
  u32 next = 0;
  io->is_fitted = input_law_search(sizes.at, sizes.n, costs_as_much, &asked, &next, &io->law);
  vec_free(&sizes);
  return io->is_fitted;
}

static bool is_one_array(const SampleVec *samples, const OneInput *in) {
  for (u32 i = 0; i < samples->n; i++) {
    const Witness *w = &samples->at[i].witness;
    if (w->inputs.n != 1 || w->inputs.at[0].n_bytes != samples->at[i].size * in->element_bytes)
      return false;
  }
  return true;
}

static bool has_same_inputs(const SampleVec *samples, Text *ret_why) {
  for (u32 i = 1; i < samples->n; i++)
    if (samples->at[i].witness.inputs.n != samples->at[0].witness.inputs.n) {
      text_add(ret_why, "the number of inputs depends on the size");
      return false;
    }
  return true;
}

static bool fit(Search *h, const SampleVec *samples, void *self, Text *ret_why) {
  InputsPredictor *m = self;
  if (!has_same_inputs(samples, ret_why)) return false;
  for (u32 i = 0; i < samples->at[0].witness.inputs.n; i++) {
    OneInput in;
    bool ok = begin_input(h, samples, i, &in, ret_why) &&
              (fit_canonical(h, samples, i, &in, ret_why) ||
               (is_one_array(samples, &in) && fit_pattern(h, samples, &in)));
    vec_push(&m->inputs, in);
    if (!ok) return false;
  }
  return true;
}

/* ---- at a size ----------------------------------------------------------------------------------------- */

static bool make_input(const OneInput *in, u64 size, NamedBytes *ret, Text *ret_why) {
  assert(!ret->bytes);
  Nest nest;
  if (!input_law_make(&in->law, (i64)size, max_elements, &nest, ret_why)) return false;
  u32 n = nest.values.n;
  *ret = (NamedBytes){.name = text_dup(in->name),
                      .n_bytes = n * in->element_bytes,
                      .bytes = mem_new(MAX(n, 1u) * in->element_bytes)};
  bool fits = true;
  for (u32 i = 0; i < n && fits; i++) fits = element_put(in, ret->bytes, i, nest.values.at[i]);
  nest_done(&nest);
  if (!fits) text_addf(ret_why, "a number of '%s' does not fit its type", in->name);
  return fits;
}

/* A name of C that no other input has: what is no letter or digit is a line, and of inputs that
 * would then have one name the later ones have their number. */
static void add_c_name(const InputsPredictor *m, u32 index, Text *to) {
  const char *name = m->inputs.at[index].name;
  for (const char *c = name; *c; c++) text_add_char(to, isalnum((u8)*c) ? *c : '_');
  for (u32 i = 0; i < m->inputs.n; i++)
    if (i != index && !strcmp(m->inputs.at[i].name, name)) {
      text_addf(to, "_%u", index + 1);
      return;
    }
}

/* For people who want the input of another size: each input has a function of its own. */
static void write_c(const void *self, Text *to) {
  const InputsPredictor *m = self;
  for (u32 i = 0; i < m->inputs.n; i++) {
    cleanup(text_free) Text name = {0};
    add_c_name(m, i, &name);
    text_addf(to, "/* The input '%s'. */\n#define generate generate_%s\n#define build build_%s\n",
              m->inputs.at[i].name, text_c(&name), text_c(&name));
    input_law_write_c(&m->inputs.at[i].law, to);
    text_add(to, "#undef generate\n#undef build\n");
  }
}

/* Of a cost that is high, if it is what the formula says: that is believed only if the run has no time to end.
 * Conditions on symbols are not counted here, but there are not more of them than instructions. */
static Err try_costly(SizeSearch *t, Witness *w, u64 cost, Stop *ret_stop) {
  enum { MAX_SECONDS = 10 };
  bool needs_symbols = t->search->config.cost == COST_BRANCHES;
  u64 begin = clock_ns(), most_ns = MAX_SECONDS * NS_PER_S,
      ns = MIN(clock_left(t->budget.deadline_ns) / PART_COSTLY_RUN, most_ns);
  cleanup(deadline_restore) DeadlineScope scope = deadline_narrow(&t->budget, clock_after(ns));
  WitnessRun run;
  TRY(witness_run_plain(t->search, &t->budget, t->size, w, &run));
  t->try_ns += clock_ns() - begin;
  bool has_ended = run.stop != STOP_BUDGET;
  if (has_ended && run.cost.n[COST_WORK] <= max_seen_cost)
    return size_search_try(t, w, true, ret_stop);
  if (!has_ended || (needs_symbols && run.cost.n[COST_WORK] >= cost))
    size_search_believe(t, w, cost);
  else if (run.stop == STOP_EXIT && !needs_symbols)
    size_search_admit(t, w, &run.cost);
  else
    *ret_stop = run.stop;
  return OK;
}

static Err apply(SizeSearch *t, void *self, const u64 *cost, Text *ret_why) {
  const InputsPredictor *m = self;
  Witness w = {0};
  bool ok = true;
  for (u32 i = 0; i < m->inputs.n && ok; i++) {
    NamedBytes in = {0};
    ok = make_input(&m->inputs.at[i], t->size, &in, ret_why);
    vec_push(&w.inputs, in);
  }
  Stop stop = STOP_EXIT;
  Err err = OK;
  if (ok && cost && *cost > max_seen_cost)
    err = try_costly(t, &w, *cost, &stop);
  else if (ok)
    err = size_search_try(t, &w, cost || t->size <= max_kept_size, &stop);
  witness_done(&w);
  if (stop != STOP_EXIT) text_add(ret_why, stop_infos[stop].meaning);
  return err;
}

static void print(const void *self, Text *ret) {
  const InputsPredictor *m = self;
  for (u32 i = 0; i < m->inputs.n; i++) {
    text_addf(ret, "%s%s: ", i ? "; " : "", m->inputs.at[i].name);
    input_law_print(&m->inputs.at[i].law, ret);
  }
}

static void done(void *self) {
  InputsPredictor *m = self;
  for (u32 i = 0; i < m->inputs.n; i++) {
    mem_free(m->inputs.at[i].name);
    if (m->inputs.at[i].is_fitted) input_law_done(&m->inputs.at[i].law);
  }
  vec_free(&m->inputs);
}

const PredictorOps predictor_inputs = {.n_bytes = sizeof(InputsPredictor),
                                       .fit = fit,
                                       .apply = apply,
                                       .print = print,
                                       .write_c = write_c,
                                       .done = done};
