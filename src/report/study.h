/* study.h — an evaluation of how much of some programs is covered by some methods: what
 * bench/NAME/study.json describes, and what was measured.
 *
 *     {"name": "Homi", "title": …, "where": …, "limit_seconds": 18000, "memory": "2G", "seeds": 5,
 *      "programs": [{"name": "ptx", "file": "coreutils/tree/src/ptx", "version": "coreutils 9.1",
 *                    "paper": {"version": "8.31", "lines": 22148, "branches": 5262, "states": …, "pruned": …,
 *                              "exclusive": [39, 4, …], "errors": ["dfa.c:1432: …", …]},
 *                    "klee": {"own": 289, "all": 513}}, …],
 *      "words": ["--sym-args", "0", "1", "10", …],
 *      "methods": [{"name": "depth", "options": ["--search", "batch(depth)"]},
 *                  {"name": "best+homi", "over": "best", "options": ["--prune", "homi"]}, …]}
 *
 * Files are relative to the folder of the programs.  "words" are the arguments of each program that
 * has none of its own.  A method "over" the "best" has the options of the one that covers most of the
 * program, of those that are over nothing, and stands behind them; "own": what nadir does by itself.
 * The first method over the best is what the paper is about.  Figures that a paper does not have are left
 * out; "exclusive" are those of table 3, of that method and then of the best orders.
 */
#ifndef REPORT_STUDY_H
#define REPORT_STUDY_H

#include "base/text.h"
#include "base/vec.h"
#include "report/paper.h"

typedef enum StudyOver { OVER_NOTHING, OVER_BEST, OVER_OWN } StudyOver;

/* What others found; 0: they do not say. */
typedef struct StudyFigures {
  const char *version;
  u64 n_lines, n_branches, n_states, n_pruned;
  VEC(u64) exclusive;       /* owned */
  VEC(const char *) errors; /* owned */
  u64 klee_own, klee_all;   /* branches that KLEE covers */
} StudyFigures;

typedef struct StudyProgram {
  const char *name, *file, *version;
  WordList words; /* owned */
  StudyFigures figures;
} StudyProgram;

typedef struct StudyMethod {
  const char *name;
  StudyOver over;
  WordList options; /* owned */
} StudyMethod;

/* Texts are borrowed from the document. */
typedef struct Study {
  const char *name, *title, *where, *memory;
  u64 limit_seconds; /* that a run of the paper had */
  u64 n_seeds;
  VEC(StudyProgram) programs;
  VEC(StudyMethod) methods;
  void *document; /* owned */
} Study;

must_use Err study_read(const char *path, Study *ret);
void study_done(Study *s); /* also for cleanup() */

/* ---- what was measured ----------------------------------------------------------------------- */

typedef enum StudyState {
  STUDY_LEFT,   /* not run yet */
  STUDY_ABSENT, /* the program is not built */
  STUDY_DONE,
  STUDY_FAILED,
} StudyState;

typedef struct StudyPoint {
  double seconds;
  u64 n_sides, n_states;
} StudyPoint;

/* A program, a method, a seed. */
typedef struct StudyRun {
  StudyState state;
  bool is_old, is_other; /* measured by an earlier bench, and with another build of nadir */
  char *why;             /* owned; why it failed or is absent */
  char *folder;          /* owned; its name beside those of the others */
  u64 n_covered, n_sides, n_paths, n_tests, n_errors;
  u64 n_own, n_lines, n_parked; /* sides of the program's own files; lines with code */
  VEC(u64) taken;               /* owned; the sides that are covered, by numbers that ascend */
  VEC(char *) errors;           /* owned; place and meaning of each */
  VEC(StudyPoint) curve;        /* owned */
} StudyRun;

void study_run_done(StudyRun *r);
/* Reads what `nadir cover` wrote; the run is then DONE. */
must_use Err study_run_read(const char *path, StudyRun *io);

typedef struct StudyCell {
  StudyRun *runs; /* owned; of each seed */
  u32 n_runs;
  u32 best; /* of a method over the best: which that was */
} StudyCell;

typedef struct StudyReport {
  const Study *study; /* borrowed */
  StudyCell *cells;   /* owned; for each program each method */
  u32 n_seeds;
  double budget_seconds;
  const char *build; /* borrowed; of nadir */
  bool *is_wanted;   /* owned; of each cell */
} StudyReport;

void study_report_init(StudyReport *r, const Study *s, u32 n_seeds);
void study_report_done(StudyReport *r); /* also for cleanup() */
StudyCell *study_cell(const StudyReport *r, u32 program, u32 method);

/* The run in the middle by what was covered, of those that are done; NULL: none is. */
const StudyRun *study_median(const StudyCell *c);
/* The method over nothing whose median covers most of the program; false: none is done. */
bool study_best(const StudyReport *r, u32 program, u32 *ret_method);
/* The first so many of these methods, the best first; how many there are. */
u32 study_top(const StudyReport *r, u32 program, u32 n, u32 *ret_methods);
/* What the study is about: the first method over the best; false: there is none. */
bool study_subject(const Study *s, u32 *ret_method);
bool study_is_wanted(const StudyReport *r, u32 program); /* any of its cells */

void study_print(const StudyReport *r, Text *to);       /* a table for a terminal */
void study_report_json(const StudyReport *r, Text *to); /* ends in a newline */

#endif
