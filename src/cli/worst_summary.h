/* worst_summary.h — a search for worst cases in words. */
#ifndef CLI_WORST_SUMMARY_H
#define CLI_WORST_SUMMARY_H

#include "base/text.h"
#include "report/worst_report.h"

/* `is_verbose`: also how the search went.  `page` is the file of the report, or NULL. */
void worst_summary_print(Text *t, const WorstReport *r, bool is_verbose, const char *page);

#endif
