/* time_parts.h — the rows of time_parts.def, as numbers for deadline_part, budget_part and their kin. */
#pragma once

enum {
#define PART(who, part, why) PART_##who = part,
#include "search/time_parts.def"
};
