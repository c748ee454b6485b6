/* seeds.h — inputs that people think of first: equal, sorted, alternating, random, nested, repeated.
 *
 * Each is a rule that gives the number at a place (seeds.def); some have variants, one for each number,
 * letter or word that the program itself is written with.
 */
#pragma once

#include "inputs/genome.h"

/* How many there are for a gene. */
u32 seed_count(const Gene *g, const Vocabulary *v);

/* Writes the k-th into the gene; at size N. */
void seed_put(const Gene *g, const Vocabulary *v, u64 size, u32 k, Rng *rng, u8 *genome);
