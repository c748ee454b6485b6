/* paper.c — reads a paper's tables from JSON.
 *
 * Tables are written by hand, so errors name the table, the row and the member: a list that does
 * not go along with its sizes, a column or a program that is not there.  Texts are borrowed from
 * the JSON, which the paper keeps.
 */
#include "report/paper.h"

#include "base/text.h"
#include "report/report_impl.h"

#include <stdlib.h>
#include <string.h>

static Err take_needed_list(const char *where, const json_t *object, const char *key,
                            const json_t **ret) {
  TRY(take_list(where, object, key, ret));
  return *ret ? OK : json_missing(where, key);
}

/* ---- programs -------------------------------------------------------------------------------- */

static Err take_program(const char *where, const char *name, const json_t *j, PaperProgram *ret) {
  *ret = (PaperProgram){.name = name};
  TRY(take_needed_text(where, j, "title", &ret->title));
  TRY(take_needed_text(where, j, "file", &ret->file));
  TRY(take_needed_text(where, j, "cost", &ret->cost));
  TRY(take_texts(where, j, "options", &ret->options));
  return take_text(where, j, "call", &ret->call);
}

static Err take_programs(const char *path, json_t *root, Paper *p) {
  const char *name;
  json_t *j;
  json_object_foreach(json_object_get(root, "programs"), name, j) {
    cleanup(text_free) Text where = {0};
    text_addf(&where, "%s: program '%s'", path, name);
    PaperProgram *program = (vec_push(&p->programs, (PaperProgram){0}), &vec_last(&p->programs));
    TRY(take_program(text_c(&where), name, j, program));
  }
  return p->programs.n ? OK : json_missing(path, "programs");
}

/* ---- rows ------------------------------------------------------------------------------------ */

static Err take_figure(const char *where, const char *key, const json_t *j, Figure *ret) {
  *ret = (Figure){.is_number = json_is_number(j), .word = json_string_value(j)};
  if (ret->is_number) ret->number = json_number_value(j);
  if (ret->word && !strncmp(ret->word, ">=", 2)) {
    ret->is_number = true;
    ret->number = strtod(ret->word + 2, NULL);
  }
  if (ret->is_number || ret->word || json_is_null(j)) return OK;
  return err_set(ERR_INPUT, "%s: '%s' has an element that is no figure", where, key);
}

/* Takes element i of a list parallel to the n sizes; does nothing if there is no list. */
static Err take_figure_at(const char *where, const json_t *object, const char *key, size_t i,
                          size_t n, Figure *ret) {
  const json_t *list = NULL;
  TRY(take_list(where, object, key, &list));
  *ret = (Figure){0};
  if (!list) return OK;
  if (json_array_size(list) != n)
    return err_set(ERR_INPUT, "%s: '%s' has %zu figures for %zu sizes", where, key,
                   json_array_size(list), n);
  return take_figure(where, key, json_array_get(list, i), ret);
}

static Err take_size_at(const char *where, const json_t *row, const char *key, size_t i, size_t n,
                        u64 *ret) {
  Figure f;
  TRY(take_figure_at(where, row, key, i, n, &f));
  if (f.is_number && f.number >= 1) *ret = (u64)f.number;
  if (f.is_number ? f.number >= 1 : !f.word) return OK;
  return err_set(ERR_INPUT, "%s: '%s' has an element that is no size", where, key);
}

static Err take_cell(const char *where, const json_t *row, const json_t *figures, size_t i,
                     size_t n, PaperCell *c) {
  TRY(take_size_at(where, row, "sizes", i, n, &c->size));
  if (!c->size) return err_set(ERR_INPUT, "%s: 'sizes' has an element that is no size", where);
  c->run_size = c->size;
  TRY(take_size_at(where, row, "runs", i, n, &c->run_size));
  TRY(take_figure_at(where, row, "worst", i, n, &c->worst));
  TRY(take_figure_at(where, row, "claimed", i, n, &c->claimed));
  TRY(take_figure_at(where, figures, "cost", i, n, &c->cost));
  TRY(take_figure_at(where, figures, "paths", i, n, &c->paths));
  TRY(take_figure_at(where, figures, "seconds", i, n, &c->seconds));
  c->has_cost = json_object_get(figures, "cost") != NULL;
  if (!c->has_cost) c->cost = c->claimed;
  return OK;
}

