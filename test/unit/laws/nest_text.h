/* nest_text.h — nests (laws/nest.h) as text in brackets, for the tests of laws. */
#ifndef TEST_UNIT_LAWS_NEST_TEXT_H
#define TEST_UNIT_LAWS_NEST_TEXT_H

#include "laws/nest.h"

/* "((0)(1 0)(2 1 0))"; a leaf of several numbers is "1,2". */
void nest_print(const Nest *n, Text *ret);
must_use Err nest_parse(const char *text, i64 size, Nest *ret);

#endif
