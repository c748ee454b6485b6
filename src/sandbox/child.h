/* child.h — a run of nadir itself in a process of its own, to its end or to the end of its time. */
#ifndef SANDBOX_CHILD_H
#define SANDBOX_CHILD_H

#include "base/names.h"
#include "base/text.h"

#include <signal.h>

typedef struct ChildPlan {
  const Names *words;                /* the first is looked for in PATH */
  u64 limit_ns;                      /* 0: none */
  const volatile sig_atomic_t *stop; /* when it is set, time is up; NULL: never */
} ChildPlan;

typedef struct ChildEnd {
  int status; /* as waitpid gives it */
  bool is_late;
  u64 ns;
  Text errors; /* the last of what it said on standard error; owned by the caller */
} ChildEnd;

/* What it prints is dropped.  When time is up it is killed with its process group.  It is not confined: for
 * anything but nadir there is sandbox.h. */
must_use Err child_run(const ChildPlan *plan, ChildEnd *ret);

#endif
