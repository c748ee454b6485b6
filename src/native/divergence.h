/* divergence.h — where a native run leaves the path of the machine: the traces of both (code/llvm/probe.h),
 * decision by decision. */
#pragma once

#include "base/text.h"
#include "base/vec.h"
#include "code/code.h"

typedef struct TraceStep {
  u64 hash;     /* of the trace up to here */
  u32 position; /* of the decision, in Module.positions */
} TraceStep;

typedef VEC(TraceStep) TraceSteps;
typedef VEC(u64) TraceHashes;

void trace_steps_add(void *user, u32 position,
                     u64 hash); /* a VmTrace; the user is the TraceSteps */

/* Appends in words where they part: "" if they do not, as far as they are known.  The name of the function there, or
 * NULL. */
const char *divergence_print(const Module *m, const TraceSteps *machine, const TraceHashes *native,
                             Text *ret);
