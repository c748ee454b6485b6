/* worst_law.h — the rule that the worst inputs follow, and C code that makes them at any size.
 *
 * That they follow it at the sizes of the record is checked, number by number; that they go on to be
 * the worst is not known.
 */
#pragma once

#include "report/worst_report.h"

/* Sets io->law if all inputs follow one at all sizes that have an answer, small exceptions left out, and
 * appends a program that prints the inputs of the N it is given. */
void worst_law_add(WorstReport *io, Text *ret_c);
