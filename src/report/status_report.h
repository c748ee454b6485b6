/* status_report.h — who does what in a run that several processes share, as plain data. */
#pragma once

#include "report/run_report.h"

#define FIELDS "report/status_fields.def"
#include "report/structs.h"

void status_report_done(StatusReport *r);                 /* also for cleanup() */
void status_report_json(const StatusReport *r, Text *to); /* appended, ends in a newline */
