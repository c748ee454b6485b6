/* portfolio.h — what auto and xstressor have in common: every path at small sizes, a policy,
 * predictors, local search.  Each is a step that a strategy takes when it wants to. */
#ifndef WORST_PORTFOLIO_H
#define WORST_PORTFOLIO_H

#include "learned/pyse_tree.h"
#include "paths/precedents.h"
#include "predict/predict.h"
#include "worst/offshoot.h"

typedef struct Portfolio {
  Vocabulary vocabulary;            /* owned; of the program */
  VEC(Colony *) colonies;           /* owned; of the sizes asked for, in order */
  Offshoot *offshoot;               /* owned; of the largest size; NULL: there is none */
  TrainingSizeVec training;         /* owned; ascending by size, all complete */
  Growth growth;                    /* of their costs */
  Policy policy;                    /* owned */
  const struct PolicyKind *from;    /* what the policy is; NULL: there is none */
  Predictions predictions;          /* owned */
  Precedents precedents;            /* owned; of recursive calls, at all sizes */
  PyseTransfer learned;             /* owned; what reinforcement learned at other sizes */
  bool has_policy, has_predictions; /* they were looked for */
} Portfolio;

/* A first answer at every size: inputs that need no search. */
must_use Err portfolio_first(Hunt *h, Portfolio *p);
/* From now on inputs of the largest size are also bred in a process of their own; until its trial is left. */
void portfolio_breed_aside(Hunt *h, Portfolio *p);
must_use Err portfolio_leave(Trial *t, Portfolio *p);
/* Does the best cost what the formula of the small sizes says? */
bool portfolio_is_confirmed(const Trial *t, const Portfolio *p);
/* At one size: the worst inputs of other sizes, extended. */
must_use Err portfolio_extend(Trial *t, Portfolio *p);
/* Elements that collide, and a little of a genetic search, where no law of small sizes says what to look for. */
must_use Err portfolio_breed(Trial *t, Portfolio *p);
/* The best is what the law of the small sizes says: is there something worse?  Then it no longer
 * holds. */
must_use Err portfolio_doubt(Trial *t, Portfolio *p, bool *io_held);

/* Every path at small sizes; those asked for are then proven. */
must_use Err portfolio_learn(Hunt *h, Portfolio *p);
void portfolio_done(Portfolio *p);

/* The steps at one size.  *ret_held: the best is proven, or costs what the small sizes predict. */
must_use Err portfolio_whole(Trial *t, Portfolio *p,
                             bool *ret_held); /* every path, if they are few */
must_use Err portfolio_policy(Trial *t, Portfolio *p, bool *ret_held);
must_use Err portfolio_predict(Trial *t, Portfolio *p, bool *ret_held);

/* The arms share the time that is left (share.h), from random paths if there is nothing yet; before that,
 * smaller sizes of a recursive program (islands.h). */
must_use Err portfolio_search(Trial *t, Portfolio *p);

/* How long inputs that need no search may take at one size. */
u64 portfolio_plain_ns(const Hunt *h);
/* The inputs of this size; NULL: there are none. */
Colony *portfolio_colony(const Portfolio *p, const Trial *t);

#endif
