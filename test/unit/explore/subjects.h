/* subjects.h — programs with known numbers of paths, for the tests of explore. */
#pragma once

#include "base/base.h"

typedef struct Subject {
  const char *name, *source; /* source uses nadir_size() for N */
  u32 n, n_paths;
} Subject;

extern const Subject subjects[];
extern const u32 n_subjects;

/* One program with every kind of choice and of end: a branch, a switch, an address, a value, a
 * check, an assumption; exits, an abort, a failed check, a bad address. */
extern const char *const every_choice;
