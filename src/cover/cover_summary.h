/* cover_summary.h — what tests cover, for people. */
#pragma once

#include "report/cover_report.h"

void cover_summary_print(Text *t, const CoverReport *r, bool has_page);

/* The first column of a table: of a long name the end, which says more. */
extern const char cover_summary_own[]; /* what the program's own files are called */
void cover_summary_name(Text *t, const char *name);
