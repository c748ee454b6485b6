/* ledger.h — the file `ledger`: each path, why it ended, and the sums.
 *
 * A line per path, written as it ends, so that a run that is killed leaves it behind.
 */
#ifndef ENGINE_LEDGER_H
#define ENGINE_LEDGER_H

#include "explore/explore.h"
#include "report/run_report.h"

typedef struct Ledger Ledger;

must_use Err ledger_open(const Text *dir, Ledger **ret_ledger);
/* `test` is the name of its test, or NULL. */
void ledger_add(Ledger *l, const PathEnd *end, const ReportPlace *place, const char *test);
/* A warning, which is no path's end. */
void ledger_warn(Ledger *l, const ReportError *e, const char *test);
/* Writes the sums; frees the ledger in any case.  Fails if anything could not be written. */
must_use Err ledger_close(Ledger *l, const ExploreStats *stats);

#endif
