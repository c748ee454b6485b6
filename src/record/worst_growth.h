/* worst_growth.h — how the costs of a report grow, as a part of the report. */
#pragma once

#include "report/worst_report.h"
#include "search/search.h"

/* From the sizes of the report and those that the search searched whole to learn from them. */
void worst_growth_add(WorstReport *r, const Search *h);
