/* training_size.h — what exhaustive runs at small sizes teach: the worst cost and the paths that have
 * it. */
#pragma once

#include "growth/growth.h"
#include "policy/policy.h"
#include "search/search.h"

/* The options of strategies that learn from small sizes. */
enum { TRAINING_SIZES };
extern const OptionGroup training_options;

typedef VEC(DecisionVec) PathVec;

typedef struct TrainingSize {
  u64 size, cost;
  bool is_complete; /* the whole tree was searched */
  bool
      is_searched; /* it was, but for paths that could not be followed: it teaches, but proves nothing */
  PathVec worst;   /* owned; of the worst paths those that there was room for, and the last */
  u64 n_worst;     /* how many there are */
  u64 n_decisions; /* in `worst` */
  u64 n_paths;     /* of the tree */
  u64 ns;          /* that it took */
} TrainingSize;

typedef VEC(TrainingSize) TrainingSizeVec;

void training_done(TrainingSizeVec *l);

/* At the sizes of --train; without, at 1, 2, 3, … until a size is too large, of which the last two
 * are kept.  Fails when a size of --train is too large. */
must_use Err training_learn(Search *h, TrainingSizeVec *ret);

/* For strategies that want as many as are cheap: at the sizes of --train, or at 1, 2, 3, … until a
 * size is too large.  Sizes that were asked for are searched in their own size searches, which are then
 * proven.  There may be none. */
must_use Err training_small(Search *h, TrainingSizeVec *ret);

/* What the next size should take if the time goes on growing as from the last size but one to the last; 0: they are
 * not the two sizes before it. */
u64 training_next_ns(const TrainingSizeVec *training, u64 size);

/* How the costs of the training sizes grow. */
void training_growth(const TrainingSizeVec *training, Growth *ret);
