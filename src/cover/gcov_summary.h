/* gcov_summary.h — what gcov counted, beside what nadir did. */
#pragma once

#include "report/cover_report.h"

void gcov_summary_print(Text *t, const CoverReport *r); /* nothing if gcov was not asked */
