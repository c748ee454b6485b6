/* times_print.h — the table of native times. */
#ifndef CLI_TIMES_PRINT_H
#define CLI_TIMES_PRINT_H

#include "report/worst_report.h"

void times_print(Text *t, const WorstTiming *times, const Names *flags);

#endif
