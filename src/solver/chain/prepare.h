/* prepare.h — makes the terms of a question smaller before they become circuits.
 *
 * Bits of input words that the path fixes by ranges become constants, so that a number below 4
 * million has 22 bits and not 32.  A model that is found must be given these bits.
 */
#pragma once

#include "expr/model.h"
#include "solver/trail.h"

typedef struct KnownBits {
  Expr var; /* width <= 64 */
  u64 mask, value;
} KnownBits;

typedef VEC(KnownBits) KnownBitsVec;

/* The terms hold with what is known iff the given ones do; they have all constraints on the trail
 * that read what the others read. */
void prepare_terms(const Trail *t, ExprVec *io_terms, KnownBitsVec *ret_known);

void known_bits_to_model(const KnownBitsVec *known, Model *io_model);
