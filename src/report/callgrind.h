/* callgrind.h — how often lines ran on the worst input, in the format of callgrind (KCachegrind). */
#ifndef REPORT_CALLGRIND_H
#define REPORT_CALLGRIND_H

#include "report/worst_report.h"

/* Of the largest size that has lines. */
void worst_report_callgrind(const WorstReport *r, Text *to);

#endif
