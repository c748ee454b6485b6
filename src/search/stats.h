/* stats.h — figures that a strategy keeps about its own work: names and numbers.
 *
 * The code that counts defines a StatInfo and adds to it.  Report and summary print what is
 * there and know none of them.
 */
#pragma once

#include "base/vec.h"

typedef enum StatUnit { STAT_TIMES, STAT_NS } StatUnit;

typedef struct StatInfo {
  const char *name;  /* in files */
  const char *words; /* for people */
  StatUnit unit;
} StatInfo;

typedef struct Stat {
  const StatInfo *info; /* borrowed */
  u64 n;
} Stat;

typedef VEC(Stat) StatVec; /* in the order in which they were first added to */

void stat_add(StatVec *s, const StatInfo *info, u64 n);
u64 stat_of(const StatVec *s, const StatInfo *info); /* 0 if nobody added to it */
