/* near.h — how near a leaf is to a side that nobody took, also through its callers. */
#pragma once

#include "explore/call_paths.h"
#include "explore/distance.h"
#include "explore/leaf.h"

/* Where a leaf stands. */
typedef struct NearNote {
  u32 stretch; /* of Distances */
  u32 calls;   /* number of the calls that it stands in; 0: in none */
} NearNote;

typedef struct Near {
  Distances *distances; /* owned; NULL: nobody notes what is covered, and all is far away */
  CallPaths calls;
  U32Vec on_return; /* by number of calls: from where they return to */
} Near;

void near_init(Near *n, const Vm *vm); /* NULL is fine */
void near_done(Near *n);

NearNote near_note(Near *n, const Leaf *leaf); /* which has a state, or all is far away */

/* Instructions, from 1 to FAR_AWAY; never less than before for the same place. */
u32 near_distance(Near *n, NearNote at);