static Err take_cells(const char *where, const json_t *row, u32 index, PaperTable *t) {
  const json_t *all = json_object_get(row, "figures"), *sizes = NULL;
  TRY(take_needed_list(where, row, "sizes", &sizes));
  size_t n_known = 0;
  for (u32 k = 0; k < t->columns.n; k++) {
    const json_t *figures = json_object_get(all, t->columns.at[k].name);
    if (all && !figures) continue;
    n_known++;
    for (size_t i = 0; i < json_array_size(sizes); i++) {
      PaperCell cell = {.row = index, .column = k};
      TRY(take_cell(where, row, figures, i, json_array_size(sizes), &cell));
      vec_push(&t->cells, cell);
    }
  }
  if (!all || n_known == json_object_size(all)) return OK;
  return err_set(ERR_INPUT, "%s: 'figures' of a column that the table does not have", where);
}

static Err find_program(const char *where, const Paper *p, const char *name, u32 *ret) {
  for (u32 i = 0; i < p->programs.n; i++) {
    if (strcmp(p->programs.at[i].name, name)) continue;
    *ret = i;
    return OK;
  }
  return err_set(ERR_INPUT, "%s: there is no program '%s'", where, name);
}

static Err take_row_options(const char *where, const json_t *options, const PaperTable *t,
                            PaperRow *row) {
  size_t n_known = 0;
  for (u32 k = 0; k < t->columns.n; k++) {
    n_known += json_object_get(options, t->columns.at[k].name) != NULL;
    TRY(take_texts(where, options, t->columns.at[k].name, &row->options[k]));
  }
  if (n_known == json_object_size(options)) return OK;
  return err_set(ERR_INPUT, "%s: 'options' of a column that the table does not have", where);
}

