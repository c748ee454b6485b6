/* replay.h — a program as the host's own compiler builds it, run on one test at a time.
 *
 * The program is compiled from the recipe of a run and linked with the replay library, which gives
 * it the inputs of the test instead of symbols.
 */
#pragma once

#include "native/divergence.h"
#include "report/recipe.h"
#include "sandbox/sandbox.h"

/* clang is what the program was explored with.  Its sanitizers would need a package of their own;
 * gcc brings them along.  Code that `nadir cc` compiled knows the structures of musl. */
typedef enum ReplayBuild {
  REPLAY_PLAIN,     /* clang; C and bitcode */
  REPLAY_SANITIZED, /* gcc with AddressSanitizer and UndefinedBehaviorSanitizer: C; clang, on musl with
                       a fenced heap: an executable of `nadir cc` */
  REPLAY_MUSL,      /* clang, on musl, as `nadir cc` links; bitcode only */
  REPLAY_GCOV,      /* clang with --coverage; C only */
  REPLAY_COUNT
} ReplayBuild;

/* A program that was built. */
typedef struct Replay {
  const Recipe *recipe; /* borrowed */
  bool is_sanitized;
  bool keeps_trace;
  bool guesses_outside; /* the recipe does not say what the program is given: its tests do */
  const char *
      counts_to; /* borrowed; the folder that gets what gcov reads, of all runs; NULL: nobody wants it */
  Text folder;  /* owned; temporary, removed at the end; "": nothing was built */
  Text out;     /* owned; in it, for what the compiler makes */
  Text program; /* owned; in that, or one that was ready to run */
  Text
      name; /* owned; what a program with a native world finds in argv[0]; "": the first of its files */
} Replay;

/* How a run on a test ended.  What was counted is written at the program's exit: one that was killed
 * leaves no counts. */
typedef struct ReplayEnd {
  SandboxEnd child; /* owned */
  bool has_counts;
  unsigned long cost, target; /* what nadir_cost and nadir_target counted */
  unsigned long probes;       /* nadir_probe */
  unsigned long trace, trace_hash;
  u64 own_ns;         /* of the processor, without the start of the program and reading the test */
  TraceHashes hashes; /* owned; of a program that keeps its trace */
  bool has_failures;  /* in the test calls fail that did not fail here */
  bool reads_behind;  /* bytes behind the end of an argument, which natively are others */
  bool lacks_files;   /* files of the program were not where it looks for them */
} ReplayEnd;

/* Was the program built elsewhere, so that it is run as it is?  Its path. */
bool replay_is_ready(const Recipe *recipe, Text *ret_path);

/* Compiles within the time (0: any).  What the compiler says is shown or dropped.  `from` names the
 * program in errors. */
must_use Err replay_build(const Recipe *recipe, ReplayBuild how, const char *from, u64 limit_ns,
                          bool shows_output, Replay *ret);
void replay_done(Replay *r); /* also for cleanup(), and for what was never built */

/* Runs the program on the test in a process of its own. */
must_use Err replay_run(const Replay *r, const char *test, u64 limit_ns, bool shows_output,
                        ReplayEnd *ret);
void replay_end_done(ReplayEnd *e); /* also for cleanup() */

/* The replay library ended the program: appends why it says so. */
bool replay_library_said(const ReplayEnd *e, Text *t);

/* The first line of standard error that contains the text, or NULL. */
const char *replay_line(const ReplayEnd *e, const char *text, int *ret_length);
