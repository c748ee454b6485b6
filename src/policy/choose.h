/* choose.h — which of the worst paths of the training sizes a policy is made of. */
#pragma once

#include "policy/training_size.h"

/* What options.keep makes of the training sizes. */
void training_policy(const Search *h, const TrainingSizeVec *training, const PolicyOptions *options,
                     Policy *ret);

/* Which of the worst paths is FIRST or LAST; there must be one. */
u32 training_size_pick(const Search *h, const TrainingSize *l, Keep keep);
