/* arm.h — a search at one size that goes on in slices, so that several share the time (share.h).
 *
 * An arm is a struct of functions and a row in arms.def.  Like a strategy it reports nothing: what
 * it finds becomes the best of the size search, from which all the others go on.
 */
#ifndef WORST_ARM_H
#define WORST_ARM_H

#include "worst/portfolio.h"

/* A step is a path that is looked for with symbols, or as many inputs as are run in about that time. */
enum { INPUTS_OF_STEP = 64 };

typedef struct Slice {
  u64 max_steps;
  u64 deadline_ns; /* that of the size search's budget meanwhile, too */
} Slice;

typedef struct SliceEnd {
  u64 n_steps;       /* that were made */
  bool is_exhausted; /* there is nothing more to do until the best changes */
} SliceEnd;

typedef struct ArmOps {
  size_t n_bytes; /* of its own data, zeroed */
  /* Goes on where it stopped. */
  Err (*slice)(SizeSearch *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret);
  void (*done)(SizeSearch *t, void *self); /* may be NULL */
} ArmOps;

#define ARM(id) extern const ArmOps arm_##id;
#include "worst/arms.def"
#undef ARM

extern const ArmOps *const arm_rows[];
extern const u32 n_arm_rows;

#endif
