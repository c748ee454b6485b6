/* predictor.h — predictors of the worst case, fitted to samples at small sizes.  What they predict
 * at a size is then tried there.
 *
 * A predictor is a struct of functions, one file, and a row in searches.def.
 */
#pragma once

#include "policy/sample.h"

typedef struct PredictorOps {
  size_t n_bytes; /* of its own data, zeroed */
  /* False: the samples have no such law, and why (appended).  Samples stay borrowed. */
  bool (*fit)(Search *h, const SampleVec *samples, void *self, Text *ret_why);
  /* Tries what it predicts at the size of the size search, where `cost` is predicted (NULL: nothing
   * is).  What comes of it is in the size search's best; what went wrong is appended. */
  Err (*apply)(SizeSearch *t, void *self, const u64 *cost, Text *ret_why);
  void (*print)(const void *self, Text *ret);   /* for people, a line for each of its parts */
  void (*write_c)(const void *self, Text *ret); /* C that makes the input; NULL: there is none */
  void (*done)(void *self);                     /* also of one that was not fitted */
} PredictorOps;

#define PREDICTOR(name, id, ...) extern const PredictorOps predictor_##id;
#include "search/searches.def"

typedef struct PredictorRow {
  const char *name;
  const PredictorOps *ops;
  Origin origin;
} PredictorRow;

/* The options of strategies that use predictors. */
enum { PREDICTOR_KIND };
extern const OptionGroup predictor_options;

extern const PredictorRow predictors[];
extern const u32 n_predictors;

/* The one that is wanted; NULL: each of them. */
const PredictorRow *predictor_wanted(const OptionSet *s);
