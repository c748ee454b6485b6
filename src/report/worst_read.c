/* worst_read.c — reads worst.json back.
 *
 * Only what the page cannot do without must be there: the program, and the size of each entry.
 * Older and foreign files are welcome, members of the wrong type are not.
 */
#include "report/report_impl.h"

#include <math.h>

typedef struct WorstReader {
  const char *path; /* borrowed */
  WorstReport *to;  /* borrowed */
  Text where;       /* owned; the file, and which size of it */
} WorstReader;

static void reader_done(WorstReader *r) {
  text_free(&r->where);
}

/* A text that outlives the JSON. */
static Err keep_text(WorstReader *r, const json_t *object, const char *key, const char **ret) {
  const char *text = NULL;
  TRY(take_text(text_c(&r->where), object, key, &text));
  if (text) *ret = worst_report_keep(r->to, text);
  return OK;
}

static Err number(WorstReader *r, const json_t *object, const char *key, u64 *ret) {
  return take_number(text_c(&r->where), object, key, ret);
}

static Err number_u32(WorstReader *r, const json_t *object, const char *key, u32 *ret) {
  u64 n = *ret;
  TRY(number(r, object, key, &n));
  if (n > UINT32_MAX) return err_set(ERR_INPUT, "%s: '%s' is too large", text_c(&r->where), key);
  *ret = (u32)n;
  return OK;
}

static Err list(WorstReader *r, const json_t *object, const char *key, const json_t **ret) {
  return take_list(text_c(&r->where), object, key, ret);
}

/* A list of exactly n counts: a row of "strip" or "counts".  Of a strip, a side may be negative: a
 * value of 64 bits. */
static Err row(WorstReader *r, const json_t *list, const char *key, u32 n, u64 *ret) {
  enum { SIDE = 1, N_STRIP = 3 };
  bool fits = json_is_array(list) && json_array_size(list) == n;
  for (u32 i = 0; fits && i < n; i++) {
    const json_t *value = json_array_get(list, i);
    fits =
        json_is_integer(value) && (json_integer_value(value) >= 0 || (n == N_STRIP && i == SIDE));
    ret[i] = (u64)json_integer_value(value);
  }
  if (fits) return OK;
  return err_set(ERR_INPUT, "%s: '%s' has a row that is not %u counts", text_c(&r->where), key, n);
}

/* ---- parts of a size ------------------------------------------------------------------------- */

static Err read_verdict(WorstReader *r, const json_t *object, const char *key, RunVerdict *ret) {
  bool flag = false;
  TRY(take_flag(text_c(&r->where), object, key, &flag));
  if (json_is_boolean(json_object_get(object, key)))
    *ret = flag ? VERDICT_CONFIRMED : VERDICT_NOT_SEEN;
  return OK;
}

static Err read_verified(WorstReader *r, const json_t *v, WorstVerified *ret) {
  TRY(read_verdict(r, v, "vm", &ret->vm));
  TRY(read_verdict(r, v, "native", &ret->native));
  TRY(number(r, v, "vm_cost", &ret->vm_cost));
  TRY(number(r, v, "native_cost", &ret->native_cost));
  ret->has_vm_cost = json_is_integer(json_object_get(v, "vm_cost"));
  ret->has_native_cost = json_is_integer(json_object_get(v, "native_cost"));
  return keep_text(r, v, "native_how", &ret->native_how);
}

static Err read_paths(WorstReader *r, const json_t *paths, WorstSize *s) {
  TRY(number(r, paths, "feasible", &s->n_feasible));
  TRY(number(r, paths, "infeasible", &s->n_infeasible));
  TRY(number(r, paths, "error", &s->n_error));
  return number(r, paths, "unfinished", &s->n_unfinished);
}

/* Whatever names there are. */
static Err read_figures(WorstReader *r, const json_t *size, bool times, WorstSize *s) {
  json_t *all = json_object_get(size, times ? "phases" : "counts");
  const char *name;
  json_t *unused;
  json_object_foreach(all, name, unused) {
    (void)unused;
    u64 n = 0;
    WorstFigure f = {.name = worst_report_keep(r->to, name), .is_time = times};
    if (times) {
      TRY(take_real(text_c(&r->where), all, name, &f.value));
    } else {
      TRY(number(r, all, name, &n));
      f.value = (double)n;
    }
    f.words = f.name;
    vec_push(&s->figures, f);
  }
  return OK;
}

