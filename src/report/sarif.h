/* sarif.h — findings in the format of static analysers, SARIF 2.1.0, for code hosts and editors
 * (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html). */
#pragma once

#include "report/check_report.h"
#include "report/cover_report.h"
#include "report/worst_report.h"

void run_report_sarif(const RunReport *r, Text *to);
void cover_report_sarif(const CoverReport *r, Text *to);
void worst_report_sarif(const WorstReport *r, Text *to);
/* Broken contracts as errors, undecided ones as open questions. */
void check_report_sarif(const CheckReport *r, Text *to);
