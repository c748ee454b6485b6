/* adversary.h — inputs that are made while the program runs, comparison by comparison (McIlroy 1999). */
#pragma once

#include "inputs/evaluator.h"

/* How it answers when two numbers are compared of which nothing was said yet: a set of these. */
enum {
  ANSWER_HIGH =
      1, /* the one of which something is said now is larger than those of which nothing is; else smaller */
  ANSWER_FIRST = 2, /* it is the one that comes first in the input; else the last */
  ANSWER_OTHER =
      4, /* it is not the one that is likely to be a pivot; else it is, if there is such a one */
  ANSWER_TIE = 8, /* both are equal from now on */
  ANSWER_SETS = 16,
};

/* No run needs more answers than this: the numbers of an input. */
u32 adversary_answers(const Evaluator *j);

/* Runs the program once with symbols, without a question to the solver, giving these answers one after the other.  The
 * genome, of the plan of the evaluator, is the input that they describe.  Returns in *ret_n_used how many of them were
 * wanted; 0: no two numbers of the input were ever compared, or the run came to no end before the deadline, and
 * there is no input. */
must_use Err adversary_make(const Evaluator *j, const u8 *answers, u64 deadline_ns, u8 *ret_genome,
                            u32 *ret_n_used);
