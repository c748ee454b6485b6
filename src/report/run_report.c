/* run_report.c — a run as JSON; the fields are described in docs/run.md. */
#include "report/run_report.h"

#include "report/report_impl.h"

static json_t *counts_json(const ReportCount *counts, u32 n) {
  json_t *all = json_object();
  for (u32 i = 0; i < n; i++) set_number(all, counts[i].name, counts[i].n);
  return all;
}

static json_t *stack_json(const ReportError *e) {
  json_t *all = json_array();
  enum {
    MOST_FRAMES = 1000
  }; /* a recursion without an end has a million, which are all the same */
  for (u32 i = 0; i < MIN(e->stack.n, (u32)MOST_FRAMES); i++) {
    json_t *place = json_object();
    set_place(place, &e->stack.at[i]);
    json_array_append_new(all, place);
  }
  return all;
}

static json_t *inputs_json(const ReportError *e) {
  json_t *all = json_array();
  for (u32 i = 0; i < e->inputs.n; i++) {
    const ReportInput *in = &e->inputs.at[i];
    cleanup(text_free) Text hex = {0};
    for (u32 k = 0; k < in->n_bytes; k++) text_addf(&hex, "%02x", in->bytes[k]);
    json_t *input = json_object();
    set_text(input, "name", in->name);
    set_text(input, "bytes", text_c(&hex));
    json_array_append_new(all, input);
  }
  return all;
}

static json_t *native_json(const ReportError *e) {
  if (e->native == VERDICT_NONE) return json_null();
  json_t *native = json_object();
  json_object_set_new(native, "confirmed",
                      e->native == VERDICT_UNKNOWN ? json_null()
                                                   : json_boolean(e->native == VERDICT_CONFIRMED));
  set_text(native, "how", e->native_how);
  json_object_set_new(native, "sanitized", json_boolean(e->is_sanitized));
  return native;
}

static json_t *error_json(const ReportError *e) {
  json_t *error = json_object();
  set_text(error, "kind", e->kind);
  set_text(error, "meaning", e->meaning);
  set_text(error, "text", e->text);
  set_place(error, &e->place);
  set_text(error, "test", *e->test ? e->test : NULL);
  set_number(error, "size", e->size);
  set_number(error, "paths", e->n_paths);
  json_object_set_new(error, "depends_on_unset", json_boolean(e->depends_on_uninit));
  json_object_set_new(error, "native", native_json(e));
  json_object_set_new(error, "stack", stack_json(e));
  json_object_set_new(error, "inputs", inputs_json(e));
  return error;
}

json_t *json_of_errors(const ReportErrorVec *errors) {
  json_t *all = json_array();
  for (u32 i = 0; i < errors->n; i++) json_array_append_new(all, error_json(&errors->at[i]));
  return all;
}

static json_t *stages_json(const RunReport *r) {
  json_t *all = json_object();
  for (u32 i = 0; i < r->stages.n; i++) {
    const ReportStage *from = &r->stages.at[i];
    json_t *stage = json_object();
    set_number(stage, "asked", from->n_asked);
    set_number(stage, "yes", from->n_yes);
    set_number(stage, "no", from->n_no);
    json_object_set_new(stage, "seconds", json_real(from->seconds));
    json_object_set_new(all, from->name, stage);
  }
  return all;
}

static void set_figures(json_t *run, const RunReport *r) {
  set_number(run, "tests", r->n_tests);
  set_number(run, "instructions", r->n_instructions);
  set_number(run, "branches", r->n_branches);
  set_number(run, "sides", r->n_sides);
  set_number(run, "forks", r->n_forks);
  if (r->n_merged) set_number(run, "merged", r->n_merged);
  set_number(run, "queries", r->n_queries);
  set_number(run, "parked", r->n_parked);
  set_number(run, "rebuilt", r->n_rebuilt);
  set_number(run, "max_states", r->max_states);
  set_number(run, "max_bytes", r->max_bytes);
  json_object_set_new(run, "seconds", json_real(r->seconds));
  json_object_set_new(run, "solver_seconds", json_real(r->solver_seconds));
  json_object_set_new(run, "stages", stages_json(r));
}

