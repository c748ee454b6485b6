/* time_parts.h — the rows of time_parts.def, as numbers for deadline_part, budget_part and their kin. */
#ifndef SEARCH_TIME_PARTS_H
#define SEARCH_TIME_PARTS_H

enum {
#define PART(who, part, why) PART_##who = part,
#include "search/time_parts.def"
};

#endif
