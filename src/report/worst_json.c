/* worst_json.c — writes worst.json; the members are described in docs/report.md.
 *
 * Each member and each size has one line, so that people can look into the file although an input
 * may have a hundred thousand values.
 */
#include "report/report_impl.h"

#include <math.h>

static json_t *verdict_json(RunVerdict v) {
  return v == VERDICT_CONFIRMED ? json_true() : v == VERDICT_NOT_SEEN ? json_false() : json_null();
}

static json_t *number_or_null(bool has, u64 n) {
  return has ? json_integer((json_int_t)n) : json_null();
}

static json_t *verified_json(const WorstVerified *v) {
  json_t *all = json_object();
  json_object_set_new(all, "vm", verdict_json(v->vm));
  json_object_set_new(all, "native", verdict_json(v->native));
  json_object_set_new(all, "vm_cost", number_or_null(v->has_vm_cost, v->vm_cost));
  json_object_set_new(all, "native_cost", number_or_null(v->has_native_cost, v->native_cost));
  set_text(all, "native_how", v->native_how);
  return all;
}

static json_t *paths_json(const WorstSize *s) {
  json_t *paths = json_object();
  set_number(paths, "feasible", s->n_feasible);
  set_number(paths, "infeasible", s->n_infeasible);
  set_number(paths, "error", s->n_error);
  set_number(paths, "unfinished", s->n_unfinished);
  return paths;
}

/* Null if there are none of this kind. */
static json_t *figures_json(const WorstSize *s, bool times) {
  json_t *all = json_object();
  for (u32 i = 0; i < s->figures.n; i++) {
    const WorstFigure *f = &s->figures.at[i];
    if (f->is_time != times) continue;
    if (times)
      set_real(all, f->name, f->value);
    else
      set_number(all, f->name, (u64)f->value);
  }
  if (json_object_size(all)) return all;
  json_decref(all);
  return json_null();
}

static void set_inputs(json_t *size, const WorstSize *s) {
  json_t *values = json_object(), *shapes = json_array();
  for (u32 i = 0; i < s->inputs.n; i++) {
    const WorstInput *in = &s->inputs.at[i];
    cleanup(text_free) Text key = {0};
    input_key(values, in->name, &key);
    json_object_set_new(values, text_c(&key), json_of_input(in));
    json_array_append_new(shapes, json_of_shape(in));
  }
  json_object_set_new(size, "input", values);
  json_object_set_new(size, "shapes", shapes);
}

static json_t *sites_json(const WorstSize *s) {
  json_t *all = json_array();
  for (u32 i = 0; i < s->sites.n; i++) {
    const WorstSite *at = &s->sites.at[i];
    json_t *site = json_object();
    set_place(site, &at->place);
    set_text(site, "kind", at->kind);
    json_array_append_new(all, site);
  }
  return all;
}

static json_t *numbers_json(u32 n, const u64 *numbers) {
  json_t *all = json_array();
  for (u32 i = 0; i < n; i++) json_array_append_new(all, json_integer((json_int_t)numbers[i]));
  return all;
}

static json_t *strip_json(const WorstSize *s) {
  json_t *all = json_array();
  for (u32 i = 0; i < s->strip.n; i++) {
    const WorstStep *step = &s->strip.at[i];
    json_array_append_new(all, numbers_json(3, (u64[]){step->site, step->side, step->count}));
  }
  return all;
}

static json_t *history_json(const WorstSize *s) {
  json_t *all = json_array();
  for (u32 i = 0; i < s->history.n; i++) {
    json_t *moment = json_object();
    set_number(moment, "cost", s->history.at[i].cost);
    set_number(moment, "paths", s->history.at[i].paths);
    set_real(moment, "seconds", s->history.at[i].seconds);
    set_text(moment, "strategy", s->history.at[i].strategy);
    json_array_append_new(all, moment);
  }
  return all;
}

static json_t *samples_json(const WorstSeries *s) {
  json_t *all = json_array();
  for (u32 i = 0; i < s->at.n; i++) {
    const WorstSample *at = &s->at.at[i];
    json_array_append_new(all, json_pack("[I,f,I,I,I,I]", (json_int_t)at->paths, at->seconds,
                                         (json_int_t)at->n, (json_int_t)at->sum,
                                         (json_int_t)at->max, (json_int_t)at->last));
  }
  return all;
}

