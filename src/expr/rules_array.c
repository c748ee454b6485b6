/* rules_array.c — rules on select and store.
 *
 * A read passes the writes that certainly hit other elements, in a loop: update
 * chains may be long.
 */
#include "expr/facts.h"
#include "expr/input.h"
#include "expr/rules.h"
#include "expr/value.h"

/* Reads of a table by a symbolic index look at no more elements than this. */
enum { MAX_SCAN = 256 };

/* An index as base + offset; the base of a constant is none. */
typedef struct IndexPlace {
  Expr base;
  u64 offset;
} IndexPlace;

static IndexPlace place_of(Expr index) {
  if (expr_is_const(index)) return (IndexPlace){EXPR_NONE, expr_value(index)};
  if (is_with_const(index, EXPR_ADD)) return (IndexPlace){kid(index, 0), expr_value(kid(index, 1))};
  return (IndexPlace){index, 0};
}

/* Certainly another element? */
static bool is_apart(Expr i, Expr j) {
  IndexPlace p = place_of(i), q = place_of(j);
  if (expr_same(p.base, q.base)) return p.offset != q.offset;
  Facts f = expr_facts(i), g = expr_facts(j);
  return f.umax < g.umin || g.umax < f.umin || (f.ones & g.zeros) || (f.zeros & g.ones);
}

/* The array below all writes that certainly miss the index. */
static Expr below_misses(Expr array, Expr index) {
  while (is_kind(array, EXPR_STORE) && is_apart(kid(array, 1), index)) array = kid(array, 0);
  return array;
}

/* The element, if known, at a constant index of an array that is not a store. */
static Expr element_of(Expr array, u64 index) {
  u32 width = expr_width(array);
  if (is_kind(array, EXPR_ARRAY_FILL)) return kid(array, 0);
  if (is_kind(array, EXPR_ARRAY_TABLE)) {
    u32 n;
    const u64 *elements = expr_table(array, &n);
    return expr_const(width, index < n ? elements[index] : 0);
  }
  if (!is_kind(array, EXPR_ARRAY_INPUT)) return NO_RULE;
  Input in = expr_input(array);
  const InputInfo *info = input_info(in);
  if (info->shape == INPUT_ARRAY) return NO_RULE;
  if (index >= info->n_bits / width) return zero(width);
  return expr_var(in, (u32)index * width, width);
}

/* ---- select -------------------------------------------------------------- */

/* match:  (select (store A i x) j), i certainly not j, any number of times
 * result: (select A j) */
RULE(select_miss) {
  Expr array = below_misses(t->a, t->b);
  return expr_same(array, t->a) ? NO_RULE : expr_select(array, t->b);
}

/* match:  (select (store A i x) i)
 * result: x */
RULE(select_hit) {
  bool hits = is_kind(t->a, EXPR_STORE) && expr_same(kid(t->a, 1), t->b);
  return hits ? kid(t->a, 2) : NO_RULE;
}

/* match:  (select F i), F with the same element everywhere
 * result: that element */
RULE(select_fill) {
  return is_kind(t->a, EXPR_ARRAY_FILL) ? kid(t->a, 0) : NO_RULE;
}

/* match:  (select T C), T a table
 * result: its element, 0 past its end */
RULE(select_table) {
  if (!is_kind(t->a, EXPR_ARRAY_TABLE) || !expr_is_const(t->b)) return NO_RULE;
  return element_of(t->a, expr_value(t->b));
}

/* match:  (select T i), T a table whose elements in the range of i are equal
 * result: that element */
RULE(select_table_range) {
  if (!is_kind(t->a, EXPR_ARRAY_TABLE)) return NO_RULE;
  Facts f = expr_facts(t->b);
  u32 n;
  const u64 *elements = expr_table(t->a, &n);
  if (f.umin >= n) return zero(t->width);
  u64 last = MIN(f.umax, n - 1), value = elements[f.umin];
  if (last - f.umin >= MAX_SCAN || (f.umax >= n && value != 0)) return NO_RULE;
  for (u64 i = f.umin; i <= last; i++)
    if (elements[i] != value) return NO_RULE;
  return expr_const(t->width, value);
}

/* match:  (select A C), A the bytes of an input
 * result: that slice of the input, 0 past its end */
RULE(select_input) {
  if (!is_kind(t->a, EXPR_ARRAY_INPUT) || !expr_is_const(t->b)) return NO_RULE;
  return element_of(t->a, expr_value(t->b));
}

/* What a read at a constant index gives without a select, or nothing. */
static Expr resolved(Expr array, Expr index) {
  array = below_misses(array, index);
  if (is_kind(array, EXPR_STORE)) return expr_same(kid(array, 1), index) ? kid(array, 2) : NO_RULE;
  return element_of(array, expr_value(index));
}

/* match:  (select (ite c A B) C), where both reads resolve
 * result: (ite c (select A C) (select B C)) */
RULE(select_ite) {
  if (!is_kind(t->a, EXPR_ITE) || !expr_is_const(t->b)) return NO_RULE;
  Expr x = resolved(kid(t->a, 1), t->b);
  if (expr_is_none(x)) return NO_RULE;
  Expr y = resolved(kid(t->a, 2), t->b);
  return expr_is_none(y) ? NO_RULE : expr_ite(kid(t->a, 0), x, y);
}

/* ---- store --------------------------------------------------------------- */

/* match:  (store (store A i x) i y)
 * result: (store A i y) */
RULE(store_again) {
  if (!is_kind(t->a, EXPR_STORE) || !expr_same(kid(t->a, 1), t->b)) return NO_RULE;
  return expr_store(kid(t->a, 0), t->b, t->c);
}

/* match:  (store A i (select A i))
 * result: A */
RULE(store_back) {
  bool is_read =
      is_kind(t->c, EXPR_SELECT) && expr_same(kid(t->c, 0), t->a) && expr_same(kid(t->c, 1), t->b);
  return is_read ? t->a : NO_RULE;
}

/* match:  (store F i x), F with x everywhere
 * result: F */
RULE(store_fill) {
  return is_kind(t->a, EXPR_ARRAY_FILL) && expr_same(kid(t->a, 0), t->c) ? t->a : NO_RULE;
}
