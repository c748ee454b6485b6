/* witness_run.h — what an input costs, seen by running it. */
#pragma once

#include "search/search.h"

/* The input as a model; the caller owns it. */
Model *witness_model(const Witness *w);

typedef struct WitnessRun {
  Stop stop;
  Cost cost;
  bool depends_on_uninit;
} WitnessRun;

/* Runs the program on the input of the witness: it decides every branch, the solver none.  The
 * decisions are kept if the pointer is not NULL.  Ends with the budget of the search. */
must_use Err witness_run(const Search *h, u64 size, const Witness *w, WitnessRun *ret,
                         DecisionVec *ret_decisions);
/* The same within another budget: its time and its interrupt, in which STOP_BUDGET ends it. */
must_use Err witness_run_within(const Search *h, const Budget *budget, u64 size, const Witness *w,
                                WitnessRun *ret, DecisionVec *ret_decisions);

/* The same with numbers in place of symbols, as fast as the machine runs: for costs that do not count what
 * symbols decide.  A length that stays a symbol counts for nothing there, and here for what it is. */
must_use Err witness_run_plain(const Search *h, const Budget *budget, u64 size, const Witness *w,
                               WitnessRun *ret);

/* The same in a machine that is there already. */
must_use Err witness_run_in(Vm *vm, Solver *solver, const Budget *budget, const Witness *w,
                            WitnessRun *ret, DecisionVec *ret_decisions);

/* The same from jump to jump. */
typedef enum Moment {
  MOMENT_STOPPED, /* in front of a jump, a call, a return */
  MOMENT_CHOICE,  /* at a choice that has not been made */
  MOMENT_JUMPED,  /* a choice was made that is a jump: here it goes on */
} Moment;
typedef void WitnessVisit(void *user, Vm *vm, State *s, Moment moment);
must_use Err witness_follow(const Search *h, u64 size, const Witness *w, WitnessVisit *visit,
                            void *user, WitnessRun *ret);
