/* blast_ops.h — circuits of the operations on words; for blast.c.
 *
 * Words are arrays of literals, low bit first.  A result may not overlap an operand. */
#pragma once

#include "solver/bits/circuit.h"

/* r = a + b + carry; returns the carry out. */
Lit word_add(Circuit *c, u32 width, const Lit *a, const Lit *b, Lit carry, Lit *r);
void word_not(u32 width, const Lit *a, Lit *r);
void word_neg(Circuit *c, u32 width, const Lit *a, Lit *r);
void word_sub(Circuit *c, u32 width, const Lit *a, const Lit *b, Lit *r);
void word_mul(Circuit *c, u32 width, const Lit *a, const Lit *b, Lit *r);
void word_mux(Circuit *c, u32 width, Lit cond, const Lit *then, const Lit *other, Lit *r);

/* Quotient and remainder with SMT-LIB's meaning of a zero divisor. */
void word_udivrem(Circuit *c, u32 width, const Lit *a, const Lit *b, Lit *q, Lit *r);
void word_sdivrem(Circuit *c, u32 width, const Lit *a, const Lit *b, Lit *q, Lit *r);

/* Bits that come in are `fill`. */
void word_shift_left(Circuit *c, u32 width, const Lit *a, const Lit *by, Lit *r);
void word_shift_right(Circuit *c, u32 width, const Lit *a, const Lit *by, Lit fill, Lit *r);

Lit word_equal(Circuit *c, u32 width, const Lit *a, const Lit *b);
Lit word_less(Circuit *c, u32 width, const Lit *a, const Lit *b, bool is_signed);
Lit word_is_zero(Circuit *c, u32 width, const Lit *a);
