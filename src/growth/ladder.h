/* ladder.h — the sizes N of a search, as --size gives them.
 *
 *     100          one size
 *     1:8          1, 2, …, 8
 *     10:100:10    10, 20, …, 100; the end counts if a step meets it
 *     1:8,100      several of these; in any order, each size once
 */
#pragma once

#include "base/vec.h"

enum { LADDER_MAX_SIZES = 10000, LADDER_MAX_SIZE = 100000000 };

typedef struct Ladder {
  u32 *at; /* owned; ascending, each once, never empty */
  u32 n;
} Ladder;

/* ERR_USAGE names the part that is wrong; *ret is untouched then. */
must_use Err ladder_parse(const char *option, const char *text, Ladder *ret);
/* Adds a half and a quarter of the largest size, so that costs can be compared when N doubles
 * (trend.h); not where that is small. */
void ladder_add_halves(Ladder *l);
void ladder_done(Ladder *l); /* also for cleanup() */
