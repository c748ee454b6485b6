/* walk.h — a guide that takes one random path. */
#ifndef WORST_WALK_H
#define WORST_WALK_H

#include "worst/hunt.h"

typedef struct Walk {
  Guide guide;
  Rng rng;
} Walk;

Walk walk_guide(u64 seed);

/* What one path does where the program itself does not branch: it goes on. */
Advice walk_on(ChoiceKind kind);

#endif
