/* float.h — IEEE 754 numbers as terms: operations on the bit patterns of floats (32 bits) and
 * doubles (64 bits), made of bit-vector operations, so that whatever works on terms works on floats.
 *
 * Results are those of x86-64's SSE instructions, bit for bit: rounding to the nearest, ties to
 * even; of operands that are NaNs the first, made quiet; an operation without a result gives the
 * NaN with the sign set and no payload.
 */
#pragma once

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

/* Does the condition only say that a float is not a NaN, or half of that? */
bool float_is_guard(Expr condition);

/* The ways in which two floats can be related; LLVM's numbers. */
enum { FLOAT_EQUAL = 1, FLOAT_GREATER = 2, FLOAT_LESS = 4, FLOAT_UNORDERED = 8 };

/* Is the relation of a to b one of these? */
Expr float_compare(Expr a, u32 known_a, Expr b, u32 known_b, u32 relations);

Expr float_is_nan(Expr x);
Expr float_abs(Expr x);
Expr float_neg(Expr x);
Expr float_copysign(Expr x, Expr sign);

/* C's fmin and fmax as glibc has them: of two zeros the second, of a NaN and a number the number,
 * unless the NaN is a signalling one. */
Expr float_min(Expr a, Expr b);
Expr float_max(Expr a, Expr b);

/* ---- arithmetic (float_arith.c) ------------------------------------------------------------------ */

Expr float_add(Expr a, Expr b);
Expr float_sub(Expr a, Expr b);
Expr float_mul(Expr a, Expr b);
Expr float_div(Expr a, Expr b);
Expr float_sqrt(Expr a);

/* ---- conversions (float_convert.c) --------------------------------------------------------------- */

Expr float_to_float(Expr x, u32 width);                    /* from one width to the other */
Expr float_of_int(Expr number, bool is_signed, u32 width); /* of an integer of at most 128 bits */

/* Towards zero, as a signed integer of 32 or 64 bits; what does not fit gives the least of them. */
Expr float_to_signed(Expr x, u32 n_bits);
/* Towards zero, as an unsigned one of 64 bits.  What does not fit gives 0 if it is too large, else
 * what float_to_signed gives. */
Expr float_to_unsigned(Expr x);

typedef enum FloatRounding {
  FLOAT_DOWN, /* floor */
  FLOAT_UP,   /* ceil */
  FLOAT_CHOP, /* trunc: towards zero */
  FLOAT_EVEN, /* rint: to the nearest, halves to the even one */
  FLOAT_AWAY, /* round: to the nearest, halves away from zero */
} FloatRounding;

/* To a whole number, still a float. */
Expr float_to_whole(Expr x, FloatRounding how);
