/* cover_report_json.c — what tests cover as JSON; the fields are described in docs/cover.md. */
#include "report/cover_report.h"
#include "report/report_impl.h"

static json_t *pair_json(u32 n, u32 of) {
  json_t *j = json_object();
  set_number(j, "covered", n);
  set_number(j, "all", of);
  return j;
}

static void set_counts(json_t *j, const CoveredCounts *c) {
  json_object_set_new(j, "sides", pair_json(c->n_sides_taken, c->n_sides));
  json_object_set_new(j, "functions", pair_json(c->n_fns_entered, c->n_fns));
  json_object_set_new(j, "lines", pair_json(c->n_lines_run, c->n_lines));
}

static void set_blocks(json_t *j, const CoveredCounts *c) {
  json_object_set_new(j, "blocks", pair_json(c->n_blocks_entered, c->n_blocks));
}

static json_t *branch_json(const CoveredBranch *b) {
  json_t *j = json_object(), *sides = json_array();
  set_text(j, "kind", covered_kind_name(b->kind));
  set_text(j, "function", b->fn);
  set_number(j, "line", b->line);
  set_number(j, "column", b->column);
  for (u32 i = 0; i < b->sides.n; i++) {
    json_t *side = json_object();
    set_text(side, "side", b->sides.at[i].label);
    set_number(side, "tests", b->sides.at[i].n_tests);
    if (!b->sides.at[i].n_tests) set_number(side, "distance", b->sides.at[i].distance);
    json_array_append_new(sides, side);
  }
  json_object_set_new(j, "sides", sides);
  return j;
}

static json_t *lines_json(const CoveredFile *f) {
  json_t *all = json_array();
  for (u32 i = 0; i < f->lines.n; i++)
    json_array_append_new(
        all, json_pack("[I, I]", (json_int_t)f->lines.at[i].line, (json_int_t)f->lines.at[i].n));
  return all;
}

static json_t *file_json(const CoveredFile *f) {
  json_t *j = json_object(), *branches = json_array(), *fns = json_array();
  set_text(j, "file", f->name);
  set_counts(j, &f->counts);
  set_blocks(j, &f->counts);
  json_object_set_new(j, "own", json_boolean(f->is_own));
  for (u32 i = 0; i < f->branches.n; i++)
    json_array_append_new(branches, branch_json(&f->branches.at[i]));
  for (u32 i = 0; i < f->fns.n; i++) {
    json_t *fn = json_object();
    set_text(fn, "name", f->fns.at[i].name);
    set_number(fn, "line", f->fns.at[i].line);
    set_number(fn, "tests", f->fns.at[i].n_tests);
    json_object_set_new(fn, "blocks",
                        pair_json(f->fns.at[i].n_blocks_entered, f->fns.at[i].n_blocks));
    json_array_append_new(fns, fn);
  }
  json_object_set_new(j, "branches", branches);
  json_object_set_new(j, "function_list", fns);
  json_object_set_new(j, "line_counts", lines_json(f));
  return j;
}

static json_t *tests_json(const CoverReport *r) {
  json_t *all = json_array();
  for (u32 i = 0; i < r->tests.n; i++) {
    const CoverTest *t = &r->tests.at[i];
    json_t *j = json_object();
    set_text(j, "file", t->file);
    set_real(j, "seconds", t->seconds);
    set_number(j, "sides", t->n_sides);
    set_number(j, "new_sides", t->n_new);
    json_object_set_new(j, "shows_error", json_boolean(t->is_error));
    json_array_append_new(all, j);
  }
  return all;
}

static json_t *shapes_json(const CoverReport *r) {
  json_t *all = json_array();
  for (u32 i = 0; i < r->shapes.n; i++) {
    json_t *j = json_object();
    set_text(j, "words", r->shapes.at[i].words);
    set_number(j, "tests", r->shapes.at[i].n_tests);
    set_number(j, "new_sides", r->shapes.at[i].n_new);
    json_array_append_new(all, j);
  }
  return all;
}

static json_t *gcov_json(const CoverReport *r) {
  json_t *all = json_array();
  for (u32 i = 0; i < r->gcov.n; i++) {
    const GcovFile *f = &r->gcov.at[i];
    json_t *j = json_object(), *lines = json_array(), *fns = json_array();
    CoveredCounts counts = gcov_file_counts(f);
    set_text(j, "file", f->name);
    json_object_set_new(j, "own", json_boolean(cover_is_own(r, f->name)));
    set_counts(j, &counts);
    for (u32 k = 0; k < f->fns.n; k++)
      json_array_append_new(fns,
                            json_pack("[s, I, I]", f->fns.at[k].name, (json_int_t)f->fns.at[k].line,
                                      (json_int_t)f->fns.at[k].n));
    for (u32 k = 0; k < f->lines.n; k++) {
      const GcovLine *l = &f->lines.at[k];
      json_array_append_new(lines, json_pack("[I, I, I, I]", (json_int_t)l->line, (json_int_t)l->n,
                                             (json_int_t)l->n_taken, (json_int_t)l->n_sides));
    }
    json_object_set_new(j, "function_list", fns);
    json_object_set_new(j, "line_list", lines);
    json_array_append_new(all, j);
  }
  return all;
}

static json_t *curve_json(const CoverReport *r) {
  json_t *all = json_array();
  for (u32 i = 0; i < r->curve.n; i++) {
    const CoverPoint *p = &r->curve.at[i];
    json_t *j = json_object();
    set_real(j, "seconds", p->seconds);
    set_number(j, "sides", p->n_sides);
    set_number(j, "states", p->n_states);
    set_number(j, "paths", p->n_paths);
    json_array_append_new(all, j);
  }
  return all;
}

void cover_report_json(const CoverReport *r, Text *to) {
  cleanup(json_free) json_t *root = json_object();
  json_t *files = json_array();
  json_object_set_new(root, "program", json_of_recipe(&r->run->recipe));
  set_text(root, "search", r->run->search);
  set_number(root, "seed", r->run->seed);
  set_real(root, "seconds", r->run->seconds);
  json_object_set_new(root, "complete", json_boolean(r->run->is_complete));
  if (r->run->n_subsumed)
    json_object_set_new(root, "subsumed", json_integer((json_int_t)r->run->n_subsumed));
  if (r->run->n_merged) set_number(root, "merged", r->run->n_merged);
  set_text(root, "limit", r->run->limit);
  set_number(root, "paths", r->run->n_paths);
  set_counts(root, &r->counts);
  set_blocks(root, &r->counts);
  json_object_set_new(root, "own_sides", pair_json(r->own.n_sides_taken, r->own.n_sides));
  set_number(root, "parked", r->run->n_parked);
  set_number(root, "sides_without_test", r->n_unshown);
  set_number(root, "tests_found", r->n_found);
  json_object_set_new(root, "tests", tests_json(r));
  if (r->shapes.n) json_object_set_new(root, "shapes", shapes_json(r));
  json_object_set_new(root, "errors", json_of_errors(&r->run->errors));
  for (u32 i = 0; i < r->files.n; i++) json_array_append_new(files, file_json(&r->files.at[i]));
  json_object_set_new(root, "files", files);
  json_object_set_new(root, "curve", curve_json(r));
  if (r->gcov.n) {
    json_object_set_new(root, "gcov", gcov_json(r));
    set_number(root, "tests_without_gcov", r->n_gcov_lost);
  }
  char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(JSON_DIGITS));
  text_add(to, text);
  text_add_char(to, '\n');
  free(text);
}
