/* run_report.h — what a run found, as plain data: what the summary, run.json and --json say.
 *
 * Texts are borrowed until the report is done with, unless they say owned.
 */
#ifndef REPORT_RUN_REPORT_H
#define REPORT_RUN_REPORT_H

#include "base/text.h"
#include "base/vec.h"
#include "report/recipe.h"

typedef struct ReportCount {
  const char *name;
  const char *meaning;
  u64 n;
} ReportCount;

/* A place in the source; what is not known is "" or 0. */
typedef struct ReportPlace {
  const char *fn, *file;
  u32 line, column;
} ReportPlace;

typedef struct ReportInput {
  char *name; /* owned */
  u8 *bytes;  /* owned */
  u32 n_bytes;
  bool is_metadata; /* for KLEE's tools; nobody chose it */
  bool is_bytes;    /* from outside: an argument, standard input, a file; of these */
  u32 n_shown;      /* so many tell something */
  bool is_typed;    /* a CALL says what it is: text if is_bytes, else … */
  u32 n_element;    /* … numbers of so many bytes, 1, 2, 4 or 8 … */
  bool is_signed, is_float;
} ReportInput;

/* What a native run of an error's test came to. */
typedef enum RunVerdict {
  VERDICT_NONE, /* there was none */
  VERDICT_CONFIRMED,
  VERDICT_NOT_SEEN, /* natively something else happens */
  VERDICT_UNKNOWN,  /* it could not be run, or would not show such an error */
} RunVerdict;

/* One error, however many paths end with it; everything but n_paths is about the first. */
typedef struct ReportError {
  const char *kind, *meaning; /* as in stop.def */
  char *text;                 /* owned; what else is known about it, or "" */
  ReportPlace place;          /* in the user's own code where possible */
  VEC(ReportPlace) stack;     /* innermost first */
  VEC(ReportInput) inputs;
  bool depends_on_uninit; /* the path was decided by memory that nobody wrote */
  char *test;             /* owned; its file; "": it could not be written … */
  bool has_no_test;       /* … or is not wanted */
  u64 size;               /* N of that test */
  u64 n_paths;
  RunVerdict native;
  bool is_sanitized; /* confirmed, by a build with sanitizers */
  char *native_how;  /* owned; what happened natively; NULL if there was no such run */
} ReportError;

typedef VEC(ReportError) ReportErrorVec;

/* What one stage of the solver did. */
typedef struct ReportStage {
  const char *name;
  u64 n_asked, n_yes, n_no;
  double seconds;
} ReportStage;

/* Why paths were not explored to their end, at one place. */
typedef struct ReportGap {
  const char *kind;
  char *place, *text; /* owned; "" if not known */
  u64 n;              /* paths */
} ReportGap;

typedef struct RunReport {
  Recipe recipe; /* owned; how the program was built */
  const char *search;
  u64 seed;
  const char *out_dir;
  const char *sandbox;    /* of native runs: "full", or what it lacked; NULL: there were none */
  VEC(ReportCount) paths; /* by how they ended */
  VEC(ReportCount) kinds; /* those that ended with an error, by its kind */
  u64 n_paths, n_tests;
  u64 n_subsumed;  /* paths that go on as another one does (--subsume) */
  u64 n_merged;    /* branches both of whose sides one path took (--merge) */
  u64 n_lost;      /* tests that could not be written */
  bool is_written; /* everything else was, as far as it is known */
  u64 n_instructions, n_branches, n_forks, n_queries;
  u64 n_parked, n_rebuilt;
  u64 max_states, max_bytes; /* at the same time */
  double seconds, solver_seconds;
  VEC(ReportStage) stages;           /* those of the solver that were asked, in their order */
  const char *limit, *limit_meaning; /* what ended the run; NULL: nothing did */
  bool is_complete;                  /* every path was explored to its end */
  VEC(ReportCount) ignored; /* functions that the program called without effect, and how often */
  VEC(char *) missing;      /* owned; what the program asked its kernel for and did not get */
  VEC(ReportGap) gaps;      /* owned; what nadir could not do for the program, in the order met */
  u64 n_sides;              /* that some path took where a symbol decides */
  ReportErrorVec errors;    /* in the order in which they were found */
  ReportErrorVec warnings;  /* the same; no path ended with these */
} RunReport;

void report_errors_done(ReportErrorVec *errors);
void report_errors_add(ReportErrorVec *to, const ReportErrorVec *from); /* copies */
void run_report_done(RunReport *r);                                     /* also for cleanup() */

void run_report_json(const RunReport *r, Text *to); /* appended, ends in a newline */

#endif
