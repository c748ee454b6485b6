/* worst_verify.h — the worst inputs run again, in the machine and natively. */
#pragma once

#include "native/native.h"
#include "record/worst_record.h"

/* Adds a check to the record for each size that has a worst case, the largest first, within the time
 * given.  What cannot be run natively is said there. */
must_use Err worst_verify(WorstRecord *r, const Search *h, const NativeConfig *native,
                          u64 limit_ns);
