/* study_tables.h — the tables of a study: the paper's figures beside ours. */
#ifndef REPORT_STUDY_TABLES_H
#define REPORT_STUDY_TABLES_H

#include "report/study.h"

enum { STUDY_TOP = 5 }; /* orders that the paper compares with */

/* Rows of texts, beginning with the head; no rows: there is nothing to show. */
typedef struct StudyTable {
  const char *title, *about; /* borrowed */
  u32 n_columns;
  VEC(char *) cells; /* owned; row by row */
} StudyTable;

typedef VEC(StudyTable) StudyTables;

void study_tables_make(const StudyReport *r, StudyTables *ret); /* appends those with rows */
void study_tables_done(StudyTables *t);                         /* also for cleanup() */
void study_tables_print(const StudyTables *t, Text *to);        /* for a terminal */

/* Sides that the run of this seed covers with the method, and with none of the others. */
u64 study_exclusive(const StudyReport *r, u32 program, u32 seed, u32 method, const u32 *others,
                    u32 n_others);

#endif