static Err take_row(const char *table, const json_t *j, const Paper *p, PaperTable *t) {
  const char *name = NULL;
  TRY(take_needed_text(table, j, "program", &name));
  cleanup(text_free) Text where = {0};
  text_addf(&where, "%s, %s", table, name);
  PaperRow *row = (vec_push(&t->rows, (PaperRow){0}), &vec_last(&t->rows));
  row->options = mem_new(t->columns.n * sizeof(WordList));
  TRY(find_program(text_c(&where), p, name, &row->program));
  TRY(take_texts(text_c(&where), j, "notes", &row->notes));
  TRY(take_row_options(text_c(&where), json_object_get(j, "options"), t, row));
  return take_cells(text_c(&where), j, t->rows.n - 1, t);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static Err take_phase(const char *where, const json_t *column, const char **ret) {
  static const char *const names[] = {"building", "predicting", "solving"};
  TRY(take_text(where, column, "phase", ret));
  for (u32 i = 0; *ret && i < ARRAY_LEN(names); i++)
    if (!strcmp(names[i], *ret)) return OK;
  return *ret ? err_set(ERR_INPUT, "%s: there is no phase '%s'", where, *ret) : OK;
}

static Err take_columns(const char *where, const json_t *j, PaperTable *t) {
  const json_t *columns = NULL;
  TRY(take_needed_list(where, j, "columns", &columns));
  for (size_t i = 0; i < json_array_size(columns); i++) {
    const json_t *column = json_array_get(columns, i);
    PaperColumn *c = (vec_push(&t->columns, (PaperColumn){0}), &vec_last(&t->columns));
    TRY(take_needed_text(where, column, "name", &c->name));
    TRY(take_text(where, column, "strategy", &c->strategy));
    TRY(take_texts(where, column, "options", &c->options));
    TRY(take_phase(where, column, &c->phase));
    c->is_random = json_is_true(json_object_get(column, "random"));
  }
  return OK;
}

static Err take_measure(const char *where, const json_t *j, Measure *ret) {
  static const char *const names[] = {
#define MEASURE(id, name, words) [MEASURE_##id] = name,
#include "report/measures.def"
#undef MEASURE
  };
  const char *name = NULL;
  TRY(take_needed_text(where, j, "shows", &name));
  cleanup(text_free) Text all = {0};
  for (u32 i = 0; i < MEASURE_COUNT; i++) {
    text_addf(&all, "%s%s", i ? ", " : "", names[i]);
    *ret = (Measure)i;
    if (!strcmp(names[i], name)) return OK;
  }
  return err_set(ERR_INPUT, "%s: a figure cannot show '%s', only %s", where, name, text_c(&all));
}

static Err take_against(const char *where, const char *name, const PaperTable *t,
                        PaperFigure *ret) {
  for (u32 i = 0; i < t->columns.n; i++) {
    if (strcmp(t->columns.at[i].name, name)) continue;
    ret->has_against = true;
    ret->against = i;
    return OK;
  }
  return err_set(ERR_INPUT, "%s: 'against' names no column: '%s'", where, name);
}

static Err take_figure_of(const char *where, const json_t *table, PaperTable *t) {
  const json_t *j = json_object_get(table, "figure");
  const char *by = NULL, *against = NULL;
  if (!j) return OK;
  if (!json_is_object(j)) return err_set(ERR_INPUT, "%s: 'figure' is no object", where);
  TRY(take_needed_text(where, j, "name", &t->figure.name));
  TRY(take_measure(where, j, &t->figure.shows));
  TRY(take_needed_text(where, j, "by", &by));
  TRY(take_text(where, j, "against", &against));
  t->figure.by_column = !strcmp(by, "column");
  if (!t->figure.by_column && strcmp(by, "program"))
    return err_set(ERR_INPUT, "%s: 'by' is neither \"program\" nor \"column\"", where);
  return against ? take_against(where, against, t, &t->figure) : OK;
}

static Err take_table(const char *path, const json_t *j, Paper *p) {
  PaperTable *t = (vec_push(&p->tables, (PaperTable){0}), &vec_last(&p->tables));
  TRY(take_needed_text(path, j, "name", &t->name));
  cleanup(text_free) Text where = {0};
  text_addf(&where, "%s: table %s", path, t->name);
  const char *time = NULL;
  const json_t *rows = NULL;
  TRY(take_needed_text(text_c(&where), j, "title", &t->title));
  TRY(take_needed_text(text_c(&where), j, "time", &time));
  t->times_all = !strcmp(time, "all");
  if (!t->times_all && strcmp(time, "search"))
    return err_set(ERR_INPUT, "%s: 'time' is neither \"search\" nor \"all\"", text_c(&where));
  TRY(take_columns(text_c(&where), j, t));
  TRY(take_figure_of(text_c(&where), j, t));
  TRY(take_needed_list(text_c(&where), j, "rows", &rows));
  for (size_t i = 0; i < json_array_size(rows); i++)
    TRY(take_row(text_c(&where), json_array_get(rows, i), p, t));
  return OK;
}

static Err take_paper(const char *path, json_t *root, Paper *p) {
  TRY(take_needed_text(path, root, "paper", &p->name));
  TRY(take_needed_text(path, root, "title", &p->title));
  TRY(take_needed_text(path, root, "where", &p->where));
  TRY(take_needed_text(path, root, "computer", &p->computer));
  TRY(take_needed_text(path, root, "limit", &p->limit));
  TRY(take_number(path, root, "limit_seconds", &p->limit_seconds));
  p->n_seeds = 5;
  TRY(take_number(path, root, "seeds", &p->n_seeds));
  if (!p->n_seeds || p->n_seeds > 1000)
    return err_set(ERR_INPUT, "%s: 'seeds' is not from 1 to 1000", path);
  TRY(take_programs(path, root, p));
  const json_t *tables = NULL;
  TRY(take_needed_list(path, root, "tables", &tables));
  for (size_t i = 0; i < json_array_size(tables); i++)
    TRY(take_table(path, json_array_get(tables, i), p));
  return OK;
}

static void table_done(PaperTable *t) {
  for (u32 i = 0; i < t->rows.n; i++) {
    PaperRow *row = &t->rows.at[i];
    for (u32 k = 0; k < t->columns.n; k++) vec_free(&row->options[k]);
    mem_free(row->options);
    vec_free(&row->notes);
  }
  for (u32 k = 0; k < t->columns.n; k++) vec_free(&t->columns.at[k].options);
  vec_free(&t->rows);
  vec_free(&t->columns);
  vec_free(&t->cells);
}

/* ---- public ---------------------------------------------------------------------------------- */

Err paper_read(const char *path, Paper *ret) {
  json_t *root = NULL;
  TRY(json_read(path, &root));
  cleanup(paper_done) Paper p = {.source = root};
  TRY(take_paper(path, root, &p));
  *ret = p;
  p = (Paper){0};
  return OK;
}

void paper_done(Paper *p) {
  for (u32 i = 0; i < p->tables.n; i++) table_done(&p->tables.at[i]);
  for (u32 i = 0; i < p->programs.n; i++) vec_free(&p->programs.at[i].options);
  vec_free(&p->tables);
  vec_free(&p->programs);
  json_decref(p->source);
  *p = (Paper){0};
}
