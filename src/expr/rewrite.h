/* rewrite.h — the rules that constructors apply, each with a name and open to audit.
 *
 * A constructor offers a candidate (kind, width, kids already in normal form)
 * to the rules of its kind, in the order of rules.def; the first that matches
 * gives the result.  A candidate no rule matches is interned as it is.  Since
 * only irreducible terms are in the table, a candidate found there needs no
 * rule at all.
 */
#pragma once

#include "expr/expr.h"

/* A term about to be made.  Constant operands are folded before, and of a
 * commutative pair a constant is `b`, otherwise the smaller id is `a`. */
typedef struct Candidate {
  ExprKind kind;
  u32 width; /* of the result */
  Expr a, b, c;
  u32 low; /* EXTRACT: first bit */
} Candidate;

typedef Expr RuleFn(const Candidate *t); /* EXPR_NONE: does not match */

typedef enum Rule {
#define RULE_OF(kind, name) RULE_##name,
#include "expr/rules.def"
#undef RULE_OF
  RULE_COUNT
} Rule;

/* The result of the first matching rule, or EXPR_NONE. */
Expr rewrite(const Candidate *t);

const char *rule_name(Rule r);

/* Called after each application while set; the test that proves every rule
 * with Z3 listens here.  NULL switches it off. */
typedef void RuleAudit(void *user, Rule r, const Candidate *before, Expr after);
void rewrite_audit(RuleAudit *audit, void *user);
