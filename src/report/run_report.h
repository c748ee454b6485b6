/* run_report.h — what a run found, as plain data: what the summary, run.json and --json say.
 *
 * Texts are borrowed until the report is done with, unless they say owned.
 */
#pragma once

#include "report/rows.h"

/* The result of running an error's test natively. */
typedef enum RunVerdict {
  VERDICT_NONE, /* there was none */
  VERDICT_CONFIRMED,
  VERDICT_NOT_SEEN, /* natively something else happens */
  VERDICT_UNKNOWN,  /* it could not be run, or would not show such an error */
} RunVerdict;

#define FIELDS "report/run_fields.def"
#include "report/structs.h"

void report_errors_done(ReportErrorVec *errors);
void report_errors_add(ReportErrorVec *to, const ReportErrorVec *from); /* copies */
void run_report_done(RunReport *r);                                     /* also for cleanup() */

void run_report_json(const RunReport *r, Text *to); /* appended, ends in a newline */
/* Errors name the file and the member.  *ret is untouched then. */
must_use Err run_report_read(const char *path, RunReport *ret);
