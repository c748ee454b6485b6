/* end_wire.c — writes batches; reads them, and sorts what is in them by decisions. */
#define _GNU_SOURCE /* qsort_r */
#include "record/end_wire.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_ENDED, WARNED, MISSED, N_KINDS };

/* ---- writing ----------------------------------------------------------------------------------- */

void end_write_path(EndWriter *w, const Vm *vm, const PathEnd *end) {
  cleanup(end_facts_done) EndFacts facts = end_facts_of(vm, end, true);
  wire_add(&w->batch, PATH_ENDED);
  path_encode(&w->paths, end->path, &w->batch);
  wire_add(&w->batch, end->stop);
  wire_add(&w->batch, end->n_instructions);
  end_facts_write(&facts, &w->batch);
  wire_add(&w->batch, end->test != NULL);
  if (end->test) test_case_write(end->test, &w->batch);
}

void end_write_warning(EndWriter *w, const UninitWarning *warning) {
  wire_add(&w->batch, WARNED);
  path_encode(&w->paths, (Path *)warning->path, &w->batch);
  wire_add(&w->batch, warning->use);
  wire_add(&w->batch, warning->is_certain);
  finding_write(warning->finding, &w->batch);
  test_case_write(warning->input, &w->batch);
}

void end_write_missing(EndWriter *w, const char *name) {
  wire_add(&w->batch, MISSED);
  wire_add_text(&w->batch, name);
}

void end_writer_clear(EndWriter *w) {
  text_clear(&w->batch);
  path_encoder_done(&w->paths);
}

/* ---- reading ----------------------------------------------------------------------------------- */

typedef struct EndRow {
  size_t key; /* where its decisions begin in `keys` … */
  u32 n_key;  /* … and how many bytes they are */
  u32 kind;
  Path *path; /* shared */
  Stop stop;
  u64 n_instructions;
  bool has_test, is_certain;
  UninitUse use;
  EndFacts facts;
  Finding finding; /* of a warning */
  TestCase test;   /* owned */
} EndRow;

struct EndReader {
  const Module *module; /* borrowed */
  VEC(EndRow) rows;
  Names missing;
  Text keys;
  Lexicon *lexicon; /* borrowed */
};

EndReader *end_reader_new(const Module *m, Lexicon *texts) {
  EndReader *r = NEW(EndReader);
  r->module = m;
  r->lexicon = texts;
  return r;
}

static void row_done(EndRow *row) {
  path_unref(row->path);
  end_facts_done(&row->facts);
  finding_done(&row->finding);
  test_case_free(&row->test);
}

EndReader *end_reader_free(EndReader *r) {
  if (!r) return NULL;
  for (u32 i = 0; i < r->rows.n; i++) row_done(&r->rows.at[i]);
  vec_free(&r->rows);
  names_free(&r->missing);
  text_free(&r->keys);
  mem_free(r);
  return NULL;
}

/* Bytes that sort as the decisions do: a branch is one byte, other sides are numbers, high first. */
static void add_key(EndReader *r, EndRow *row) {
  DecisionVec all = {0};
  path_list(row->path, &all);
  row->key = r->keys.n;
  for (u32 i = 0; i < all.n; i++) {
    const Decision *d = &all.at[i];
    char bytes[9] = {(char)(d->kind == CHOICE_BRANCH ? d->side != 0 : 2 + d->kind)};
    for (u32 k = 0; k < 8; k++) bytes[1 + k] = (char)(d->side >> (56 - 8 * k));
    text_add_n(&r->keys, bytes, d->kind == CHOICE_BRANCH ? 1 : sizeof bytes);
  }
  row->n_key = (u32)(r->keys.n - row->key);
  vec_free(&all);
}

static void read_path_end(EndReader *r, Wire *from, EndRow *row) {
  row->stop = (Stop)wire_next_below(from, STOP_COUNT);
  row->n_instructions = wire_next(from);
  end_facts_read(from, r->lexicon, &row->facts);
  row->has_test = wire_next_below(from, 2);
  if (row->has_test) test_case_read(from, &row->test);
  from->is_bad |= row->stop == STOP_NOT;
}

static void read_warning(EndReader *r, Wire *from, EndRow *row) {
  row->use = (UninitUse)wire_next_below(from, UNINIT_USE_COUNT);
  row->is_certain = wire_next_below(from, 2);
  finding_read(from, r->lexicon, &row->finding);
  test_case_read(from, &row->test);
}

static void read_missing(EndReader *r, Wire *from) {
  cleanup(freep) char *name = wire_next_text(from);
  for (u32 i = 0; i < r->missing.n; i++)
    if (!strcmp(r->missing.at[i], name)) return;
  names_add(&r->missing, name);
}

static void read_row(EndReader *r, PathDecoder *paths, Wire *from) {
  u32 kind = (u32)wire_next_below(from, N_KINDS);
  if (kind == MISSED) {
    read_missing(r, from);
    return;
  }
  EndRow row = {.kind = kind, .path = path_decode(paths, from)};
  if (kind == PATH_ENDED)
    read_path_end(r, from, &row);
  else
    read_warning(r, from, &row);
  if (from->is_bad) {
    row_done(&row);
    return;
  }
  add_key(r, &row);
  vec_push(&r->rows, row);
}

Err end_reader_add(EndReader *r, const void *batch, size_t n) {
  cleanup(path_decoder_done) PathDecoder paths = {.module = r->module};
  Wire from = wire_of(batch, n);
  while (wire_has_more(&from)) read_row(r, &paths, &from);
  return from.is_bad ? err_set(ERR_INPUT, "what was found so far is damaged") : OK;
}

void end_reader_add_leaf(EndReader *r, Path *path, u64 n_instructions, const char *why) {
  EndRow row = {.kind = PATH_ENDED,
                .path = path_ref(path),
                .stop = STOP_BUDGET,
                .n_instructions = n_instructions,
                .facts = {.place = text_dup(""), .text = text_dup(why)}};
  add_key(r, &row);
  vec_push(&r->rows, row);
}

/* A warning stands before the ends of the paths that go on from there. */
static int compare(const void *a, const void *b, void *user) {
  const EndRow *x = a, *y = b;
  const char *keys = user;
  int order = memcmp(keys + x->key, keys + y->key, MIN(x->n_key, y->n_key));
  if (!order) order = (x->n_key > y->n_key) - (x->n_key < y->n_key);
  return order ? order : (x->kind < y->kind) - (x->kind > y->kind);
}

static void replay_row(EndRow *row, Recorder *to) {
  if (row->kind == WARNED) {
    recorder_add_warning(
        to, &(UninitWarning){row->use, row->is_certain, &row->finding, row->path, &row->test});
    return;
  }
  PathEnd end = {.stop = row->stop,
                 .text = row->facts.text,
                 .path = row->path,
                 .n_instructions = row->n_instructions,
                 .test = row->has_test ? &row->test : NULL};
  recorder_add_end(to, &end, &row->facts);
}

void end_reader_replay(EndReader *r, Recorder *to) {
  for (u32 i = 0; i < r->missing.n; i++) recorder_missing(to, r->missing.at[i]);
  text_add_n(&r->keys, "", 0);
  qsort_r(r->rows.at, r->rows.n, sizeof *r->rows.at, compare, r->keys.at);
  for (u32 i = 0; i < r->rows.n; i++) replay_row(&r->rows.at[i], to);
}
