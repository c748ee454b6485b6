/* foretell.h — models of the worst case, fitted to lessons, and what they say at a size, tried. */
#ifndef WORST_FORETELL_H
#define WORST_FORETELL_H

#include "worst/model.h"

/* A model that holds. */
typedef struct Fitted {
  const ModelRow *row;
  const Selector *selector; /* what it was made of */
  void *self;               /* owned */
  bool is_refuted;          /* at some size it foretold what is not so */
} Fitted;

typedef struct Foretelling {
  Growth growth;      /* of the costs of lessons or samples */
  VEC(Fitted) models; /* owned */
} Foretelling;

/* Fits the models that are wanted (model_options) and says which hold. */
must_use Err foretelling_fit(Hunt *h, const LessonVec *lessons, Foretelling *f);
void foretelling_done(Foretelling *f);

/* What the models foretell at the size of the trial, the cheapest first.  *ret_held: one of them gave
 * a path that costs what is predicted, as far as anything is.  Says what failed. */
must_use Err foretelling_try(Trial *t, Foretelling *f, bool *ret_held);

#endif
