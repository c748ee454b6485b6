/* sample.h — one worst path per size, chosen so that those of different sizes resemble each other.
 *
 * A size often has many worst paths.  A law that is made of arbitrary ones fails or, worse, holds
 * by accident: XSTRESSOR's published tool takes the first.  Here there are several ways to choose
 * (selectors.def).  Each makes the same choice at every size, and a predictor is fitted to each.
 */
#pragma once

#include "growth/growth.h"
#include "policy/training_size.h"

typedef struct Sample {
  u64 size;
  Witness witness; /* owned; its input is the canonical one */
} Sample;

typedef VEC(Sample) SampleVec;

typedef struct Selector {
  const char *name;
  Keep keep; /* of the worst paths of the training sizes, or how a policy is learned from them */
  bool uses_policy; /* the paths are those that the policy takes */
  u32 history;      /* of the policy */
  bool any_caller;
} Selector;

extern const Selector selectors[];
extern const u32 n_selectors;

/* One sample for each training size, and with a policy for some sizes beyond: as long as the policy gives
 * what the growth of the training sizes predicts.  Empty when the selector does not lead to worst paths. */
must_use Err samples_select(Search *h, const TrainingSizeVec *training, const Growth *growth,
                            const Selector *s, SampleVec *ret);
void samples_done(SampleVec *s);

/* How the costs of the samples grow; *io is what is known so far, and stays if they say no more. */
void samples_growth(const SampleVec *samples, Growth *io);
