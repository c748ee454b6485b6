/* summary.h — a run in words. */
#pragma once

#include "base/text.h"
#include "report/run_report.h"

void summary_print(Text *t, const RunReport *r);
void summary_errors(Text *t, const RunReport *r); /* and warnings; the first few */
void summary_error(Text *t, const ReportError *e);
