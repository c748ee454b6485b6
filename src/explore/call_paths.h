/* call_paths.h — numbers for rows of calls: where each of the functions was called that a leaf stands
 * in.
 *
 * Two leaves have the same number if the same calls led to them, whatever came before.  Of very deep
 * rows only the innermost calls count.
 */
#pragma once

#include "base/map.h"
#include "vm/vm.h"

/* Calls that are looked at; all others count as one and the same. */
enum { CALL_PATHS_DEPTH = 64 };

typedef struct CallPath {
  u32 caller;   /* number of the calls around it; 0: none */
  const Fn *fn; /* borrowed; NULL of number 0 */
  u32 pc;       /* in the caller, the instruction after the call */
} CallPath;

typedef struct CallPaths {
  VEC(CallPath) at; /* by number; 0 is no call at all */
  Map numbers;      /* by hash of what a row is made of: the first of those with this hash */
} CallPaths;

u32 call_paths_number(CallPaths *c, const Frame *top); /* NULL: 0 */
void call_paths_done(CallPaths *c);
