/* folded.h — on which calls the worst input spends its instructions, as flame graphs read it: a line
 * "main;sort;swap 1234" for each stack. */
#ifndef REPORT_FOLDED_H
#define REPORT_FOLDED_H

#include "report/worst_report.h"

/* Of the largest size that has stacks. */
void worst_report_folded(const WorstReport *r, Text *to);

#endif
