/* worst_search.h — a search for worst cases from the first file to the last result: what `nadir worst` and
 * `nadir check` have in common.
 *
 *     cleanup(worst_search_done) WorstSearch w = {.sizes = …, .metric = …, .strategy = …, .options = …};
 *     TRY(worst_search_target(&w, &files));
 *     TRY(target_open(&w.target, &w.record.out));    compiles; with another call perhaps once more
 *     TRY(worst_search_open(&w));
 *     recorder_subscribe(&w.recorder, …);            whoever wants its events
 *     TRY(worst_search_run(&w));
 *     worst_search_check(&w);                        the worst inputs simplified and run again
 *     worst_search_report(&w, &report);
 */
#pragma once

#include "engine/beginning.h"
#include "growth/ladder.h"
#include "record/run_files.h"
#include "record/worst_record.h"
#include "search/metric.h"

typedef struct WorstSearch {
  /* The caller's.  The options have at least the groups compile_options, environment_options,
   * machine_options, machine_settings, solver_options and limit_options. */
  const OptionSet *options; /* borrowed */
  u32 n_options;
  Ladder sizes;  /* owned */
  Metric metric; /* owned */
  const StrategyRow *strategy;
  Budget budget; /* from the first moment on: compiling takes time, too */
  u64 time_ns;   /* of it all together; NEVER_NS: any */
  u64 enough;    /* as in SearchConfig */
  u64 seed;
  bool no_check;       /* worst inputs are not run again */
  const char *command; /* borrowed; as it was typed */

  /* What comes of it. */
  Target target;       /* owned */
  Beginning beginning; /* owned */
  Solver *solver;      /* owned */
  Search *search;      /* owned */
  Text unit;           /* owned; what is counted */
  SearchConfig config;
  WorstRecord record; /* owned; its folder is the caller's to make */
  Recorder recorder;  /* owned */
  Curves curves;
  RunFiles files_of_errors;
  u64 begin_ns, compile_ns; /* when it was opened, and how long compiling took */
} WorstSearch;

/* What the target is compiled from and given, by the options; `words` are of its own command line and may be NULL. */
must_use Err worst_search_target(WorstSearch *w, const WordList *files, const WordList *words);

/* Once the target is open.  Fails if the call makes no sense at one of the sizes. */
must_use Err worst_search_open(WorstSearch *w);

/* Searches all sizes.  What it found is in the record, also after an error. */
must_use Err worst_search_run(WorstSearch *w);

/* Runs random inputs beside the worst ones, simplifies these, and runs them again in the machine and natively, as well as
 * those of errors.  What could not be done is said in the report. */
void worst_search_check(WorstSearch *w);

/* The last two of these alone: the inputs are run again as they are. */
void worst_search_verify(WorstSearch *w);

/* Everything that is known, with the growth; to be ended with worst_report_done.  *ret_law is a program that makes the
 * worst input of any size; empty: no law is known. */
void worst_search_report(WorstSearch *w, WorstReport *ret, Text *ret_law);

void worst_search_done(WorstSearch *w); /* also for cleanup() */
