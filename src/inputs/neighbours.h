/* neighbours.h — the values that one number of a genome is tried with, when all are tried in turn. */
#pragma once

#include "inputs/genome.h"

enum { MAX_NEIGHBOURS = 16 };

/* Other values for number i: of text the letters of the program, of numbers those beside it in value, those
 * beside it in place, and the ends of the range.  Each once, as gene_put writes it; returns how many. */
u32 neighbours_of(const Gene *g, const Vocabulary *v, u8 *genome, u32 i,
                  i64 ret_values[MAX_NEIGHBOURS]);
