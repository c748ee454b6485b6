/* float.h — IEEE 754 numbers as terms: operations on the bit patterns of floats (32 bits) and
 * doubles (64 bits), made of bit-vector operations, so that whatever works on terms works on floats.
 *
 * Results are those of x86-64's SSE instructions, bit for bit: rounding to the nearest, ties to
 * even; of operands that are NaNs the first, made quiet; an operation without a result gives the
 * NaN with the sign set and no payload.
 */
#ifndef EXPR_FLOAT_H
#define EXPR_FLOAT_H

#include "expr/expr.h"

/* ---- order (float_order.c) ---------------------------------------------------------------------
 *
 * The key of a number is its distance from zero in steps to the next number, as a signed integer of
 * the same width: numbers are in the order of their keys, and both zeros have the key 0.  NaNs lie
 * beyond the infinities. */

Expr float_key(Expr x);
u64 float_key_value(u32 width, u64 bits);
u64 float_of_key(u32 width, u64 key); /* never the negative zero */
/* Is the term the key of some x? */
bool float_is_key(Expr term, Expr *ret_x);

/* What is known of an operand. */
enum {
  FLOAT_LOW = 1,  /* its key is not below that of the negative infinity */
  FLOAT_HIGH = 2, /* its key is not above that of infinity */
  FLOAT_NUMBER = FLOAT_LOW | FLOAT_HIGH,
};

/* What a condition without conjunctions says of the number x if it holds; 0: nothing. */
u32 float_known(Expr condition, Expr *ret_x);

/* Does it say no more than that a float is no NaN, or half of that? */
bool float_is_guard(Expr condition);

/* The ways in which two floats can be related; LLVM's numbers. */
enum { FLOAT_EQUAL = 1, FLOAT_GREATER = 2, FLOAT_LESS = 4, FLOAT_UNORDERED = 8 };

/* Is the relation of a to b one of these? */
Expr float_compare(Expr a, u32 known_a, Expr b, u32 known_b, u32 relations);

Expr float_is_nan(Expr x);
Expr float_abs(Expr x);
Expr float_neg(Expr x);
Expr float_copysign(Expr x, Expr sign);

#endif
