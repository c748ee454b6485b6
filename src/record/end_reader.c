/* end_reader.c — merges sorted batches.
 *
 * A heap has the batches by their next rows.  Neighbours in the order are mostly of one batch, as a process stays below one
 * decision for long: so the first batch is read on as long as it comes before the second.
 */
#include "record/end_reader.h"

#include "explore/path_wire.h"
#include "record/end_writer.h"

typedef struct EndBatch {
  void *bytes;              /* owned */
  VEC(PlainEnding) endings; /* borrows its texts from the lexicon */
  PathDecoder paths;
  Wire at;  /* behind the head of the row */
  Text key; /* of the row, as all that follows */
  EndRowKind kind;
  u64 n_instructions;
  u32 number; /* of the batch */
} EndBatch;

struct EndReader {
  const Module *module; /* borrowed */
  Lexicon *lexicon;     /* borrowed */
  VEC(EndBatch *) heap; /* owned; those with rows left; the first one's row is next */
  VEC(EndBatch *) all;  /* owned */
  Names missing;
  U64Vec sides;
};

EndReader *end_reader_new(const Module *m, Lexicon *texts) {
  EndReader *r = NEW(EndReader);
  r->module = m;
  r->lexicon = texts;
  return r;
}

static void batch_free(EndBatch *b) {
  mem_free(b->bytes);
  vec_free(&b->endings);
  path_decoder_done(&b->paths);
  text_free(&b->key);
  mem_free(b);
}

EndReader *end_reader_free(EndReader *r) {
  if (!r) return NULL;
  for (u32 i = 0; i < r->all.n; i++) batch_free(r->all.at[i]);
  vec_free(&r->all);
  vec_free(&r->heap);
  names_free(&r->missing);
  vec_free(&r->sides);
  mem_free(r);
  return NULL;
}

static Err damaged(void) { return err_set(ERR_INPUT, "what was found so far is damaged"); }

/* ---- a batch ----------------------------------------------------------------------------------- */

static void read_missing(EndReader *r, Wire *from) {
  cleanup(freep) char *name = wire_next_text(from);
  for (u32 i = 0; i < r->missing.n; i++)
    if (!strcmp(r->missing.at[i], name)) return;
  names_add(&r->missing, name);
}

static void read_header(EndReader *r, EndBatch *b) {
  Wire *from = &b->at;
  for (u32 n = wire_next_count(from); n > 0; n--) read_missing(r, from);
  for (u32 n = wire_next_count(from); n > 0; n--) vec_push(&r->sides, wire_next(from));
  for (u32 n = wire_next_count(from); n > 0; n--) {
    PlainEnding e = {.stop = (Stop)wire_next_below(from, STOP_COUNT)};
    e.place = (char *)lexicon_read(from, r->lexicon);
    e.text = (char *)lexicon_read(from, r->lexicon);
    from->is_bad |= e.stop == STOP_NOT;
    vec_push(&b->endings, e);
  }
}

/* The head of the next row. */
static void read_head(EndBatch *b) {
  u64 n_shared = wire_next_below(&b->at, b->key.n + 1);
  u32 n_rest;
  const u8 *rest = wire_next_bytes(&b->at, &n_rest);
  b->key.n = n_shared;
  text_add_n(&b->key, (const char *)rest, n_rest);
  b->kind = (EndRowKind)wire_next_below(&b->at, ROW_KIND_COUNT);
  b->n_instructions = wire_next(&b->at);
}

Err end_reader_add(EndReader *r, const void *batch, size_t n) {
  EndBatch *b = NEW(EndBatch);
  b->bytes = mem_dup(batch, MAX(n, (size_t)1));
  b->at = wire_of(b->bytes, n);
  b->number = r->all.n;
  b->paths.module = r->module;
  vec_push(&r->all, b);
  read_header(r, b);
  if (wire_has_more(&b->at)) {
    read_head(b);
    vec_push(&r->heap, b);
  }
  return b->at.is_bad ? damaged() : OK;
}

/* ---- the order --------------------------------------------------------------------------------- */

static bool comes_before(const EndBatch *a, const EndBatch *b) {
  int order = end_key_compare(a->key.at, a->key.n, b->key.at, b->key.n);
  if (!order) order = (a->kind > b->kind) - (a->kind < b->kind);
  return order ? order < 0 : a->number < b->number;
}

