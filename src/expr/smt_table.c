/* smt_table.c — constant tables, which SMT-LIB can only say as stores.
 *
 * A table of n elements is printed as stores of n-1, n-1, n-2, …, 1, 0 into a
 * constant array of zeros.  The first store is there twice.  No simplified term
 * has that, so a table is read back as a table, and other chains of stores are
 * read back as stores.
 */
#include "expr/smt_impl.h"

static void run_start(TableRun *r, u32 position, u64 index, u64 word) {
  r->is_live = true;
  r->is_doubled = false;
  r->position = position;
  r->last = index;
  vec_clear(&r->words);
  vec_push(&r->words, word);
}

bool run_extend(TableRun *r, const Term *args, u32 position) {
  Expr index = args[1].e, element = args[2].e;
  if (!expr_is_const(index) || !expr_is_const(element) || expr_width(element) > 64) return false;
  u64 i = expr_value(index), word = expr_value(element);
  if (!r->is_live) {
    Expr zeros = args[0].e;
    if (expr_kind(zeros) != EXPR_ARRAY_FILL || !expr_is_value(expr_kid(zeros, 0), 0)) return false;
    run_start(r, position, i, word);
    return true;
  }
  assert(r->position == position);
  if (!r->is_doubled) {
    r->is_doubled = i == r->last && word == r->words.at[0];
    return r->is_doubled;
  }
  if (r->last == 0 || i != r->last - 1) return false;
  r->last = i;
  vec_push(&r->words, word);
  return true;
}

static Expr as_table(const TableRun *r, Expr zeros) {
  u32 n = r->words.n;
  for (u32 i = 0; i < n / 2; i++) {
    u64 swap = r->words.at[i];
    r->words.at[i] = r->words.at[n - 1 - i];
    r->words.at[n - 1 - i] = swap;
  }
  return expr_array_table(expr_index_width(zeros), expr_width(zeros), r->words.at, n);
}

static Expr as_stores(const TableRun *r, Expr array) {
  u32 n = r->words.n;
  for (u32 i = 0; i < n; i++) {
    Expr index = expr_const(expr_index_width(array), r->last + n - 1 - i);
    array = expr_store(array, index, expr_const(expr_width(array), r->words.at[i]));
  }
  return array;
}

Expr run_finish(TableRun *r, Expr zeros) {
  assert(r->is_live);
  r->is_live = false;
  return r->is_doubled && r->last == 0 ? as_table(r, zeros) : as_stores(r, zeros);
}
