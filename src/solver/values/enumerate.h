/* enumerate.h — all values of a few words with small ranges, 256 at a time.
 *
 * If a path leaves only some ten thousand inputs, trying them all decides any condition that can be
 * evaluated, even powers and remainders of remainders.
 */
#pragma once

#include "solver/chain/stage.h"

/* A word and the range to try. */
typedef struct RangedWord {
  Expr word; /* of at most 64 bits */
  u64 min, max;
} RangedWord;

enum { MAX_RANGED_WORDS = 6 };

/* How many rows of 256 lanes it takes, UINT64_MAX if very many; *ret_lane: which word runs in the lanes. */
u64 enumerate_rows(const RangedWord *words, u32 n, u32 *ret_lane);

/* Do all terms hold at one of the points?  YES with io_model at this point; UNKNOWN: the time is up, or a
 * term cannot be had in lanes.  NO is about the words alone: the terms have to read nothing else. */
Answer enumerate_search(Query *q, const ExprVec *terms, const RangedWord *words, u32 n,
                        Model *io_model);
