/* rules.h — for the files rules_*.c only: how a rule is written. */
#pragma once

#include "expr/rewrite.h"

/* RULE(name) { … return result or NO_RULE; } defines one rule of rules.def. */
#define RULE(name) Expr rule_##name(const Candidate *t)
#define NO_RULE EXPR_NONE

#define RULE_OF(kind, name) RULE(name);
#define RULE_BY(kind, name, shared) RULE(shared);
#include "expr/rules.def"
#undef RULE_OF

static inline bool is_kind(Expr e, ExprKind kind) { return expr_kind(e) == kind; }
static inline Expr kid(Expr e, u32 i) { return expr_kid(e, i); }

static inline Expr zero(u32 width) { return expr_const(width, 0); }
static inline Expr one(u32 width) { return expr_const(width, 1); }
static inline Expr ones(u32 width) { return expr_not(expr_const(width, 0)); }
static inline bool is_zero(Expr e) { return expr_is_value(e, 0); }

/* Is one the bitwise complement of the other? */
static inline bool is_complement(Expr a, Expr b) {
  if (is_kind(a, EXPR_NOT) && expr_same(kid(a, 0), b)) return true;
  return is_kind(b, EXPR_NOT) && expr_same(kid(b, 0), a);
}

/* Is a binary term of this kind whose second operand is a constant? */
static inline bool is_with_const(Expr e, ExprKind kind) {
  return is_kind(e, kind) && expr_is_const(kid(e, 1));
}

/* ---- constants of any width (rules_const.c) ------------------------------ */

u32 const_low_zeros(Expr c);  /* number of zeros below the lowest one; the width if c is 0 */
u32 const_high_zeros(Expr c); /* number of zeros above the highest one; the width if c is 0 */

/* Is c equal to 2^k? */
bool const_log2(Expr c, u32 *ret_k);

/* The value of c, or UINT32_MAX where it does not fit: shift distances. */
u32 const_small(Expr c);

/* ---- shared by several files (rules_const.c) ------------------------------ */

bool is_nonneg(Expr e); /* never negative, by its form or its facts */

/* An ITE between two constants. */
static inline bool is_const_ite(Expr e) {
  return is_kind(e, EXPR_ITE) && expr_is_const(kid(e, 1)) && expr_is_const(kid(e, 2));
}

/* (ite c k1 k2) between constants; ite_zext may have put a zext around it. */
typedef struct ConstIte {
  Expr c, k1, k2;
} ConstIte;

bool is_const_choice(Expr e, ConstIte *ret);
