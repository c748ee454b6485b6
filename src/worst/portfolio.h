/* portfolio.h — what auto and xstressor have in common: every path at small sizes, a policy,
 * predictors, local search.  Each is a step that a strategy takes when it wants to. */
#ifndef WORST_PORTFOLIO_H
#define WORST_PORTFOLIO_H

#include "learned/pyse_tree.h"
#include "paths/call_table.h"
#include "predict/predict.h"
#include "worst/breeder.h"

typedef struct Portfolio {
  Vocabulary vocabulary;             /* owned; of the program */
  VEC(InputSearch *) input_searches; /* owned; of the sizes asked for, in order */
  Breeder *breeder;                  /* owned; of the largest size; NULL: there is none */
  TrainingSizeVec training;          /* owned; ascending by size, all complete */
  Growth growth;                     /* of their costs */
  Policy policy;                     /* owned */
  const struct PolicyKind *from;     /* what the policy is; NULL: there is none */
  Predictions predictions;           /* owned */
  CallTable precedents;              /* owned; of recursive calls, at all sizes */
  PyseTransfer learned;              /* owned; what reinforcement learned at other sizes */
  bool has_policy, has_predictions;  /* they were looked for */
} Portfolio;

/* A first answer at every size: inputs that need no search. */
must_use Err portfolio_first(Search *h, Portfolio *p);
/* From now on inputs of the largest size are also bred in a process of their own; until its size search is left. */
void portfolio_breed_in_background(Search *h, Portfolio *p);
must_use Err portfolio_leave(SizeSearch *t, Portfolio *p);
/* Does the best cost what the formula of the small sizes says? */
bool portfolio_is_confirmed(const SizeSearch *t, const Portfolio *p);
/* At one size: the worst inputs of other sizes, extended. */
must_use Err portfolio_extend(SizeSearch *t, Portfolio *p);
/* Elements that collide, and a little of a genetic search, where no law of small sizes says what to look for. */
must_use Err portfolio_breed(SizeSearch *t, Portfolio *p);
/* The best is what the law of the small sizes says: is there something worse?  Then it no longer
 * holds. */
must_use Err portfolio_doubt(SizeSearch *t, Portfolio *p, bool *io_held);

/* Every path at small sizes; those asked for are then proven. */
must_use Err portfolio_learn(Search *h, Portfolio *p);
void portfolio_done(Portfolio *p);

/* The steps at one size.  *ret_held: the best is proven, or costs what the small sizes predict. */
must_use Err portfolio_whole(SizeSearch *t, Portfolio *p,
                             bool *ret_held); /* every path, if they are few */
must_use Err portfolio_policy(SizeSearch *t, Portfolio *p, bool *ret_held);
must_use Err portfolio_predict(SizeSearch *t, Portfolio *p, bool *ret_held);

/* The arms share the time that is left (share.h), from random paths if there is nothing yet; before that,
 * smaller sizes of a recursive program (smaller_sizes.h). */
must_use Err portfolio_search(SizeSearch *t, Portfolio *p);

/* How long inputs that need no search may take at one size. */
u64 portfolio_plain_ns(const Search *h);
/* The inputs of this size; NULL: there are none. */
InputSearch *portfolio_inputs(const Portfolio *p, const SizeSearch *t);

#endif
