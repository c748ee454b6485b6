/* worst_record.h — what a search for worst cases leaves in its folder, and how its parts become the
 * plain data of a report.
 *
 *     worst-N.ktest   the input; worst-N.path  its decisions, for nadir run --follow
 *     worst.json      everything, rewritten at each improvement
 */
#ifndef ENGINE_WORST_RECORD_H
#define ENGINE_WORST_RECORD_H

#include "base/option.h"
#include "report/worst_report.h"
#include "worst/call.h"
#include "worst/hunt.h"

/* What running the worst input of a size showed. */
typedef struct WorstCheck {
  u64 size;
  RunVerdict vm, native;
  u64 vm_cost, native_cost;
  bool has_native_cost;
  char *native_how;     /* owned, or NULL */
  VEC(WorstFile) lines; /* owned, with their names */
} WorstCheck;

typedef struct WorstRecord {
  Text dir;                  /* owned; the folder */
  const UserCall *call;      /* borrowed; NULL: the program has a main */
  const char *command;       /* borrowed */
  const char *metric, *unit; /* borrowed */
  Recipe recipe;             /* owned; the size excepted */
  const WordList *sources;   /* borrowed; the files as typed */
  const Module *module;      /* borrowed */
  VEC(WorstCheck) checks;    /* owned */
  u64 begin_ns;
  Err err;        /* the first that came up while writing */
  char *err_text; /* owned; its text */
} WorstRecord;

void worst_record_done(WorstRecord *r); /* also for cleanup() */

/* Everything that is known; to be ended with worst_report_done. */
void worst_record_report(const WorstRecord *r, const Hunt *h, WorstReport *ret);

/* Writes the test and the decisions of the trial's best, and worst.json. */
void worst_record_best(WorstRecord *r, const Trial *t);
void worst_record_write(WorstRecord *r, const WorstReport *report); /* worst.json */

/* The first error that came up while writing. */
must_use Err worst_record_error(const WorstRecord *r);

#endif
