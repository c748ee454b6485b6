/* settings.h — the options of every command that runs programs (the machine, the solver, the
 * limits), and what they mean to the parts below. */
#pragma once

#include "base/budget.h"
#include "base/option.h"
#include "vm/vm.h"

/* How programs are run. */
enum {
  MACHINE_ARG,
  MACHINE_UNINIT,
  MACHINE_CHECK,
  MACHINE_MAX_STACK,
  MACHINE_MAX_HEAP,
};
extern const OptionGroup machine_options, machine_settings;
/* Are blocks that nobody frees an error? */
bool machine_checks_leak(const OptionSet *options);

/* Sets what the options say; the size, the words of the command line and the module's part in what
 * uninitialised memory is are the caller's. */
void machine_options_read(const OptionSet *options, const OptionSet *settings, const Module *m,
                          VmConfig *io);

/* How questions are answered. */
enum { SOLVER_STAGES, SOLVER_TIMEOUT };
extern const OptionGroup solver_options;
SolverConfig solver_options_read(const OptionSet *s);

/* When a run ends. */
enum {
  LIMITS_TIME,
  LIMITS_PATHS,
  LIMITS_INSTRUCTIONS,
  LIMITS_MEMORY,
  LIMITS_DEPTH,
};
extern const OptionGroup limit_options;
/* The time begins now.  The depth is not a part of it. */
Budget limit_options_read(const OptionSet *s); /* its time begins now */
/* To be called when the program is compiled: what the process has in memory that nobody counts (its own code, LLVM's) is
 * taken off the limit of memory, up to a half of it. */
void limit_leave_room(Budget *io);
u64 limit_time(const OptionSet *s); /* NEVER_NS: there is no limit of time */
/* What is done with the results may take so long from now: what is left of the time, a tenth of it, and a second.  NEVER_NS
 * if there is no limit of time. */
u64 limit_rest(u64 time_ns, const Budget *b);
