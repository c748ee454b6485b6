/* times_print.h — the table of native times. */
#pragma once

#include "report/worst_report.h"

void times_print(Text *t, const WorstTiming *times, const Names *flags);
