/* cover_report.h — what the tests of a run cover, as plain data: what the summary, cover.json,
 * coverage.info and the page say.
 *
 * Everything is counted by running the tests that were kept: a number `n_tests` is how many of them
 * came there.  Texts are borrowed until the report is done with, unless they say owned.
 */
#pragma once

#include "report/run_report.h"

typedef enum CoveredKind { COVERED_BRANCH, COVERED_SELECT, COVERED_SWITCH } CoveredKind;

extern const char *const covered_kind_names[];

#define FIELDS "report/cover_fields.def"
#include "report/structs.h"

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

/* Is the file in the folder of the one with main?  There a program's own sources are, as opposed to those
 * of libraries that it brings along. */
bool cover_is_own(const CoverReport *r, const char *file);

/* Is there anything else? */
bool cover_has_others(const CoverReport *r);

/* Files, the program's own first, then by the number of their branches; owned by the caller. */
const CoveredFile **cover_report_order(const CoverReport *r);

void cover_report_json(const CoverReport *r, Text *to); /* ends in a newline */
/* *run gets what cover.json has of it, also after an error; *ret borrows it. */
must_use Err cover_report_read(const char *path, RunReport *run, CoverReport *ret);
void cover_report_lcov(const CoverReport *r, Text *to); /* for lcov and genhtml */
