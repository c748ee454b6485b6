/* cover_record.h — the report of what a suite of tests covers. */
#pragma once

#include "cover/cover_suite.h"
#include "engine/exploration.h"

/* Texts of the report are borrowed from the suite, the target and the run.  The points of the curve are
 * moved. */
void cover_record(const SuitePlan *plan, const CoverSuite *s, CoverRun *io, RunReport *run,
                  CoverReport *ret);
