/* bench_report.c — measured cells as JSON; the members are described in docs/bench.md. */
#include "report/bench_report.h"

#include "report/report_impl.h"

static void add_json(const json_t *j, Text *to) {
  char *text = json_dumps(j, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  CHECK(text, "a bench cannot be written as JSON");
  text_add(to, text);
  text_add_char(to, '\n');
  free(text);
}

static void set_figure(json_t *object, const char *key, const Figure *f) {
  if (f->word || !f->is_number)
    set_text(object, key, f->word);
  else if (f->number == (double)(json_int_t)f->number)
    json_object_set_new(object, key, json_integer((json_int_t)f->number));
  else
    set_real(object, key, f->number);
}

static json_t *json_of_paper_cell(const PaperCell *c) {
  json_t *j = json_object();
  set_figure(j, "cost", &c->cost);
  set_figure(j, "paths", &c->paths);
  set_figure(j, "seconds", &c->seconds);
  return j;
}

static json_t *json_of_ours(const BenchCell *c) {
  if (c->state != BENCH_DONE) return json_null();
  json_t *j = json_object();
  json_object_set_new(j, "cost", c->has_cost ? json_integer((json_int_t)c->cost) : json_null());
  json_object_set_new(j, "proven", json_boolean(c->is_proven));
  json_object_set_new(j, "predicted", json_boolean(c->is_predicted));
  json_object_set_new(j, "cut", json_boolean(c->is_cut));
  json_object_set_new(j, "verified", json_boolean(c->is_verified));
  set_number(j, "paths", c->n_feasible + c->n_infeasible);
  set_number(j, "feasible", c->n_feasible);
  set_number(j, "infeasible", c->n_infeasible);
  set_number(j, "queries", c->n_queries);
  set_real(j, "seconds", c->seconds);
  set_number(j, "runs", c->n_runs);
  set_number(j, "met", c->n_met);
  set_text(j, "command", c->command);
  return j;
}

static const char *state_name(BenchState state) {
  switch (state) {
  case BENCH_LEFT:
    return "left";
  case BENCH_ABSENT:
    return "absent";
  case BENCH_DONE:
    return "done";
  case BENCH_FAILED:
    return "failed";
  }
  return "";
}

static json_t *json_of_cell(const BenchCell *c, const PaperTable *t, const Paper *p) {
  json_t *j = json_object();
  set_text(j, "program", p->programs.at[t->rows.at[c->paper->row].program].name);
  set_text(j, "column", t->columns.at[c->paper->column].name);
  set_number(j, "size", c->paper->size);
  set_figure(j, "worst", &c->paper->worst);
  json_object_set_new(j, "paper", json_of_paper_cell(c->paper));
  set_text(j, "state", state_name(c->state));
  set_text(j, "why", c->why);
  json_object_set_new(j, "old", json_boolean(c->is_old));
  json_object_set_new(j, "other_build", json_boolean(c->is_other));
  json_object_set_new(j, "ours", json_of_ours(c));
  return j;
}

static json_t *json_of_table(const BenchTable *t, const Paper *p) {
  json_t *j = json_object(), *cells = json_array();
  set_text(j, "name", t->paper->name);
  set_text(j, "title", t->paper->title);
  set_text(j, "figure", t->paper->figure.name);
  for (u32 i = 0; i < t->cells.n; i++)
    json_array_append_new(cells, json_of_cell(&t->cells.at[i], t->paper, p));
  json_object_set_new(j, "cells", cells);
  return j;
}

/* ---- public ---------------------------------------------------------------------------------- */

void bench_cell_done(BenchCell *c) {
  mem_free(c->why);
  mem_free(c->command);
  mem_free(c->folder);
}

bool bench_cell_met(const BenchCell *c) {
  return c->has_cost && (!c->paper->worst.is_number || (double)c->cost >= c->paper->worst.number);
}

const char *bench_cell_word(const BenchCell *c) {
  switch (c->state) {
  case BENCH_LEFT:
    return "left";
  case BENCH_ABSENT:
    return "";
  case BENCH_FAILED:
    return "failed";
  case BENCH_DONE:
    break;
  }
  if (!c->has_cost) return c->is_cut ? "cut" : "none";
  if (c->is_doubted) return "differs";
  if (c->is_predicted) return "predicted";
  if (!c->is_verified) return "unchecked";
  return c->is_proven ? "proven" : c->is_cut ? "cut" : "found";
}

void bench_report_done(BenchReport *r) {
  for (u32 i = 0; i < r->tables.n; i++) {
    for (u32 k = 0; k < r->tables.at[i].cells.n; k++) bench_cell_done(&r->tables.at[i].cells.at[k]);
    vec_free(&r->tables.at[i].cells);
  }
  for (u32 i = 0; i < r->facts.n; i++) mem_free(r->facts.at[i].value);
  vec_free(&r->tables);
  vec_free(&r->facts);
}

void bench_report_json(const BenchReport *r, Text *to) {
  cleanup(json_free) json_t *j = json_object();
  json_t *facts = json_object(), *tables = json_array();
  set_text(j, "paper", r->paper->name);
  set_text(j, "title", r->paper->title);
  for (u32 i = 0; i < r->facts.n; i++) set_text(facts, r->facts.at[i].name, r->facts.at[i].value);
  json_object_set_new(j, "facts", facts);
  for (u32 i = 0; i < r->tables.n; i++)
    json_array_append_new(tables, json_of_table(&r->tables.at[i], r->paper));
  json_object_set_new(j, "tables", tables);
  add_json(j, to);
}

void bench_record_done(BenchRecord *r) {
  r->command = mem_free(r->command);
  r->build = mem_free(r->build);
}

void bench_record_json(const BenchRecord *r, Text *to) {
  cleanup(json_free) json_t *j = json_object();
  set_text(j, "command", r->command);
  set_text(j, "build", r->build);
  set_real(j, "seconds", r->seconds);
  add_json(j, to);
}

Err bench_record_read(const char *path, BenchRecord *ret) {
  cleanup(json_free) json_t *j = NULL;
  TRY(json_read(path, &j));
  const char *command = NULL, *build = NULL;
  BenchRecord r = {0};
  TRY(take_text(path, j, "command", &command));
  TRY(take_text(path, j, "build", &build));
  TRY(take_real(path, j, "seconds", &r.seconds));
  if (!command || !build) return err_set(ERR_INPUT, "%s: a member is missing", path);
  r.command = text_dup(command);
  r.build = text_dup(build);
  *ret = r;
  return OK;
}
