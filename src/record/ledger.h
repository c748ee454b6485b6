/* ledger.h — the file `ledger`: each path, why it ended, and the sums.
 *
 * A line per path, written within a tenth of a second after it ended, so that a run that is killed leaves it behind.
 */
#pragma once

#include "record/recorder.h"

#include <stdio.h>

typedef struct Ledger {
  OutDir *out; /* borrowed */
  FILE *file;  /* owned; NULL: it is closed */
  Text lines;  /* owned; not written yet */
  u64 written_ns;
  u64 n;
} Ledger;

must_use Err ledger_open(OutDir *out, Ledger *ret);
void ledger_on_event(void *user, const RunEvent *e); /* a subscriber's; the user is the Ledger */
void ledger_done(Ledger *l);
