/* walk.h — a guide that takes one random path. */
#pragma once

#include "search/search.h"

typedef struct Walk {
  Guide guide;
  Rng rng;
} Walk;

Walk walk_guide(u64 seed);

/* What one path does where the program itself does not branch: it goes on. */
Advice walk_on(ChoiceKind kind);
