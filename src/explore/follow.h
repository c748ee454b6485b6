/* follow.h — one path from its decisions, at the speed of the machine.
 *
 * The text of a path is its decisions in order:
 *
 *     0 1         a branch
 *     s1f         a switch, the pc it goes to
 *     a1000000000 an address, the object
 *     v2a         a value
 *     c1          a check, 1: passed
 *     p1          an index that was split, by how much it exceeds its least value
 *     m1000       the size of a new object, the most bytes that it may have
 *
 * Numbers are hexadecimal.  A full stop ends every decision that is not a branch.  Blanks and
 * lines that begin with # are skipped.  Assumptions are no decisions: they hold.
 */
#pragma once

#include "base/text.h"
#include "explore/guide.h"

void decision_print(Text *t, const Decision *d);

/* The decision at *io_at, which is moved behind it. */
must_use Err decision_parse(const char *name, u32 line, const char **io_at, Decision *ret);

/* `name` is what errors call the text.  Where a decision belongs (fn, pc) is not in it: 0. */
must_use Err path_parse(const char *name, const char *text, DecisionVec *ret);

/* A guide that takes these decisions, and stops where there are no more. */
typedef struct Follow {
  Guide guide;
  const Decision *decisions; /* borrowed */
  u32 n;
} Follow;

Follow follow_guide(const Decision *decisions, u32 n);

/* A state that was put aside; everything is borrowed. */
typedef struct Followed {
  const Path *path;
  const struct Guess *guesses; /* vm/choice/guesses.h */
  Model *model; /* an input that takes the path: then the solver is not asked at all; NULL: none */
  u64 n_instructions; /* that it had executed */
} Followed;

/* Makes it again from the start of the program; NULL when the program went another way. */
must_use Err follow_again(Vm *vm, Solver *solver, const Followed *aside, State **ret_state);