static Err read_inputs(WorstReader *r, const json_t *size, WorstSize *s) {
  const json_t *shapes = NULL, *values = json_object_get(size, "input");
  cleanup(json_free) json_t *taken = json_object();
  TRY(list(r, size, "shapes", &shapes));
  for (size_t i = 0; i < json_array_size(shapes); i++) {
    vec_push(&s->inputs, ((WorstInput){0}));
    WorstInput *in = &vec_last(&s->inputs);
    TRY(take_shape(text_c(&r->where), json_array_get(shapes, i), in));
    in->name = worst_report_keep(r->to, in->name);
    for (u32 k = 0; k < in->fields.n; k++)
      in->fields.at[k].name = worst_report_keep(r->to, in->fields.at[k].name);
    cleanup(text_free) Text key = {0};
    input_key(taken, in->name, &key);
    json_object_set_new(taken, text_c(&key), json_true());
    TRY(take_input(text_c(&r->where), values, text_c(&key), in));
  }
  return OK;
}

static Err read_sites(WorstReader *r, const json_t *size, WorstSize *s) {
  const json_t *all = NULL;
  TRY(list(r, size, "sites", &all));
  for (size_t i = 0; i < json_array_size(all); i++) {
    const json_t *from = json_array_get(all, i);
    WorstSite site = {.place = {.fn = "", .file = ""}, .kind = ""};
    TRY(keep_text(r, from, "function", &site.place.fn));
    TRY(keep_text(r, from, "file", &site.place.file));
    TRY(number_u32(r, from, "line", &site.place.line));
    TRY(number_u32(r, from, "column", &site.place.column));
    TRY(keep_text(r, from, "kind", &site.kind));
    vec_push(&s->sites, site);
  }
  return OK;
}

static Err read_strip(WorstReader *r, const json_t *size, WorstSize *s) {
  const json_t *all = NULL;
  u64 left = INT64_MAX;
  TRY(list(r, size, "strip", &all));
  for (size_t i = 0; i < json_array_size(all); i++) {
    u64 n[3];
    TRY(row(r, json_array_get(all, i), "strip", 3, n));
    if (n[2] > left)
      return err_set(ERR_INPUT, "%s: 'strip' has too many decisions", text_c(&r->where));
    left -= n[2];
    if (n[0] >= s->sites.n)
      return err_set(ERR_INPUT, "%s: 'strip' names a site that is not there", text_c(&r->where));
    vec_push(&s->strip, ((WorstStep){(u32)n[0], n[1], n[2]}));
  }
  return OK;
}

static Err read_history(WorstReader *r, const json_t *size, WorstSize *s) {
  const json_t *all = NULL;
  TRY(list(r, size, "history", &all));
  for (size_t i = 0; i < json_array_size(all); i++) {
    const json_t *from = json_array_get(all, i);
    WorstMoment m = {.strategy = ""};
    TRY(number(r, from, "cost", &m.cost));
    TRY(number(r, from, "paths", &m.paths));
    TRY(take_real(text_c(&r->where), from, "seconds", &m.seconds));
    TRY(keep_text(r, from, "strategy", &m.strategy));
    vec_push(&s->history, m);
  }
  return OK;
}

static Err read_sample(WorstReader *r, const json_t *from, WorstSample *ret) {
  enum { PATHS, SECONDS, COUNT, SUM, MAX_COST, LAST, N_COLUMNS };
  bool fits = json_array_size(from) == N_COLUMNS;
  for (u32 i = 0; fits && i < N_COLUMNS; i++) {
    const json_t *value = json_array_get(from, i);
    bool is_real = i == SECONDS;
    fits = (is_real ? json_is_number(value) : json_is_integer(value)) &&
           json_number_value(value) >= (i == COUNT);
  }
  if (!fits)
    return err_set(ERR_INPUT, "%s: 'samples' has a row that is not %d numbers", text_c(&r->where),
                   N_COLUMNS);
  *ret = (WorstSample){.paths = (u64)json_integer_value(json_array_get(from, PATHS)),
                       .seconds = json_number_value(json_array_get(from, SECONDS)),
                       .n = (u64)json_integer_value(json_array_get(from, COUNT)),
                       .sum = (u64)json_integer_value(json_array_get(from, SUM)),
                       .max = (u64)json_integer_value(json_array_get(from, MAX_COST)),
                       .last = (u64)json_integer_value(json_array_get(from, LAST))};
  return OK;
}

