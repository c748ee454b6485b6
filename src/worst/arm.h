/* arm.h — a search at one size that goes on in slices, so that several share the time (share.h).
 *
 * An arm is a struct of functions and a row of search/searches.def; worst/schedule.def says who uses it.
 * Like a strategy it reports nothing: what it finds becomes the best of the size search, from which all the
 * others go on.
 */
#pragma once

#include "search/search.h"

struct InputSearch;

/* A step is a path that is looked for with symbols, or as many inputs as are run in about that time. */
enum { INPUTS_OF_STEP = 64 };

typedef struct Slice {
  u64 max_steps;
  u64 deadline_ns;            /* that of the size search's budget meanwhile, too */
  struct InputSearch *inputs; /* borrowed; of this size; NULL: inputs are not run */
} Slice;

typedef struct SliceEnd {
  u64 n_steps;       /* that were made */
  bool is_exhausted; /* there is nothing more to do until the best changes */
} SliceEnd;

typedef struct ArmOps {
  size_t n_bytes; /* of its own data, zeroed */
  /* Goes on where it stopped. */
  Err (*slice)(SizeSearch *t, void *self, const Slice *s, SliceEnd *ret);
  void (*done)(SizeSearch *t, void *self); /* may be NULL */
} ArmOps;

enum {
#define ARM(name, id, ...) ARM_##id,
#define BOTH ARM
#include "search/searches.def"
  ARM_COUNT
};

#define ARM(name, id, ...) extern const ArmOps arm_##id;
#define BOTH ARM
#include "search/searches.def"

typedef struct ArmRow {
  const char *name;
  const ArmOps *ops;
} ArmRow;

extern const ArmRow arm_rows[ARM_COUNT];

/* Some of them, by number. */
typedef u32 ArmSet;
#define ARM_BIT(id) (1u << ARM_##id)

enum { ARMS_LIST };
extern const OptionGroup arms_options;

/* Of these, those that --arms wants. */
ArmSet arms_wanted(Search *h, ArmSet usual);
ArmSet arms_of_auto(Search *h);
ArmSet arms_of_ese_plus(Search *h);
