/* gnulib_overrides.h — functions that a program brings along and that the machine has better ones for. */
#pragma once

#include "code/program.h"

/* Has the library's definitions take the place of those that are in gnulib_overrides.def. */
void program_apply_gnulib_overrides(Program *p);