static Err read_series(WorstReader *r, const json_t *size, WorstSize *s) {
  const json_t *all = NULL, *samples = NULL;
  TRY(list(r, size, "series", &all));
  for (size_t i = 0; i < json_array_size(all); i++) {
    const json_t *from = json_array_get(all, i);
    vec_push(&s->series, ((WorstSeries){.strategy = ""}));
    WorstSeries *to = &vec_last(&s->series);
    TRY(keep_text(r, from, "strategy", &to->strategy));
    TRY(take_flag(text_c(&r->where), from, "policy", &to->is_policy));
    TRY(list(r, from, "samples", &samples));
    for (size_t k = 0; k < json_array_size(samples); k++) {
      WorstSample sample = {0};
      TRY(read_sample(r, json_array_get(samples, k), &sample));
      vec_push(&to->at, sample);
    }
  }
  return OK;
}

static Err read_lines(WorstReader *r, const json_t *size, WorstSize *s) {
  const json_t *all = NULL;
  TRY(list(r, size, "lines", &all));
  for (size_t i = 0; i < json_array_size(all); i++) {
    vec_push(&s->lines, ((WorstFile){.file = ""}));
    WorstFile *f = &vec_last(&s->lines);
    const json_t *counts = NULL;
    TRY(keep_text(r, json_array_get(all, i), "file", &f->file));
    TRY(list(r, json_array_get(all, i), "counts", &counts));
    for (size_t k = 0; k < json_array_size(counts); k++) {
      u64 n[2];
      TRY(row(r, json_array_get(counts, k), "counts", 2, n));
      vec_push(&f->counts, ((WorstLine){(u32)MIN(n[0], UINT32_MAX), n[1]}));
    }
  }
  return OK;
}

