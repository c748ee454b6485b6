/* rerun.h — one test run again in the machine, without symbols: what the program prints on it. */
#ifndef ENGINE_RERUN_H
#define ENGINE_RERUN_H

#include "engine/target.h"

/* What the program writes goes to config->output.  *ret_how: how it ended, in words.  Fails if the test
 * does not fit the program. */
must_use Err rerun(const Target *t, const VmConfig *config, u64 size, const char *test,
                   Text *ret_how);

#endif
