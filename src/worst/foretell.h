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
  u64 building_ns;    /* every path of small sizes, and fitting */
} Foretelling;

/* Where the time goes that models take at a size, besides that of running what they foretell:
 * building them, the same for all sizes; making the input or the path condition; the solver. */
extern const StatInfo stat_building, stat_predicting, stat_solving;
/* The product: C that makes worst inputs of any size. */
extern const char generator_name[];

/* Fits the models that are wanted (model_options) and says which hold. */
must_use Err foretelling_fit(Hunt *h, const LessonVec *lessons, Foretelling *f);
void foretelling_done(Foretelling *f);

/* What the models foretell at the size of the trial, the cheapest first.  *ret_held: one of them gave
 * a path that costs what is predicted, as far as anything is.  Says what failed. */
must_use Err foretelling_try(Trial *t, Foretelling *f, bool *ret_held);

#endif
