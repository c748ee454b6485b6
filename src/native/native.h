/* native.h — a worst case run again on its concrete input, in the machine and natively.
 *
 * Both run the same LLVM code of the user's files, with the probes of code/llvm/probe.h in it: those of
 * the metric, and one at each branch, switch and select.  Of the machine's own C library
 * what sorts, searches, copies and compares is linked into that code; the rest is the system's, and
 * the result names what of it was not compared.  The two runs agree if they take the same
 * decisions, as many of them and with the same hash, and if they count the same where both can
 * count.
 */
#pragma once

#include "build/compile.h"
#include "build/environment.h"
#include "build/line_counts.h"
#include "native/stacks.h"
#include "report/ktest.h"
#include "search/metric.h"

#include <signal.h>

/* Everything is borrowed: until native_open returns, or where it says so as long as the program
 * lives. */
typedef struct NativeConfig {
  const CompileOptions *compile;
  const char *const *files;
  u32 n_files;
  /* Functions whose lines are not the user's: a generated main; NULL: there are none. */
  bool (*is_skipped)(const char *function);
  /* The function whose cost it is, perhaps one of the C library; stays borrowed; NULL: none. */
  const char *measured;
  const Environment *environment;           /* what its kernel gets */
  const Recipe *recipe;                     /* folder, flags, arguments; stays borrowed */
  const Metric *metric;                     /* stays borrowed */
  const VmConfig *vm;                       /* args and limits; what it points to stays borrowed */
  Solver *solver;                           /* stays borrowed; is never asked */
  u64 build_ns;                             /* for the native compiler; 0: any time */
  const volatile sig_atomic_t *interrupted; /* stays borrowed; NULL: it cannot be */
} NativeConfig;

typedef struct NativeProgram NativeProgram;

/* An error if the program does not compile for the machine.  What the native compiler does not like
 * is in the result of each check. */
must_use Err native_open(const NativeConfig *config, NativeProgram **ret);
NativeProgram *native_free(NativeProgram *n); /* accepts NULL, returns NULL */
void native_freep(NativeProgram **n);         /* for cleanup() */

typedef struct NativeCheck {
  bool ran;  /* the native run came to its end and printed its counts */
  bool same; /* as the run in the machine */
  bool
      is_foreign; /* the function that was measured is the host's own: that both are the same proves nothing */
  bool has_cost;    /* the metric is one that a native run can count, and it ran */
  u64 cost;         /* natively */
  char *how;        /* owned; what was compared, in words */
  LineCounts lines; /* owned; of the machine's run */
  Stacks stacks;    /* likewise */
} NativeCheck;

/* Appends what the test has, borrowed: its inputs, and what memory held that nobody wrote. */
void native_inputs(const Ktest *test, TestCase *io);

/* Runs the input of a test at size N, each run within the time (0: any).  The lines are there even
 * if the check is not `same`. */
must_use Err native_check(NativeProgram *n, const char *test, u64 size, u64 limit_ns,
                          NativeCheck *ret);
void native_check_done(NativeCheck *c); /* also for cleanup() */
