/* habits.h — how often the best paths took which side, by what they had decided just before.
 *
 * Three views of a decision, from coarse to fine: its site; with the last decision at the same site;
 * with the last two there and the decision before, whatever its site.  A finer view counts as far
 * as it has seen something, and leaves the rest to the coarser one.
 */
#ifndef LEARNED_HABITS_H
#define LEARNED_HABITS_H

#include "base/map.h"
#include "learned/agent.h"

typedef struct Habits {
  Map counts; /* view -> (how often true) << 32 | how often at all */
} Habits;

void habits_done(Habits *h);

/* A path takes this side at its last mark, n of them; or one that did is forgotten. */
void habits_add(Habits *h, const AgentMark *marks, u32 n, bool side);
void habits_remove(Habits *h, const AgentMark *marks, u32 n, bool side);

/* The probability of true at the last mark; one half where nothing is known.  `before` are habits
 * of another size, which count a little in each view. */
double habits_true(const Habits *h, const Habits *before, const AgentMark *marks, u32 n);

void habits_copy(Habits *to, const Habits *from);

#endif
