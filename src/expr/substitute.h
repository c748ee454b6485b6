/* substitute.h — terms in which others stand for some of theirs. */
#pragma once

#include "base/map.h"
#include "expr/expr.h"

/* Terms and what stands for them; a zeroed one is empty. */
typedef struct Substitution {
  Map map; /* expr id → expr id, given ones and memo */
  u32 n;   /* how many were given */
  ExprVec stack;
} Substitution;

void substitution_done(Substitution *s);
void substitution_clear(Substitution *s);
void substitution_put(Substitution *s, Expr from, Expr to); /* same width */

/* e with every given term replaced, rebuilt through the constructors. */
Expr substitute(Substitution *s, Expr e);
/* The same for one term only. */
Expr substitute_one(Expr e, Expr from, Expr to);
