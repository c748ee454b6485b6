/* worst_summary.h — a search for worst cases in words. */
#pragma once

#include "base/text.h"
#include "report/worst_report.h"

/* `is_verbose`: also how the search went.  `page` is the file of the report, or NULL. */
void worst_summary_print(Text *t, const WorstReport *r, bool is_verbose, const char *page);
