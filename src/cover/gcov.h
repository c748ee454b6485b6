/* gcov.h — what gcov counts when tests are run natively. */
#pragma once

#include "cover/cover_run.h"
#include "report/outdir.h"

/* Fails if the program is ready to run and was not built for gcov: better before a search than after it. */
must_use Err gcov_check(const Recipe *recipe);

/* Builds the program with clang's --coverage (one that is ready to run must have been built so), runs the
 * tests of the report, and fills in io->gcov.  Only files of the scope count. */
must_use Err gcov_count(CoverReport *io, const OutDir *tests, CoverScope *scope);
