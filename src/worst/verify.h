/* verify.h — what an input costs, seen by running it. */
#ifndef WORST_VERIFY_H
#define WORST_VERIFY_H

#include "worst/hunt.h"

/* The input as a model; the caller owns it. */
Model *witness_model(const Witness *w);

typedef struct WitnessRun {
  Stop stop;
  Cost cost;
  bool depends_on_unset;
} WitnessRun;

/* Runs the program on the input of the witness: it decides every branch, the solver none.  The
 * decisions are kept if the pointer is not NULL.  Ends with the budget of the hunt. */
must_use Err witness_run(const Hunt *h, u64 size, const Witness *w, WitnessRun *ret,
                         DecisionVec *ret_decisions);
/* The same within another budget: its time and its interrupt, in which STOP_BUDGET ends it. */
must_use Err witness_run_within(const Hunt *h, const Budget *budget, u64 size, const Witness *w,
                                WitnessRun *ret, DecisionVec *ret_decisions);

/* The same from jump to jump. */
typedef enum Moment {
  MOMENT_STOPPED, /* in front of a jump, a call, a return */
  MOMENT_CHOICE,  /* at a choice that has not been made */
  MOMENT_JUMPED,  /* a choice was made that is a jump: here it goes on */
} Moment;
typedef void WitnessVisit(void *user, Vm *vm, State *s, Moment moment);
must_use Err witness_follow(const Hunt *h, u64 size, const Witness *w, WitnessVisit *visit,
                            void *user, WitnessRun *ret);

/* An input of a cost that is known, too high for a run: it becomes the best as it is. */
void trial_believe(Trial *t, Witness *w, u64 cost);

/* Runs an input that somebody thought of as a path of the trial, which takes the witness over; it is
 * the best if it costs more.  The time is that of whoever thought of it. */
must_use Err trial_try(Trial *t, Witness *w, bool keeps_decisions, Stop *ret_stop);

#endif
