/* completion.h — scripts that complete command lines in a shell. */
#pragma once

#include "base/text.h"

void completion_script(Text *t, u32 shell); /* for the shell of this row of shells.def */
