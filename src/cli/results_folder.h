/* results_folder.h — the folder of a run's results, where the user finds it. */
#pragma once

#include "report/outdir.h"

/* As outdir_make: DIR-2 if DIR has something in it, and so on.  Then DIR-latest leads there, and if the user
 * named DIR (`is_given`), nadir says so. */
must_use Err results_folder_make(const char *wanted, bool is_given, OutDir *ret);