static void set_settings(json_t *run, const RunReport *r) {
  json_object_set_new(run, "program", json_of_recipe(&r->recipe));
  set_text(run, "search", r->search);
  set_number(run, "seed", r->seed);
  set_text(run, "out", r->out_dir);
  set_text(run, "sandbox", r->sandbox);
}

static ReportError error_copy(const ReportError *e) {
  ReportError copy = *e;
  copy.text = text_dup(e->text);
  copy.test = text_dup(e->test);
  if (e->native_how) copy.native_how = text_dup(e->native_how);
  memset(&copy.stack, 0, sizeof copy.stack);
  memset(&copy.inputs, 0, sizeof copy.inputs);
  vec_append(&copy.stack, e->stack.at, e->stack.n);
  for (u32 i = 0; i < e->inputs.n; i++) {
    const ReportInput *in = &e->inputs.at[i];
    ReportInput own = *in;
    own.name = text_dup(in->name);
    own.bytes = mem_dup(in->bytes, in->n_bytes);
    vec_push(&copy.inputs, own);
  }
  return copy;
}

void report_errors_add(ReportErrorVec *to, const ReportErrorVec *from) {
  for (u32 i = 0; i < from->n; i++) vec_push(to, error_copy(&from->at[i]));
}

void report_errors_done(ReportErrorVec *errors) {
  for (u32 i = 0; i < errors->n; i++) {
    ReportError *e = &errors->at[i];
    for (u32 k = 0; k < e->inputs.n; k++) {
      mem_free(e->inputs.at[k].name);
      mem_free(e->inputs.at[k].bytes);
    }
    vec_free(&e->inputs);
    vec_free(&e->stack);
    mem_free(e->text);
    mem_free(e->test);
    mem_free(e->native_how);
  }
  vec_free(errors);
}

void run_report_done(RunReport *r) {
  report_errors_done(&r->errors);
  report_errors_done(&r->warnings);
  recipe_free(&r->recipe);
  vec_free(&r->paths);
  vec_free(&r->kinds);
  vec_free(&r->ignored);
  vec_free(&r->stages);
  for (u32 i = 0; i < r->missing.n; i++) mem_free(r->missing.at[i]);
  vec_free(&r->missing);
  for (u32 i = 0; i < r->gaps.n; i++) {
    mem_free(r->gaps.at[i].place);
    mem_free(r->gaps.at[i].text);
  }
  vec_free(&r->gaps);
}

static json_t *gaps_json(const RunReport *r) {
  json_t *gaps = json_array();
  for (u32 i = 0; i < r->gaps.n; i++) {
    const ReportGap *from = &r->gaps.at[i];
    json_t *gap = json_object();
    set_text(gap, "kind", from->kind);
    json_object_set_new(gap, "place", json_of_text(from->place));
    json_object_set_new(gap, "text", json_of_text(from->text));
    json_object_set_new(gap, "paths", json_integer((json_int_t)from->n));
    json_array_append_new(gaps, gap);
  }
  return gaps;
}

void run_report_json(const RunReport *r, Text *to) {
  json_t *run = json_object();
  json_object_set_new(run, "paths", counts_json(r->paths.at, r->paths.n));
  json_object_set_new(run, "kinds", counts_json(r->kinds.at, r->kinds.n));
  json_object_set_new(run, "ignored", counts_json(r->ignored.at, r->ignored.n));
  json_t *missing = json_array();
  for (u32 i = 0; i < r->missing.n; i++)
    json_array_append_new(missing, json_of_text(r->missing.at[i]));
  json_object_set_new(run, "missing", missing);
  json_object_set_new(run, "gaps", gaps_json(r));
  json_object_set_new(run, "complete", json_boolean(r->is_complete));
  set_text(run, "limit", r->limit);
  set_figures(run, r);
  set_settings(run, r);
  json_object_set_new(run, "errors", json_of_errors(&r->errors));
  json_object_set_new(run, "warnings", json_of_errors(&r->warnings));
  char *text = json_dumps(run, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  json_decref(run);
  CHECK(text, "a report cannot be written as JSON");
  text_add(to, text);
  text_add_char(to, '\n');
  free(text);
}
