/* predict.h — predictors fitted to the training sizes; what they predict at a size is tried. */
#pragma once

#include "predict/predictor.h"

/* A predictor whose laws hold. */
typedef struct Fitted {
  const PredictorRow *row;
  void *self;      /* owned */
  bool is_refuted; /* at some size it predicted what is not so */
} Fitted;

typedef struct Predictions {
  Growth growth;      /* of the costs of training sizes or samples */
  VEC(Fitted) fitted; /* owned */
  u64 building_ns;    /* every path of small sizes, and fitting */
} Predictions;

/* Where the time goes that predictors take at a size, besides that of running what they predict:
 * building them, the same for all sizes; making the input or the path condition; the solver. */
extern const StatInfo stat_building, stat_predicting, stat_solving;
/* The product: C that makes worst inputs of any size. */
extern const char generator_name[];

/* Fits the predictors that are wanted (predictor_options) and says which hold. */
must_use Err predictions_fit(Search *h, const TrainingSizeVec *training, Predictions *f);
void predictions_done(Predictions *f);

/* What they predict at the size of the size search, the cheapest first.  *ret_held: one of them gave
 * a path that costs what is predicted, as far as anything is.  Says what failed. */
must_use Err predictions_try(SizeSearch *t, Predictions *f, bool *ret_held);
