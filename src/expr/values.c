/* values.c — computes the sets of values of terms that have only a few; see values.h.
 *
 * Sets of values go up the term: a choice has the values of both arms, an element of a table those
 * of the table where the index can be, an operation those of its operands combined.  Where that
 * says nothing, the values in the range of the facts are listed.  Terms are large, so only some
 * nodes are visited.
 */
#include "expr/values.h"

#include "expr/facts.h"

enum { MAX_NODES = 128, MAX_ELEMENTS = 4096, MAX_COMBINED = 256 };

typedef struct ValueSet {
  u64 at[MAX_VALUES_LISTED]; /* ascending */
  u32 n;
} ValueSet;

typedef struct ValueSearch {
  u32 max;     /* values that a set may have */
  u32 n_nodes; /* looked at so far */
} ValueSearch;

static bool values_add(const ValueSearch *s, ValueSet *v, u64 value) {
  u32 k = v->n;
  while (k && v->at[k - 1] > value) k--;
  if (k && v->at[k - 1] == value) return true;
  if (v->n == s->max) return false;
  for (u32 i = v->n++; i > k; i--) v->at[i] = v->at[i - 1];
  v->at[k] = value;
  return true;
}

static bool values_of(ValueSearch *s, Expr e, ValueSet *io);

static bool values_of_range(const ValueSearch *s, Expr e, ValueSet *io) {
  Facts facts = expr_facts(e);
  if (facts.umin > facts.umax || facts.umax - facts.umin >= s->max) return false;
  for (u64 k = 0; k <= facts.umax - facts.umin; k++)
    if (!values_add(s, io, facts.umin + k)) return false;
  return true;
}

/* Zeros are past the end of a table. */
static bool values_of_table(const ValueSearch *s, Expr table, Expr index, ValueSet *io) {
  if (expr_width(index) > 64) return false;
  Facts facts = expr_facts(index);
  u32 n;
  const u64 *elements = expr_table(table, &n);
  if (facts.umax >= n && !values_add(s, io, 0)) return false;
  if (!n) return true;
  u64 end = MIN(facts.umax, (u64)n - 1);
  if (facts.umin <= end && end - facts.umin >= MAX_ELEMENTS) return false;
  for (u64 k = facts.umin; k <= end; k++)
    if (!values_add(s, io, elements[k])) return false;
  return true;
}

/* The constructors compute what an operation makes of constants. */
static bool values_of_operation(ValueSearch *s, Expr e, ValueSet *io) {
  ValueSet kids[2] = {{.n = 0}, {.at = {0}, .n = 1}};
  u32 arity = expr_arity(e), widths[2] = {0};
  for (u32 i = 0; i < arity; i++) {
    Expr kid = expr_kid(e, i);
    widths[i] = expr_width(kid);
    if (expr_is_array(kid) || !values_of(s, kid, &kids[i])) return false;
  }
  if (kids[0].n * kids[1].n > MAX_COMBINED) return false;
  for (u32 i = 0; i < kids[0].n * kids[1].n; i++) {
    Expr with[3] = {expr_const(widths[0], kids[0].at[i / kids[1].n])};
    if (arity == 2) with[1] = expr_const(widths[1], kids[1].at[i % kids[1].n]);
    Expr made = expr_with_kids(e, with);
    if (!expr_is_const(made) || !values_add(s, io, expr_value(made))) return false;
  }
  return true;
}

static bool values_of_structure(ValueSearch *s, Expr e, ValueSet *io) {
  if (expr_kind(e) == EXPR_ITE)
    return values_of(s, expr_kid(e, 1), io) && values_of(s, expr_kid(e, 2), io);
  if (expr_kind(e) == EXPR_SELECT)
    return expr_kind(expr_kid(e, 0)) == EXPR_ARRAY_TABLE &&
           values_of_table(s, expr_kid(e, 0), expr_kid(e, 1), io);
  return (expr_arity(e) == 1 || expr_arity(e) == 2) && values_of_operation(s, e, io);
}

/* Adds them; false when they are not known or too many. */
static bool values_of(ValueSearch *s, Expr e, ValueSet *io) {
  if (expr_width(e) > 64 || ++s->n_nodes > MAX_NODES) return false;
  if (expr_is_const(e)) return values_add(s, io, expr_value(e));
  ValueSet more = *io;
  bool ok = values_of_structure(s, e, &more);
  if (!ok) more = *io;
  if (!ok && !values_of_range(s, e, &more)) return false;
  *io = more;
  return true;
}

/* ---- public -------------------------------------------------------------------------------------- */

u32 expr_values(Expr e, u32 max, u64 *ret) {
  assert(max <= MAX_VALUES_LISTED && !expr_is_array(e));
  ValueSearch s = {.max = max};
  ValueSet v = {.n = 0};
  if (!max || !values_of(&s, e, &v)) return 0;
  for (u32 k = 0; k < v.n; k++) ret[k] = v.at[k];
  return v.n;
}

Expr expr_core(Expr e) {
  for (;;) {
    ExprKind kind = expr_kind(e);
    if (kind == EXPR_ZEXT || kind == EXPR_SEXT || kind == EXPR_NEG) {
      e = expr_kid(e, 0);
      continue;
    }
    bool is_plain = kind == EXPR_ADD || kind == EXPR_MUL || kind == EXPR_CONCAT;
    if (is_plain && expr_is_const(expr_kid(e, 0)))
      e = expr_kid(e, 1);
    else if ((is_plain || kind == EXPR_SHL) && expr_is_const(expr_kid(e, 1)))
      e = expr_kid(e, 0);
    else
      return e;
  }
}
