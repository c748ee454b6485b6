/* assertions.h — what a script has asserted, as it was written, for the commands that ask for
 * it. */
#pragma once

#include "base/text.h"
#include "expr/parse.h"

typedef struct Assertion {
  Expr term;
  char *name; /* owned; NULL: it has none */
  char *text; /* owned */
} Assertion;

typedef struct Assertions {
  VEC(Assertion) all;
  VEC(u32) levels; /* how many there were at each push */
} Assertions;

void assertions_done(Assertions *a); /* forgets everything; a zeroed one is empty */
void assertions_add(Assertions *a, const SmtTerm *term, const char *name);
void assertions_push(Assertions *a, u32 n);
void assertions_pop(Assertions *a, u32 n);
void assertions_mark(Assertions *a); /* calls expr_mark on each term */

void assertions_print(const Assertions *a, Text *out); /* the answer to get-assertions */

/* The names of those that have a part among the constraints of a core: "(a b)". */
void assertions_print_core(const Assertions *a, const ExprVec *core, Text *out);

/* The same of assumptions, as they were written. */
void assumptions_print_core(const Assertions *assumed, const ExprVec *core, Text *out);
