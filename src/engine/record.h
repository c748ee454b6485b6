/* record.h — keeps what a run finds, as it finds it: tests, the ledger, each error once. */
#ifndef ENGINE_RECORD_H
#define ENGINE_RECORD_H

#include "engine/ledger.h"
#include "explore/explore.h"
#include "report/run_report.h"

#include <stdio.h>

typedef struct Record {
  const Vm *vm;     /* borrowed */
  Text dir;         /* owned; the folder */
  bool keeps_paths; /* writes the decisions of each test beside it, not only of errors */
  bool only_errors; /* other paths leave no test */
  Ledger *ledger;   /* owned */
  FILE *paths;      /* owned; the decisions of all tests (path_tree.h); NULL: none so far */
  u64 n_tests;
  RunReport report; /* owned; the recipe is the caller's to fill in, before the first path */
  Err err;          /* the first that came up while writing */
  char *err_text;   /* owned; its text */
} Record;

/* In a folder that was made.  On failure there is nothing to be done with ret_record. */
must_use Err record_begin(const Text *dir, Record *ret_record);

/* Writes run.json as far as it is known; a run that is killed leaves the first of them behind, and
 * with it how its tests are replayed. */
void record_write(Record *r);

/* An Observer's path_ended; the user is the Record. */
void record_path(void *user, const PathEnd *end);

/* A VmConfig's told: a decision that depends on unset memory is a warning. */
bool record_unset(void *user, Vm *vm, State *s);

/* Fills in the report and writes run.json and the end of the ledger. */
void record_end(Record *r, const ExploreStats *stats);

/* The first error that came up while writing. */
must_use Err record_error(const Record *r);
void record_done(Record *r); /* also for cleanup() */

#endif
