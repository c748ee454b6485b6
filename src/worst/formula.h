/* formula.h — whole-number expressions over N in a CALL: sizes and bounds.
 *
 * + - * / % << >>, signs, parentheses, numbers, characters, N, and names or sizeof(…), which are
 * constants of the user's file.  They mean what they mean in C when everything is a long long; nadir
 * evaluates them itself, and what a long long does not hold is an error.
 */
#ifndef WORST_FORMULA_H
#define WORST_FORMULA_H

#include "base/text.h"
#include "base/vec.h"
#include "worst/call_lex.h"

typedef struct FormulaNode {
  enum { FORMULA_NUMBER, FORMULA_SIZE, FORMULA_CONSTANT, FORMULA_MINUS, FORMULA_BINARY } kind;
  u32 operator;    /* of BINARY: an index into the table of formula.c */
  u32 left, right; /* of BINARY; MINUS has only left */
  u32 at;          /* in the text */
  i64 value;       /* of NUMBER; of CONSTANT: its index */
} FormulaNode;

/* Children stand before their parents; the last node is the whole. */
typedef struct Formula {
  VEC(FormulaNode) nodes;
  u32 from, to; /* in the text */
} Formula;

typedef struct Span {
  u32 from, to; /* in the text */
} Span;

typedef VEC(Span) Spans;

/* From the current token on; stands behind it then.  Constants are added to *constants. */
must_use Err formula_parse(Lexer *x, Spans *constants, Formula *ret);
void formula_done(Formula *f);

/* Its value at N = size; the text is for errors. */
must_use Err formula_eval(const Formula *f, const char *text, u64 size, const i64 *constants,
                          i64 *ret);

/* As C, in which the constants are nadir_constant_0, nadir_constant_1, … */
void formula_write(const Formula *f, Text *to);

#endif
