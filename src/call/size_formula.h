/* size_formula.h — whole-number expressions over N in a CALL: sizes and bounds.
 *
 * + - * / % << >>, signs, parentheses, numbers, characters, N, and names or sizeof(…), which are
 * constants of the user's file.  They mean what they mean in C when everything is a long long;
 * nadir evaluates them itself, and what a long long does not hold is an error.
 */
#pragma once

#include "base/text.h"
#include "base/vec.h"
#include "call/call_lex.h"

typedef struct FormulaNode {
  enum { FORMULA_NUMBER, FORMULA_SIZE, FORMULA_CONSTANT, FORMULA_MINUS, FORMULA_BINARY } kind;
  u32 operator;    /* of BINARY: an index into the table of formula.c */
  u32 left, right; /* of BINARY; MINUS has only left */
  u32 at;          /* in the text */
  i64 value;       /* of NUMBER; of CONSTANT: its index */
} FormulaNode;

/* Children stand before their parents; the last node is the whole. */
typedef struct SizeFormula {
  VEC(FormulaNode) nodes;
  u32 from; /* in the text */
} SizeFormula;

typedef struct Span {
  u32 from, to; /* in the text */
} Span;

typedef VEC(Span) Spans;

/* From the current token on; stands behind it then.  Constants are added to *constants. */
must_use Err size_formula_parse(CallLexer *x, Spans *constants, SizeFormula *ret);
void size_formula_done(SizeFormula *f);

/* Its value at N = size; the text is for errors. */
must_use Err size_formula_eval(const SizeFormula *f, const char *text, u64 size,
                               const i64 *constants, i64 *ret);

/* As C, in which the constants are nadir_constant_0, nadir_constant_1, … */
void size_formula_write(const SizeFormula *f, Text *to);
