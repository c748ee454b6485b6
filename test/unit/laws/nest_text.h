/* nest_text.h — nests (laws/nest.h) as text in brackets, for the tests of laws. */
#pragma once

#include "laws/nest.h"

/* "((0)(1 0)(2 1 0))"; a leaf of several numbers is "1,2". */
void nest_print(const Nest *n, Text *ret);
must_use Err nest_parse(const char *text, i64 size, Nest *ret);
