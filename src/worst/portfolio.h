/* portfolio.h — what auto, ese+ and xstressor have in common: what they know of a program, from one size to the next. */
#pragma once

#include "predict/predict.h"
#include "worst/share.h"

typedef struct Portfolio {
  Vocabulary vocabulary;         /* owned; of the program */
  VEC(InputSearch *) inputs;     /* owned; of the sizes asked for, in order, and of smaller ones */
  Breeder *breeder;              /* owned; of the largest size; NULL: there is none */
  TrainingSizeVec training;      /* owned; ascending by size, all complete */
  Growth growth;                 /* of their costs */
  Policy policy;                 /* owned */
  const struct PolicyKind *from; /* what the policy is; NULL: there is none */
  Predictions predictions;       /* owned */
  bool has_policy, has_predictions; /* they were looked for */
  bool holds; /* the best of the current size is proven, or costs what the small sizes predict */
} Portfolio;

void portfolio_done(Portfolio *p);

/* A first answer at every size: inputs that need no search. */
must_use Err portfolio_first(Search *h, Portfolio *p);
/* Every path at small sizes; those asked for are then proven. */
must_use Err portfolio_learn(Search *h, Portfolio *p);

/* At one size: what laws predict; what a policy of the small sizes finds; the worst inputs of other sizes, extended. */
must_use Err portfolio_predict(SizeSearch *t, Portfolio *p);
must_use Err portfolio_follow_policy(SizeSearch *t, Portfolio *p);
must_use Err portfolio_extend(SizeSearch *t, Portfolio *p);
/* The same in the end, for as long as the size has time. */
must_use Err portfolio_revisit(SizeSearch *t, Portfolio *p);

/* Searches that share the time that is left (share.h); there must be a best. */
must_use Err portfolio_share(SizeSearch *t, Portfolio *p, ArmSet arms);
/* By these arms, a quarter and a half of the size, with a third of the time that is left. */
must_use Err portfolio_halves(SizeSearch *t, Portfolio *p, ArmSet arms);

/* The inputs of this size; NULL: there are none. */
InputSearch *portfolio_inputs(const Portfolio *p, const SizeSearch *t);
