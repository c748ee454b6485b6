/* rules.h — for the files rules_*.c only: how a rule is written. */
#ifndef EXPR_RULES_H
#define EXPR_RULES_H

#include "expr/rewrite.h"

/* RULE(name) { … return result or NO_RULE; } defines one rule of rules.def. */
#define RULE(name) Expr rule_##name(const Candidate *t)
#define NO_RULE EXPR_NONE

#define RULE_OF(kind, name) RULE(name);
#include "expr/rules.def"
#undef RULE_OF

static inline bool is_kind(Expr e, ExprKind kind) {
  return expr_kind(e) == kind;
}
static inline Expr kid(Expr e, u32 i) {
  return expr_kid(e, i);
}

#endif
