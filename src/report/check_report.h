/* check_report.h — what became of contracts, as plain data; what `nadir check --json` prints. */
#pragma once

#include "report/run_report.h"

typedef enum CheckVerdict { CHECK_OK, CHECK_BROKEN, CHECK_UNDECIDED } CheckVerdict;
typedef enum CheckKind { CHECK_FORMULA, CHECK_CLASS, CHECK_ERRORS, CHECK_KEPT } CheckKind;

extern const char *const check_verdict_names[], *const check_kind_names[]; /* NULL ends them */

#define FIELDS "report/check_fields.def"
#include "report/structs.h"

void check_contract_done(CheckContract *c); /* also for cleanup() */
void check_report_done(CheckReport *r);     /* also for cleanup() */

void check_report_json(const CheckReport *r, Text *to); /* appended, ends in a newline */

/* One contract in a file, for another process. */
void check_contract_json(const CheckContract *c, Text *to);
must_use Err check_contract_read(const char *path, CheckContract *ret);

u32 check_report_count(const CheckReport *r, CheckVerdict verdict); /* contracts */
