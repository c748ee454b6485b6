/* gcov_summary.h — what gcov counted, beside what nadir did. */
#ifndef COVER_GCOV_SUMMARY_H
#define COVER_GCOV_SUMMARY_H

#include "report/cover_report.h"

void gcov_summary_print(Text *t, const CoverReport *r); /* nothing if gcov was not asked */

#endif
