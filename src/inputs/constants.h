/* constants.h — the numbers, letters and words that a program's own code is written with. */
#pragma once

#include "code/code.h"
#include "inputs/genome.h"

/* Adds those of the user's functions: what they compare with first, then cases of switches, then
 * every other number, and the texts that they or their tables point to. */
void constants_collect(const Module *m, Vocabulary *ret);
