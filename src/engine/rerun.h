/* rerun.h — one test run again in the machine, without symbols. */
#pragma once

#include "build/target.h"

/* Everything is borrowed. */
typedef struct Rerun {
  const Target *target;
  const Module *module;   /* of the same program, perhaps with probes */
  const VmConfig *config; /* with callbacks for what the program writes and where it goes */
  u64 size;
  u64 max_instructions; /* ends it there; 0: none */
  u64 deadline_ns;      /* … and then; 0: never */
  Solver *solver;       /* is never asked; NULL: one of its own, for which the process is forked */
} Rerun;

/* *ret_how: how it ended, in words.  Fails if the test does not fit the program; what it did until then
 * was reported. */
must_use Err rerun(const Rerun *r, const char *test, Text *ret_how);
