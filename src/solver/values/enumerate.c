/* enumerate.c — one word runs through the 256 values of its lowest byte at once (lanes.h), while
 * its other bytes and the other words advance like the wheels of a meter. */
#include "solver/values/enumerate.h"

#include "expr/input.h"

enum { LANE_BITS = 8 };

/* ---- rows ------------------------------------------------------------------------- */

/* The rows that a word needs by itself. */
static u64 rows_of(const RangedWord *w, bool is_lane) {
  assert(w->min <= w->max);
  u32 shift = is_lane ? LANE_BITS : 0;
  u64 n = (w->max >> shift) - (w->min >> shift) + 1;
  return n ? n : UINT64_MAX;
}

u64 enumerate_rows(const RangedWord *words, u32 n, u32 *ret_lane) {
  u64 least = UINT64_MAX;
  for (u32 lane = 0; lane < n; lane++) {
    u64 rows = 1;
    if (expr_var_low(words[lane].word) % 8) continue; /* its lowest byte is no cell */
    for (u32 i = 0; i < n; i++)
      if (__builtin_mul_overflow(rows, rows_of(&words[i], i == lane), &rows)) rows = UINT64_MAX;
    if (rows >= least) continue;
    least = rows;
    *ret_lane = lane;
  }
  return least;
}

/* ---- a row ------------------------------------------------------------------------ */

typedef struct Meter {
  const RangedWord *words;
  u32 n, lane, cell;
  u64 at[MAX_RANGED_WORDS]; /* of each word; of the one in the lanes without its lowest byte */
} Meter;

static void set_words(const Meter *m, Model *io_model) {
  for (u32 i = 0; i < m->n; i++) {
    Expr word = m->words[i].word;
    u64 v = i == m->lane ? m->at[i] << LANE_BITS : m->at[i];
    model_set_bits(io_model, expr_input(word), expr_var_low(word), expr_width(word), &v);
  }
}

/* The next point of all words but the lanes; false: that was the last. */
static bool turn(Meter *m) {
  for (u32 i = 0; i < m->n; i++) {
    u32 shift = i == m->lane ? LANE_BITS : 0;
    if (m->at[i] < m->words[i].max >> shift) {
      m->at[i]++;
      return true;
    }
    m->at[i] = m->words[i].min >> shift;
  }
  return false;
}

/* The values of the byte with which all terms hold, the question first; false: no lanes. */
static bool fitting(Query *q, const ExprVec *terms, u32 cell, const Model *m, ByteSet *ret) {
  *ret = BYTE_SET_ALL;
  for (u32 i = terms->n; i-- > 0 && !byte_set_is_empty(*ret);) {
    ByteSet row;
    if (!lanes_table(q->trail->domains.lanes, q->eval, terms->at[i], cell, m, LANES_KEPT, &row))
      return false;
    *ret = byte_set_and(*ret, row);
  }
  return true;
}

Answer enumerate_search(Query *q, const ExprVec *terms, const RangedWord *words, u32 n,
                        Model *io_model) {
  Meter m = {.words = words, .n = n};
  assert(n <= MAX_RANGED_WORDS);
  if (enumerate_rows(words, n, &m.lane) == UINT64_MAX) return ANSWER_UNKNOWN;
  assert(m.lane < n);
  Expr lane = words[m.lane].word;
  m.cell = input_info(expr_input(lane))->first_cell + expr_var_low(lane) / 8;
  for (u32 i = 0; i < n; i++) m.at[i] = words[i].min >> (i == m.lane ? LANE_BITS : 0);
  do {
    ByteSet fits;
    set_words(&m, io_model);
    if (query_is_late(q) || !fitting(q, terms, m.cell, io_model, &fits)) return ANSWER_UNKNOWN;
    if (query_fit_byte(q, terms, m.cell, fits, io_model)) return ANSWER_YES;
  } while (turn(&m));
  return ANSWER_NO;
}