static u32 first_child(const EndReader *r, u32 at) {
  u32 left = 2 * at + 1;
  bool is_right = left + 1 < r->heap.n && comes_before(r->heap.at[left + 1], r->heap.at[left]);
  return left + is_right;
}

static void sink(EndReader *r, u32 at) {
  for (u32 child; 2 * at + 1 < r->heap.n; at = child) {
    child = first_child(r, at);
    if (comes_before(r->heap.at[at], r->heap.at[child])) return;
    EndBatch *b = r->heap.at[at];
    r->heap.at[at] = r->heap.at[child];
    r->heap.at[child] = b;
  }
}

static void make_heap(EndReader *r) {
  for (u32 i = r->heap.n / 2; i-- > 0;) sink(r, i);
}

/* ---- rows -------------------------------------------------------------------------------------- */

static void replay_plain(EndBatch *b, Recorder *to) {
  u64 ending = wire_next_below(&b->at, b->endings.n);
  u32 n_decisions = (u32)wire_next_below(&b->at, UINT32_MAX);
  if (b->at.is_bad) return;
  const PlainEnding *e = &b->endings.at[ending];
  recorder_add_plain_end(to,
                         &(PlainEnd){e->stop, b->n_instructions, n_decisions, e->place, e->text});
}

static void replay_path(EndReader *r, EndBatch *b, Path *path, Recorder *to) {
  TestCase test = {0};
  EndFacts facts = {0};
  Wire *from = &b->at;
  Stop stop = (Stop)wire_next_below(from, STOP_COUNT);
  end_facts_read(from, r->lexicon, &facts);
  bool has_test = wire_next_below(from, 2);
  if (has_test) test_case_read(from, &test);
  from->is_bad |= stop == STOP_NOT;
  from->is_bad |= has_test && stop_infos[stop].class == STOP_BUG && !facts.has_finding;
  PathEnd end = {.stop = stop,
                 .text = facts.text,
                 .path = path,
                 .n_instructions = b->n_instructions,
                 .test = has_test ? &test : NULL};
  if (!from->is_bad) recorder_add_end(to, &end, &facts);
  end_facts_done(&facts);
  test_case_free(&test);
}

static void replay_warning(EndReader *r, EndBatch *b, const Path *path, Recorder *to) {
  TestCase test = {0};
  Finding finding = {0};
  Wire *from = &b->at;
  UninitUse use = (UninitUse)wire_next_below(from, UNINIT_USE_COUNT);
  bool is_certain = wire_next_below(from, 2);
  finding_read(from, r->lexicon, &finding);
  test_case_read(from, &test);
  if (!from->is_bad)
    recorder_add_warning(to, &(UninitWarning){use, is_certain, &finding, path, &test});
  finding_done(&finding);
  test_case_free(&test);
}

static void replay_pending_test(EndBatch *b, Recorder *to) {
  TestCase test = {0};
  test_case_read(&b->at, &test);
  if (!b->at.is_bad) recorder_add_pending_test(to, b->n_instructions, &test);
  test_case_free(&test);
}

static void replay_row(EndReader *r, EndBatch *b, Recorder *to) {
  if (b->kind == ROW_PLAIN_PATH) {
    replay_plain(b, to);
    return;
  }
  Path *path = path_decode(&b->paths, &b->at);
  if (b->kind == ROW_PATH)
    replay_path(r, b, path, to);
  else if (b->kind == ROW_PENDING_TEST)
    replay_pending_test(b, to);
  else
    replay_warning(r, b, path, to);
  path_unref(path);
}

/* The first batch as far as it comes before the others. */
static Err replay_first(EndReader *r, Recorder *to) {
  EndBatch *b = r->heap.at[0];
  const EndBatch *second = r->heap.n > 1 ? r->heap.at[first_child(r, 0)] : NULL;
  do {
    replay_row(r, b, to);
    if (wire_has_more(&b->at)) {
      read_head(b);
    } else if (!b->at.is_bad) {
      r->heap.at[0] = vec_last(&r->heap);
      r->heap.n--;
      break;
    }
    if (b->at.is_bad) return damaged();
  } while (!second || comes_before(b, second));
  sink(r, 0);
  return OK;
}

Err end_reader_replay(EndReader *r, Recorder *to) {
  for (u32 i = 0; i < r->missing.n; i++) recorder_missing(to, r->missing.at[i]);
  recorder_add_sides(to, r->sides.at, r->sides.n);
  make_heap(r);
  while (r->heap.n) TRY(replay_first(r, to));
  return OK;
}
