/* cover_report.h — what the tests of a run cover, as plain data: what the summary, cover.json,
 * coverage.info and the page say.
 *
 * Everything is counted by running the tests that were kept: a number `n_tests` is how many of them
 * came there.  Texts are borrowed until the report is done with, unless they say owned.
 */
#ifndef REPORT_COVER_REPORT_H
#define REPORT_COVER_REPORT_H

#include "report/run_report.h"

typedef enum CoveredKind { COVERED_BRANCH, COVERED_SELECT, COVERED_SWITCH } CoveredKind;

typedef struct CoveredSide {
  char *label; /* owned; "true", "false", "case 3, 4", "default" */
  u32 n_tests;
  u32 distance; /* of one that no test took: branches between what was covered and it */
} CoveredSide;

/* A condition, a ?: or a switch. */
typedef struct CoveredBranch {
  CoveredKind kind;
  const char *fn;
  u32 line, column;
  VEC(CoveredSide) sides;
} CoveredBranch;

typedef struct CoveredLine {
  u32 line;
  u64 n; /* arrivals, of all tests together */
} CoveredLine;

typedef struct CoveredFn {
  const char *name;
  u32 line;
  u32 n_tests;
  u32 n_blocks, n_blocks_entered; /* of its code, and by the suite */
} CoveredFn;

typedef struct CoveredCounts {
  u32 n_sides, n_sides_taken, n_fns, n_fns_entered, n_lines, n_lines_run;
  u32 n_blocks, n_blocks_entered; /* not of gcov */
} CoveredCounts;

typedef struct CoveredFile {
  const char *name;
  VEC(CoveredBranch) branches; /* ascending by line and column */
  VEC(CoveredLine) lines;      /* ascending */
  VEC(CoveredFn) fns;          /* ascending by line */
  CoveredCounts counts;
  bool is_own; /* see cover_is_own */
} CoveredFile;

/* How the exploration came along. */
typedef struct CoverPoint {
  double seconds;
  u64 n_sides, n_states, n_paths;
} CoverPoint;

typedef struct CoverTest {
  char *file;     /* owned */
  double seconds; /* when it was found */
  u32 n_sides;    /* that it takes */
  u32 n_new;      /* of these, that no test of the suite before it takes */
  bool is_error;
} CoverTest;

/* A shape that the outside of the program had (engine/shapes.h), and what the suite has of it. */
typedef struct CoverShape {
  char *words;        /* owned */
  u32 n_tests, n_new; /* CoverTest.n_new */
} CoverShape;

typedef VEC(CoverPoint) CoverPointVec;

/* What gcov says of native runs of the tests. */
typedef struct GcovLine {
  u32 line;
  u64 n;
  u32 n_sides, n_taken; /* of branches in it */
} GcovLine;

typedef struct GcovFn {
  char *name; /* owned */
  u32 line;
  u64 n; /* calls */
} GcovFn;

typedef struct GcovFile {
  char *name;          /* owned */
  VEC(GcovLine) lines; /* ascending */
  VEC(GcovFn) fns;
} GcovFile;

typedef VEC(GcovFile) GcovFileVec;

typedef struct CoverReport {
  const RunReport *run;   /* borrowed */
  VEC(CoveredFile) files; /* ascending by name */
  CoveredCounts counts;   /* of all */
  CoveredCounts own;      /* of those of the program's own */
  u32 n_unshown; /* sides that the exploration took, and that no test shows: their paths came to no
                  * end that an input is known for */
  CoverPointVec curve;
  VEC(CoverTest) tests;   /* the suite, in the order in which they were found */
  u64 n_found;            /* tests of which it was chosen */
  VEC(CoverShape) shapes; /* those with the most new sides first; empty: there is only one */
  GcovFileVec gcov;       /* empty: gcov was not asked */
  u32 n_gcov_lost;        /* tests that tell gcov nothing, as their runs were killed */
} CoverReport;

/* A side that no test took. */
typedef struct CoverGap {
  const CoveredFile *file;
  const CoveredBranch *branch;
  const CoveredSide *side;
} CoverGap;

typedef VEC(CoverGap) CoverGapVec;

void cover_report_done(CoverReport *r);   /* also for cleanup() */
void cover_report_count(CoverReport *io); /* fills in all counts, and is_own */
void cover_report_gaps(const CoverReport *r,
                       CoverGapVec *ret); /* the nearest first, own ones before others */
double cover_percent(u32 n, u32 of);      /* 100 of nothing */
void covered_counts_add(CoveredCounts *io, const CoveredCounts *more);
const char *covered_kind_name(CoveredKind kind);

CoveredCounts gcov_file_counts(const GcovFile *f);

/* Is the file in the folder of the one with main?  There a program's own sources are, as opposed to those
 * of libraries that it brings along. */
bool cover_is_own(const CoverReport *r, const char *file);

/* Is there anything else? */
bool cover_has_others(const CoverReport *r);

/* Files, the program's own first, then by the number of their branches; owned by the caller. */
const CoveredFile **cover_report_order(const CoverReport *r);

void cover_report_json(const CoverReport *r, Text *to); /* ends in a newline */
void cover_report_lcov(const CoverReport *r, Text *to); /* for lcov and genhtml */

#endif