static json_t *series_json(const WorstSize *s) {
  json_t *all = json_array();
  for (u32 i = 0; i < s->series.n; i++) {
    json_t *one = json_object();
    set_text(one, "strategy", s->series.at[i].strategy);
    json_object_set_new(one, "policy", json_boolean(s->series.at[i].is_policy));
    json_object_set_new(one, "samples", samples_json(&s->series.at[i]));
    json_array_append_new(all, one);
  }
  return all;
}

static json_t *lines_json(const WorstSize *s) {
  json_t *all = json_array();
  for (u32 i = 0; i < s->lines.n; i++) {
    const WorstFile *f = &s->lines.at[i];
    json_t *file = json_object(), *counts = json_array();
    for (u32 k = 0; k < f->counts.n; k++)
      json_array_append_new(counts,
                            numbers_json(2, (u64[]){f->counts.at[k].line, f->counts.at[k].n}));
    set_text(file, "file", f->file);
    json_object_set_new(file, "counts", counts);
    json_array_append_new(all, file);
  }
  return all;
}

static json_t *ledger_json(const WorstSize *s) {
  json_t *all = json_array();
  for (u32 i = 0; i < s->ledger.n; i++) {
    json_t *row = json_object();
    set_text(row, "reason", s->ledger.at[i].name);
    set_text(row, "meaning", s->ledger.at[i].meaning);
    set_number(row, "n", s->ledger.at[i].n);
    json_array_append_new(all, row);
  }
  return all;
}

static json_t *typical_json(const WorstTypical *t) {
  if (!t->n) return json_null();
  return json_pack("{s:I,s:I,s:I}", "inputs", (json_int_t)t->n, "median", (json_int_t)t->median,
                   "high", (json_int_t)t->high);
}

static json_t *size_json(const WorstSize *s) {
  json_t *size = json_object();
  set_number(size, "size", s->size);
  json_object_set_new(size, "cost", number_or_null(s->has_cost, s->cost));
  json_object_set_new(size, "instructions", number_or_null(s->instructions > 0, s->instructions));
  json_object_set_new(size, "proven", json_boolean(s->proven));
  json_object_set_new(size, "whole", json_boolean(s->whole));
  json_object_set_new(size, "unbounded", json_boolean(s->unbounded));
  json_object_set_new(size, "predicted", json_boolean(s->predicted));
  set_text(size, "how", s->how);
  set_text(size, "why", s->why);
  json_object_set_new(size, "verified", verified_json(&s->verified));
  json_object_set_new(size, "typical", typical_json(&s->typical));
  json_object_set_new(size, "paths", paths_json(s));
  set_number(size, "queries", s->n_queries);
  set_real(size, "seconds", s->seconds);
  json_object_set_new(size, "phases", figures_json(s, true));
  json_object_set_new(size, "counts", figures_json(s, false));
  set_text(size, "test", s->test);
  set_text(size, "path", s->path);
  set_inputs(size, s);
  set_text(size, "decisions", s->decisions);
  json_object_set_new(size, "sites", sites_json(s));
  json_object_set_new(size, "strip", strip_json(s));
  json_object_set_new(size, "history", history_json(s));
  json_object_set_new(size, "series", series_json(s));
  json_object_set_new(size, "lines", lines_json(s));
  json_object_set_new(size, "ledger", ledger_json(s));
  return size;
}

static json_t *points_json(const WorstPointVec *points) {
  json_t *all = json_array();
  for (u32 i = 0; i < points->n; i++) {
    const WorstPoint *at = &points->at[i];
    if (isfinite(at->size) && isfinite(at->cost))
      json_array_append_new(all, json_pack("[f,f]", at->size, at->cost));
  }
  return all;
}

static json_t *texts_json(const WorstTexts *texts) {
  json_t *all = json_array();
  for (u32 i = 0; i < texts->n; i++) json_array_append_new(all, json_of_text(texts->at[i]));
  return all;
}

