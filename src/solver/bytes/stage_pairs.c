/* stage_pairs.c — questions about a few bytes: exhaustively for two, and for
 * more by changing one byte of the model at a time.
 *
 * Two bytes are 256 rows of 256 lanes, at most some hundred microseconds:
 * cheaper than circuits, and complete.  Where the path has more to say of
 * the same two bytes, its conditions are tables, too (pair_tables.h), and what
 * is left of all of them is the answer. */
#include "expr/input.h"
#include "solver/bytes/pair_tables.h"
#include "solver/chain/stage.h"
#include "solver/validate.h"

/* What the stage keeps. */
typedef struct Pairs {
  PairTables tables;
  u32 n_no_gain; /* how many more questions about two bytes were left open than answered, or so */
  u32 n_rested;
} Pairs;

enum {
  /* All pairs take a millisecond.  Where other bytes decide which of them are left (a checksum), they are only tried now
   * and then. */
  MAX_NO_GAIN = 32,
  REST = 16,
  MAX_CELLS = 4, /* of a question that is worth repairing byte by byte: a word, or a few bytes.
                  * With 16, Dijkstra's paths (sums of words) took a third longer in all. */
  MAX_TRIED = 4, /* values per byte, each validated */
};

/* Is there a pair of values?  The byte with fewer remaining values has the rows, because each row
 * costs a table.  Sets q->found, or *ret_is_empty when no row has a value left. */
static void search_rows(Query *q, const u32 *asked, bool *ret_is_empty) {
  Domains *d = &q->trail->domains;
  bool is_swapped =
      byte_set_count(domains_get(d, asked[1])) < byte_set_count(domains_get(d, asked[0]));
  const u32 cells[2] = {asked[is_swapped], asked[!is_swapped]};
  ByteSet rows = domains_get(d, cells[0]), columns = domains_get(d, cells[1]);
  Model *m = model_copy(q->base);
  *ret_is_empty = true;
  for (u32 v = byte_set_next(rows, 0); v < 256 && !q->found; v = byte_set_next(rows, v + 1)) {
    ByteSet row;
    model_set_byte(m, cells[0], (u8)v);
    if (query_is_late(q) || !lanes_table(d->lanes, q->eval, q->e, cells[1], m, LANES_USED, &row)) {
      *ret_is_empty = false;
      break;
    }
    row = byte_set_and(row, columns);
    if (byte_set_is_empty(row)) continue;
    *ret_is_empty = false;
    q->found = model_with_byte(q, m, row, cells[1], MAX_TRIED);
  }
  model_unref(m);
}

/* The pairs that satisfy the domains and the conditions of the path on just these two bytes; false:
 * the path has no such condition. */
static bool pairs_of_path(PairTables *p, Query *q, const u32 *cells, PairTable *ret) {
  Domains *d = &q->trail->domains;
  ByteSet rows = domains_get(d, cells[0]), columns = domains_get(d, cells[1]);
  U32Vec items = {0};
  bool found = false;
  const InputInfo *info = input_info(input_of_cell(cells[0]));
  /* The last byte of an input may have fewer bits. */
  u32 n_values = 1u << MIN(8, info->n_bits - 8 * (cells[0] - info->first_cell));
  for (u32 v = 0; v < 256; v++)
    ret->row[v] = v < n_values && byte_set_has(rows, v) ? columns : (ByteSet){0};
  trail_readers(q->trail, cells, 1, &items);
  for (u32 i = 0; i < items.n && !query_is_late(q); i++) {
    u32 n;
    Expr e = q->trail->items.at[items.at[i]].e;
    const u32 *read = cells_of(&q->trail->cells, e, &n);
    if (n == 2 && read[0] == cells[0] && read[1] == cells[1])
      found |= pair_tables_and(p, d->lanes, q->eval, e, cells, ret);
  }
  vec_free(&items);
  return found;
}

/* The first pairs that are left, each validated. */
static Verdict search_pairs(Query *q, const u32 *cells, const PairTable *left) {
  Model *m = model_copy(q->base);
  bool is_empty = true;
  for (u32 v = 0, n_tried = 0; v < 256 && n_tried < MAX_TRIED && !q->found; v++) {
    if (byte_set_is_empty(left->row[v])) continue;
    is_empty = false;
    model_set_byte(m, cells[0], (u8)v);
    q->found = model_with_byte(q, m, left->row[v], cells[1], MAX_TRIED);
    n_tried++;
  }
  model_unref(m);
  return q->found ? FOUND : is_empty ? REFUTED : SILENT;
}

/* One byte after the other, all else as in the base model. */
static void repair(Query *q, const u32 *cells, u32 n) {
  Domains *d = &q->trail->domains;
  for (u32 i = 0; i < n && !q->found; i++) {
    ByteSet table;
    if (!lanes_table(d->lanes, q->eval, q->e, cells[i], q->base, LANES_USED, &table)) return;
    table = byte_set_and(table, domains_get(d, cells[i]));
    q->found = model_with_byte(q, q->base, table, cells[i], MAX_TRIED);
  }
}

/* A sparse array has one cell too, but no 256 values. */
static bool is_byte(u32 cell) { return input_info(input_of_cell(cell))->shape != INPUT_ARRAY; }

static Verdict ask_two(PairTables *p, Query *q, const u32 *cells) {
  PairTable left;
  bool is_empty;
  if (pairs_of_path(p, q, cells, &left)) {
    bool has_table = pair_tables_and(p, q->trail->domains.lanes, q->eval, q->e, cells, &left);
    return has_table ? search_pairs(q, cells, &left) : SILENT;
  }
  search_rows(q, cells, &is_empty);
  if (q->found) return FOUND;
  return is_empty ? REFUTED : SILENT;
}

static Verdict pairs_ask(void *self, Query *q) {
  Pairs *p = self;
  u32 n, own[MAX_CELLS];
  const u32 *cells = cells_of(&q->trail->cells, q->e, &n);
  if (n < 2 || n > MAX_CELLS || !q->base_holds) return SILENT;
  memcpy(own, cells, n * sizeof *own);
  repair(q, own, n);
  if (q->found) return FOUND;
  if (n != 2 || !is_byte(own[0]) || !is_byte(own[1])) return SILENT;
  if (p->n_no_gain >= MAX_NO_GAIN && p->n_rested++ % REST) return SILENT;
  Verdict v = ask_two(&p->tables, q, own);
  p->n_no_gain = v == SILENT ? p->n_no_gain + 1 : p->n_no_gain / 2;
  return v;
}

static void pairs_close(void *self) { pair_tables_done(&((Pairs *)self)->tables); }

const StageOps stage_pairs = {.n_bytes = sizeof(Pairs), .close = pairs_close, .ask = pairs_ask};
