/* worst_growth.h — how the costs of a report grow, as a part of the report. */
#ifndef RECORD_WORST_GROWTH_H
#define RECORD_WORST_GROWTH_H

#include "report/worst_report.h"
#include "search/search.h"

/* From the sizes of the report and those that the search searched whole to learn from them. */
void worst_growth_add(WorstReport *r, const Search *h);

#endif
