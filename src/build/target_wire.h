/* target_wire.h — an open target as bytes: what a process on another host needs to run it in the machine.
 *
 * The program is there as it was linked, so neither its sources nor a compiler are needed; what it gets from outside is there
 * as the records that its kernel reads.
 */
#pragma once

#include "build/target.h"

/* Of a target that was opened with `is_to_travel`; appended. */
void target_write(const Target *t, Text *to);

/* A target that can be run in the machine, and for nothing else; to be ended also after an error.  The bytes may be
 * damaged. */
must_use Err target_read(const void *bytes, size_t n, Target *ret);
