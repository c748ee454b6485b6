/* confirm.h — which errors of a run are also seen natively. */
#pragma once

#include "report/run_report.h"

#include <signal.h>

/* Replays the test of each error, at its size, and says there what came of it.  Whatever goes wrong is
 * said there, too.  Ends when the time is up, or after the current test once the flag is set. */
void confirm_errors(ReportErrorVec *errors, Recipe *recipe, u64 limit_ns,
                    const volatile sig_atomic_t *interrupted);
