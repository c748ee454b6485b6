/* worst_record.h — writes the files of a search for worst cases, and turns its parts into the plain
 * data of a report.
 *
 *     worst-N.ktest   the input; worst-N.path  its decisions, for nadir run --follow
 *     worst.json      everything
 *
 * The first two are written at each improvement, so that a killed search still leaves its best
 * input.  The report grows with the sizes and the history.  So it is written again only if writing
 * has taken a small part of the time so far, but at least once a second if anything is new.
 */
#pragma once

#include "base/option.h"
#include "build/target.h"
#include "call/call.h"
#include "inputs/typical.h"
#include "record/curves.h"
#include "report/worst_report.h"
#include "search/search.h"

/* What running the worst input of a size showed. */
typedef struct WorstCheck {
  u64 size;
  RunVerdict vm, native;
  u64 vm_cost, native_cost;
  u64 instructions; /* of the run in the machine; 0: it was not needed */
  bool vm_ended;    /* the run in the machine came to its end */
  bool has_native_cost;
  char *native_how;       /* owned, or NULL */
  VEC(WorstFile) lines;   /* owned, with their names */
  VEC(WorstStack) stacks; /* likewise */
} WorstCheck;

typedef struct WorstRecord {
  OutDir out;                /* owned */
  const Target *target;      /* borrowed */
  const char *command;       /* borrowed */
  const char *metric, *unit; /* borrowed */
  Recipe recipe;             /* owned; the size excepted */
  const Recorder *recorder;  /* borrowed; knows the errors; NULL: there are none */
  const Curves *curves;      /* borrowed; NULL: there are none */
  VEC(WorstCheck) checks;    /* owned */
  u64 typical_size;          /* at which random inputs were run; 0: nowhere */
  Typical typical;
  u64 begin_ns;
  bool is_stale; /* something is known that worst.json does not say */
  u64 next_ns;   /* earliest time of the next write, on the clock of events */
  u32 n_written; /* how often it was */
} WorstRecord;

void worst_record_done(WorstRecord *r); /* also for cleanup() */

/* Everything that is known; to be ended with worst_report_done. */
void worst_record_report(const WorstRecord *r, const Search *h, WorstReport *ret);

void worst_record_on_event(void *user,
                           const RunEvent *e); /* a subscriber's; the user is the WorstRecord */
void worst_record_write(WorstRecord *r, const WorstReport *report); /* worst.json, now */
