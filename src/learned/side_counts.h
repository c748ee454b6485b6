/* side_counts.h — how often the best paths took which side, by what they had decided just before.
 *
 * Three views of a decision, from coarse to fine: its site; with the last decision at the same site;
 * with the last two there and the decision before, whatever its site.  A finer view counts as far
 * as it has seen something, and leaves the rest to the coarser one.
 */
#pragma once

#include "base/map.h"
#include "learned/agent.h"

typedef struct SideCounts {
  Map counts; /* view -> (how often true) << 32 | how often at all */
} SideCounts;

void side_counts_done(SideCounts *h);

/* A path takes this side at its last mark, n of them; or one that did is forgotten. */
void side_counts_add(SideCounts *h, const DecisionMark *marks, u32 n, bool side);
void side_counts_remove(SideCounts *h, const DecisionMark *marks, u32 n, bool side);

/* The probability of true at the last mark; one half where nothing is known.  `before` are side_counts
 * of another size, which count a little in each view. */
double side_counts_true(const SideCounts *h, const SideCounts *before, const DecisionMark *marks,
                        u32 n);

void side_counts_copy(SideCounts *to, const SideCounts *from);