static json_t *trend_json(const WorstTrend *t) {
  if (!t->kind) return json_null();
  json_t *trend = json_object(), *sizes = json_array(), *ratios = json_array();
  for (u32 i = 0; i < t->sizes.n; i++)
    json_array_append_new(sizes, json_integer((json_int_t)t->sizes.at[i]));
  for (u32 i = 0; i < t->ratios.n; i++) json_array_append_new(ratios, json_real(t->ratios.at[i]));
  set_text(trend, "kind", t->kind);
  set_text(trend, "class", t->class_name);
  json_object_set_new(trend, "sizes", sizes);
  json_object_set_new(trend, "ratios", ratios);
  set_real(trend, "exponent", t->exponent);
  set_number(trend, "start_up", t->start_up);
  return trend;
}

static json_t *growth_json(const WorstReport *r) {
  if (!r->has_growth) return json_null();
  const WorstGrowth *g = &r->growth;
  json_t *growth = json_object(), *checked = json_array();
  set_text(growth, "kind", g->kind);
  set_text(growth, "exact", g->exact);
  set_text(growth, "at_least", g->at_least);
  set_text(growth, "class", g->class_name);
  if (g->has_from) set_number(growth, "from", g->from);
  set_number(growth, "sizes", g->n_sizes);
  set_number(growth, "proven", g->n_proven);
  set_number(growth, "spare", g->n_spare);
  set_real(growth, "coefficient", g->coefficient);
  json_object_set_new(growth, "trend", trend_json(&g->trend));
  set_text(growth, "text", g->text);
  for (u32 i = 0; i < g->checked.n; i++) {
    json_t *one = json_object();
    set_number(one, "size", g->checked.at[i].size);
    set_text(one, "predicted", g->checked.at[i].predicted);
    set_number(one, "found", g->checked.at[i].found);
    json_object_set_new(one, "met", json_boolean(g->checked.at[i].met));
    json_array_append_new(checked, one);
  }
  json_object_set_new(growth, "checked", checked);
  json_object_set_new(growth, "learned", points_json(&g->learned));
  json_object_set_new(growth, "curve", points_json(&g->curve));
  return growth;
}

/* Takes the value. */
static void add_value(Text *to, json_t *value) {
  char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(JSON_DIGITS));
  json_decref(value);
  CHECK(text, "a report cannot be written as JSON");
  text_add(to, text);
  free(text);
}

/* The members of the object, without its braces; takes it. */
static void add_members(Text *to, json_t *object) {
  const char *key;
  json_t *value;
  json_object_foreach(object, key, value) {
    text_addf(to, "  \"%s\": ", key);
    add_value(to, json_incref(value));
    text_add(to, ",\n");
  }
  json_decref(object);
}

/* ---- public ---------------------------------------------------------------------------------- */

void worst_report_json(const WorstReport *r, Text *to) {
  json_t *head = json_object();
  json_object_set_new(head, "program", json_of_recipe(&r->recipe));
  json_object_set_new(head, "sources", texts_json(&r->sources));
  set_text(head, "call", r->call);
  set_text(head, "function", r->function);
  set_text(head, "strategy", r->strategy);
  set_text(head, "metric", r->metric);
  set_text(head, "unit", r->unit);
  set_number(head, "seed", r->seed);
  set_text(head, "out", r->out);
  json_object_set_new(head, "growth", growth_json(r));
  json_object_set_new(head, "errors", json_of_errors(&r->errors));
  json_object_set_new(head, "warnings", json_of_errors(&r->warnings));
  json_object_set_new(head, "said", texts_json(&r->said));
  json_object_set_new(head, "tried", texts_json(&r->tried));
  set_text(head, "command", r->command);
  set_text(head, "sandbox", r->sandbox);
  set_text(head, "version", r->version);
  set_real(head, "seconds", r->seconds);
  set_text(head, "limit", r->limit);
  text_add(to, "{\n");
  add_members(to, head);
  text_add(to, "  \"sizes\": [");
  for (u32 i = 0; i < r->sizes.n; i++) {
    text_add(to, i ? ",\n    " : "\n    ");
    add_value(to, size_json(&r->sizes.at[i]));
  }
  text_add(to, "\n  ]\n}\n");
}
