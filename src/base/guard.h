/* guard.h — does a function return?  It is tried in a child process, which may die.
 *
 * For foreign code on foreign files: what it does to its memory, its stack and its time happens to
 * a copy of this process.  Only the verdict comes back.
 */
#pragma once

#include "base/base.h"

typedef Err GuardFn(void *user);

typedef struct GuardLimits {
  u64 bytes;       /* on top of what this process has mapped */
  u32 cpu_seconds; /* of computing */
  u32 seconds;     /* until it ends, also if it only waits: other processes want to run, too */
} GuardLimits;

/* OK if the function returns OK within the limits; its own error with its text if it fails.  If it dies
 * or exceeds a limit: ERR_INPUT, and a text that begins with `what`. */
must_use Err guard_try(GuardFn *fn, void *user, const char *what, const GuardLimits *limits);
