/* end_writer.c — keeps rows until the next batch, sorts them, and writes each as what it does not share with the one before. */
#define _GNU_SOURCE /* qsort_r */
#include "record/end_writer.h"

#include "base/hash.h"
#include "explore/path_wire.h"

#include <stdlib.h>
#include <string.h>

/* ---- rows -------------------------------------------------------------------------------------- */

static EndRow *add_row(EndWriter *w, EndRowKind kind, Path *path) {
  end_keys_move(&w->at, path);
  EndRow row = {.key = w->keys.n,
                .n_key = (u32)w->at.key.n,
                .more = w->more.n,
                .n_decisions = path_length(path),
                .kind = kind,
                .path = kind == ROW_PLAIN_PATH ? NULL : path_ref(path)};
  text_add_n(&w->keys, w->at.key.at, w->at.key.n);
  vec_push(&w->rows, row);
  return &vec_last(&w->rows);
}

static u32 ending_of(EndWriter *w, Stop stop, const char *place, const char *text) {
  bool is_new;
  u64 hash = hash_pair(hash_bytes(place, strlen(place)), hash_bytes(text, strlen(text)));
  u64 *at = map_at(&w->endings_at, hash_pair(hash, stop), &is_new);
  if (is_new) {
    *at = w->endings.n;
    vec_push(&w->endings, ((PlainEnding){stop, text_dup(place), text_dup(text)}));
  }
  return (u32)*at;
}

/* Nothing but the ledger says anything of it. */
static bool is_plain(const PathEnd *end, const EndFacts *facts) {
  return !end->test && !facts->has_finding && !facts->has_lost &&
         stop_infos[end->stop].class != STOP_LIMIT;
}

void end_write_path(EndWriter *w, const Vm *vm, const PathEnd *end) {
  cleanup(end_facts_done) EndFacts facts = end_facts_of(vm, end, true);
  EndRow *row = add_row(w, is_plain(end, &facts) ? ROW_PLAIN_PATH : ROW_PATH, end->path);
  row->n_instructions = end->n_instructions;
  side_set_add(&w->sides, end->path);
  if (row->kind == ROW_PLAIN_PATH) {
    row->ending = ending_of(w, end->stop, facts.place, facts.text);
    return;
  }
  wire_add(&w->more, end->stop);
  end_facts_write(&facts, &w->more);
  wire_add(&w->more, end->test != NULL);
  if (end->test) test_case_write(end->test, &w->more);
  row->n_more = (u32)(w->more.n - row->more);
}

void end_write_sides(EndWriter *w, const Path *path) { side_set_add(&w->sides, (Path *)path); }

void end_write_warning(EndWriter *w, const UninitWarning *warning) {
  EndRow *row = add_row(w, ROW_WARNING, (Path *)warning->path);
  wire_add(&w->more, warning->use);
  wire_add(&w->more, warning->is_certain);
  finding_write(warning->finding, &w->more);
  test_case_write(warning->input, &w->more);
  row->n_more = (u32)(w->more.n - row->more);
}

void end_write_pending_test(EndWriter *w, const State *s, const TestCase *test) {
  EndRow *row = add_row(w, ROW_PENDING_TEST, s->path);
  row->n_instructions = s->cost.n[COST_INSTRUCTIONS];
  test_case_write(test, &w->more);
  row->n_more = (u32)(w->more.n - row->more);
}

void end_write_missing(EndWriter *w, const char *name) { names_add(&w->missing, name); }

/* ---- batches ----------------------------------------------------------------------------------- */

static int by_key(const void *a, const void *b, void *keys) {
  const EndRow *x = a, *y = b;
  const char *at = keys;
  int order = end_key_compare(at + x->key, x->n_key, at + y->key, y->n_key);
  if (!order) order = (x->kind > y->kind) - (x->kind < y->kind);
  return order ? order : (x->key > y->key) - (x->key < y->key);
}

static u32 n_shared(const char *keys, const EndRow *before, const EndRow *row) {
  u32 n = 0, most = before ? MIN(before->n_key, row->n_key) : 0;
  while (n < most && keys[before->key + n] == keys[row->key + n]) n++;
  return n;
}

static void write_header(EndWriter *w, Text *to) {
  wire_add(to, w->missing.n);
  for (u32 i = 0; i < w->missing.n; i++) wire_add_text(to, w->missing.at[i]);
  wire_add(to, w->sides.all.n - w->n_sides);
  for (u32 i = w->n_sides; i < w->sides.all.n; i++) wire_add(to, w->sides.all.at[i]);
  w->n_sides = w->sides.all.n;
  wire_add(to, w->endings.n);
  for (u32 i = 0; i < w->endings.n; i++) {
    wire_add(to, w->endings.at[i].stop);
    wire_add_text(to, w->endings.at[i].place);
    wire_add_text(to, w->endings.at[i].text);
  }
}

static void write_row(const EndWriter *w, const EndRow *before, const EndRow *row,
                      PathEncoder *paths, Text *to) {
  u32 shared = n_shared(w->keys.at, before, row);
  wire_add(to, shared);
  wire_add_bytes(to, w->keys.at + row->key + shared, row->n_key - shared);
  wire_add(to, row->kind);
  wire_add(to, row->n_instructions);
  if (row->kind == ROW_PLAIN_PATH) {
    wire_add(to, row->ending);
    wire_add(to, row->n_decisions);
    return;
  }
  path_encode(paths, row->path, to);
  text_add_n(to, w->more.at + row->more, row->n_more);
}

size_t end_writer_bytes(const EndWriter *w) {
  return w->keys.n + w->more.n + w->rows.n * sizeof *w->rows.at;
}

static void forget_rows(EndWriter *w) {
  for (u32 i = 0; i < w->rows.n; i++) path_unref(w->rows.at[i].path);
  vec_clear(&w->rows);
  text_clear(&w->keys);
  text_clear(&w->more);
  names_free(&w->missing);
}

void end_writer_batch(EndWriter *w, Text *to) {
  cleanup(path_encoder_done) PathEncoder paths = {0};
  text_add_n(&w->keys, "", 0);
  if (w->rows.n) qsort_r(w->rows.at, w->rows.n, sizeof *w->rows.at, by_key, w->keys.at);
  write_header(w, to);
  for (u32 i = 0; i < w->rows.n; i++)
    write_row(w, i ? &w->rows.at[i - 1] : NULL, &w->rows.at[i], &paths, to);
  forget_rows(w);
}

void end_writer_done(EndWriter *w) {
  forget_rows(w);
  vec_free(&w->rows);
  text_free(&w->keys);
  text_free(&w->more);
  end_keys_done(&w->at);
  map_done(&w->endings_at);
  for (u32 i = 0; i < w->endings.n; i++) {
    mem_free(w->endings.at[i].place);
    mem_free(w->endings.at[i].text);
  }
  vec_free(&w->endings);
  side_set_done(&w->sides);
}
