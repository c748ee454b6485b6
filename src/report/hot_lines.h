/* hot_lines.h — the lines of all files that run most often on the worst inputs, and how that grows with N. */
#pragma once

#include "report/worst_report.h"

/* Fills io->hot from the lines of its sizes; nothing is added to what is there. */
void hot_lines_add(WorstReport *io);

/* The size whose lines they are: the largest whose input was run to its end once more; NULL: none. */
const WorstSize *hot_lines_size(const WorstReport *r);
