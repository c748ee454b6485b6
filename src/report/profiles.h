/* profiles.h — the largest worst input in the formats of profilers. */
#pragma once

#include "report/worst_report.h"

/* How often lines ran, in the format of callgrind (KCachegrind). */
void worst_report_callgrind(const WorstReport *r, Text *to);
/* On which calls instructions are spent, as flame graphs read it: a line "main;sort;swap 1234" for each stack. */
void worst_report_folded(const WorstReport *r, Text *to);