static Err read_ledger(WorstReader *r, const json_t *size, WorstSize *s) {
  const json_t *all = NULL;
  TRY(list(r, size, "ledger", &all));
  for (size_t i = 0; i < json_array_size(all); i++) {
    ReportCount c = {.name = "", .meaning = ""};
    TRY(keep_text(r, json_array_get(all, i), "reason", &c.name));
    TRY(keep_text(r, json_array_get(all, i), "meaning", &c.meaning));
    TRY(number(r, json_array_get(all, i), "n", &c.n));
    vec_push(&s->ledger, c);
  }
  return OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static Err read_size_parts(WorstReader *r, const json_t *size, WorstSize *s) {
  TRY(read_verified(r, json_object_get(size, "verified"), &s->verified));
  TRY(read_paths(r, json_object_get(size, "paths"), s));
  TRY(read_figures(r, size, true, s));
  TRY(read_figures(r, size, false, s));
  TRY(read_inputs(r, size, s));
  TRY(read_sites(r, size, s));
  TRY(read_strip(r, size, s));
  TRY(read_history(r, size, s));
  TRY(read_series(r, size, s));
  TRY(read_lines(r, size, s));
  return read_ledger(r, size, s);
}

static Err read_typical(WorstReader *r, const json_t *size, WorstTypical *ret) {
  const json_t *from = json_object_get(size, "typical");
  if (!json_is_object(from)) return OK;
  TRY(number(r, from, "inputs", &ret->n));
  TRY(number(r, from, "median", &ret->median));
  return number(r, from, "high", &ret->high);
}

static Err read_size(WorstReader *r, const json_t *size) {
  vec_push(&r->to->sizes, ((WorstSize){0}));
  WorstSize *s = &vec_last(&r->to->sizes);
  if (!json_is_integer(json_object_get(size, "size")))
    return err_set(ERR_INPUT, "%s: 'size' is missing or no count", text_c(&r->where));
  TRY(number(r, size, "size", &s->size));
  TRY(number(r, size, "cost", &s->cost));
  s->has_cost = json_is_integer(json_object_get(size, "cost"));
  TRY(number(r, size, "instructions", &s->instructions));
  TRY(take_flag(text_c(&r->where), size, "proven", &s->proven));
  TRY(take_flag(text_c(&r->where), size, "whole", &s->whole));
  TRY(take_flag(text_c(&r->where), size, "unbounded", &s->unbounded));
  TRY(take_flag(text_c(&r->where), size, "predicted", &s->predicted));
  TRY(keep_text(r, size, "how", &s->how));
  TRY(keep_text(r, size, "why", &s->why));
  TRY(read_typical(r, size, &s->typical));
  TRY(number(r, size, "queries", &s->n_queries));
  TRY(take_real(text_c(&r->where), size, "seconds", &s->seconds));
  TRY(keep_text(r, size, "test", &s->test));
  TRY(keep_text(r, size, "path", &s->path));
  TRY(keep_text(r, size, "decisions", &s->decisions));
  return read_size_parts(r, size, s);
}

static Err read_sizes(WorstReader *r, const json_t *root) {
  const json_t *sizes = NULL;
  TRY(list(r, root, "sizes", &sizes));
  if (!sizes) return err_set(ERR_INPUT, "%s: 'sizes' is missing", r->path);
  for (size_t i = 0; i < json_array_size(sizes); i++) {
    text_clear(&r->where);
    text_addf(&r->where, "%s: sizes[%zu]", r->path, i);
    TRY(read_size(r, json_array_get(sizes, i)));
  }
  return OK;
}

static Err read_points(WorstReader *r, const json_t *growth, const char *key, WorstPointVec *ret) {
  const json_t *points = NULL;
  TRY(list(r, growth, key, &points));
  for (size_t i = 0; i < json_array_size(points); i++) {
    const json_t *at = json_array_get(points, i);
    const json_t *size = json_array_get(at, 0), *cost = json_array_get(at, 1);
    if (!json_is_number(size) || !json_is_number(cost))
      return err_set(ERR_INPUT, "%s: '%s' has a row that is not 2 numbers", r->path, key);
    vec_push(ret, ((WorstPoint){json_number_value(size), json_number_value(cost)}));
  }
  return OK;
}

static Err read_texts(WorstReader *r, const json_t *root, const char *key, WorstTexts *to) {
  const json_t *all = NULL;
  TRY(list(r, root, key, &all));
  for (size_t i = 0; i < json_array_size(all); i++) {
    const char *text = json_string_value(json_array_get(all, i));
    if (!text) return err_set(ERR_INPUT, "%s: '%s' has a row that is no text", r->path, key);
    vec_push(to, worst_report_keep(r->to, text));
  }
  return OK;
}

static Err read_checked(WorstReader *r, const json_t *growth) {
  const json_t *checked = NULL;
  TRY(list(r, growth, "checked", &checked));
  for (size_t i = 0; i < json_array_size(checked); i++) {
    const json_t *from = json_array_get(checked, i);
    WorstChecked c = {.predicted = ""};
    TRY(number(r, from, "size", &c.size));
    TRY(keep_text(r, from, "predicted", &c.predicted));
    TRY(number(r, from, "found", &c.found));
    TRY(take_flag(text_c(&r->where), from, "met", &c.met));
    vec_push(&r->to->growth.checked, c);
  }
  return OK;
}

static Err read_trend(WorstReader *r, const json_t *growth) {
  const json_t *from = json_object_get(growth, "trend"), *sizes = NULL, *ratios = NULL;
  WorstTrend *t = &r->to->growth.trend;
  t->exponent = NAN;
  if (!json_is_object(from)) return OK;
  TRY(keep_text(r, from, "kind", &t->kind));
  TRY(keep_text(r, from, "class", &t->class_name));
  TRY(take_real(text_c(&r->where), from, "exponent", &t->exponent));
  TRY(number(r, from, "start_up", &t->start_up));
  TRY(list(r, from, "sizes", &sizes));
  TRY(list(r, from, "ratios", &ratios));
  for (size_t i = 0; i < json_array_size(sizes); i++)
    vec_push(&t->sizes, (u64)json_integer_value(json_array_get(sizes, i)));
  for (size_t i = 0; i < json_array_size(ratios); i++)
    vec_push(&t->ratios, json_number_value(json_array_get(ratios, i)));
  return OK;
}

static Err read_growth(WorstReader *r, const json_t *root) {
  const json_t *from = json_object_get(root, "growth");
  if (!json_is_object(from)) return OK;
  WorstGrowth *g = &r->to->growth;
  r->to->has_growth = true;
  g->coefficient = NAN;
  TRY(keep_text(r, from, "kind", &g->kind));
  TRY(keep_text(r, from, "exact", &g->exact));
  TRY(keep_text(r, from, "at_least", &g->at_least));
  TRY(keep_text(r, from, "class", &g->class_name));
  g->has_from = json_object_get(from, "from") != NULL;
  TRY(number(r, from, "from", &g->from));
  TRY(number(r, from, "sizes", &g->n_sizes));
  TRY(number(r, from, "proven", &g->n_proven));
  TRY(number(r, from, "spare", &g->n_spare));
  TRY(take_real(text_c(&r->where), from, "coefficient", &g->coefficient));
  TRY(read_trend(r, from));
  TRY(keep_text(r, from, "text", &g->text));
  TRY(read_checked(r, from));
  TRY(read_points(r, from, "learned", &g->learned));
  return read_points(r, from, "curve", &g->curve);
}

/* Without, the files that were compiled are the user's. */
static Err read_sources(WorstReader *r, const json_t *root) {
  WorstReport *to = r->to;
  if (json_object_get(root, "sources")) return read_texts(r, root, "sources", &to->sources);
  for (u32 i = 0; i < to->recipe.files.n; i++)
    vec_push(&to->sources, worst_report_keep(to, to->recipe.files.at[i]));
  return OK;
}

/* What the page shows of them. */
static Err read_error(WorstReader *r, const json_t *from, ReportErrorVec *to) {
  const char *where = text_c(&r->where), *text = "", *test = "", *how = NULL;
  const json_t *native = json_object_get(from, "native");
  ReportError e = {.kind = "", .meaning = "", .place = {.fn = "", .file = ""}};
  u64 line = 0;
  bool is_confirmed = false;
  TRY(take_text(where, from, "text", &text));
  TRY(take_text(where, from, "test", &test));
  TRY(keep_text(r, from, "kind", &e.kind));
  TRY(keep_text(r, from, "meaning", &e.meaning));
  TRY(keep_text(r, from, "function", &e.place.fn));
  TRY(keep_text(r, from, "file", &e.place.file));
  TRY(number(r, from, "line", &line));
  TRY(number(r, from, "size", &e.size));
  TRY(number(r, from, "paths", &e.n_paths));
  e.place.line = (u32)line;
  if (json_is_object(native)) {
    TRY(take_text(where, native, "how", &how));
    TRY(take_flag(where, native, "confirmed", &is_confirmed));
    bool is_known = json_is_boolean(json_object_get(native, "confirmed"));
    e.native = !is_known ? VERDICT_UNKNOWN : is_confirmed ? VERDICT_CONFIRMED : VERDICT_NOT_SEEN;
  }
  e.text = text_dup(text);
  e.test = text_dup(test);
  if (how) e.native_how = text_dup(how);
  vec_push(to, e);
  return OK;
}

static Err read_errors(WorstReader *r, const json_t *root, const char *key, ReportErrorVec *to) {
  const json_t *all = NULL;
  TRY(list(r, root, key, &all));
  for (size_t i = 0; all && i < json_array_size(all); i++)
    TRY(read_error(r, json_array_get(all, i), to));
  return OK;
}

static Err read_report(WorstReader *r, const json_t *root) {
  WorstReport *to = r->to;
  TRY(take_recipe(r->path, json_object_get(root, "program"), &to->recipe));
  TRY(read_sources(r, root));
  TRY(keep_text(r, root, "call", &to->call));
  TRY(keep_text(r, root, "function", &to->function));
  TRY(keep_text(r, root, "strategy", &to->strategy));
  TRY(keep_text(r, root, "metric", &to->metric));
  TRY(keep_text(r, root, "unit", &to->unit));
  TRY(number(r, root, "seed", &to->seed));
  TRY(keep_text(r, root, "out", &to->out));
  TRY(keep_text(r, root, "command", &to->command));
  TRY(keep_text(r, root, "sandbox", &to->sandbox));
  TRY(keep_text(r, root, "version", &to->version));
  TRY(take_real(r->path, root, "seconds", &to->seconds));
  TRY(keep_text(r, root, "limit", &to->limit));
  TRY(read_growth(r, root));
  TRY(read_errors(r, root, "errors", &to->errors));
  TRY(read_errors(r, root, "warnings", &to->warnings));
  TRY(read_texts(r, root, "said", &to->said));
  TRY(read_texts(r, root, "tried", &to->tried));
  return read_sizes(r, root);
}

/* ---- public ---------------------------------------------------------------------------------- */

Err worst_report_read(const char *path, WorstReport *ret) {
  cleanup(json_free) json_t *root = NULL;
  TRY(json_read(path, &root));
  cleanup(worst_report_done) WorstReport to = {0};
  cleanup(reader_done) WorstReader r = {.path = path, .to = &to};
  text_add(&r.where, path);
  TRY(read_report(&r, root));
  *ret = to;
  to = (WorstReport){0};
  return OK;
}
