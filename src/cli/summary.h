/* summary.h — a run in words. */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include "base/text.h"
#include "report/run_report.h"

void summary_print(Text *t, const RunReport *r);
void summary_error(Text *t, const ReportError *e);

#endif
