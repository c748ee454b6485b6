/* suggest.h — which known word the user meant. */
#pragma once

#include "base/base.h"

/* Collects the best candidate so far. */
typedef struct Suggestion {
  const char *typed; /* borrowed */
  const char *best;  /* borrowed; NULL: nothing is near enough */
  u32 best_distance;
} Suggestion;

Suggestion suggestion_for(const char *typed);
void suggestion_offer(Suggestion *s, const char *candidate); /* borrowed as long as s lives */

/* Insertions, deletions, replacements and swaps of neighbours that turn a into b. */
u32 edit_distance(const char *a, const char *b);
