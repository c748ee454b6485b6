/* model.h — models of the worst case, made of samples at small sizes: what they predict at a size is
 * then tried there.
 *
 * A model is a struct of functions, one file, and a row in models.def.
 */
#ifndef WORST_MODEL_H
#define WORST_MODEL_H

#include "worst/sample.h"

typedef struct ModelOps {
  size_t n_bytes; /* of its own data, zeroed */
  /* False: the samples have no such model, and why (appended).  Samples stay borrowed. */
  bool (*fit)(Hunt *h, const SampleVec *samples, void *self, Text *ret_why);
  /* Tries what the model says at the size of the trial, where `cost` is predicted (NULL: nothing
   * is).  What comes of it is in the trial's best; what went wrong is appended. */
  Err (*apply)(Trial *t, void *self, const u64 *cost, Text *ret_why);
  void (*print)(const void *self, Text *ret);   /* for people, a line for each of its parts */
  void (*write_c)(const void *self, Text *ret); /* C that makes the input; NULL: there is none */
  void (*done)(void *self);                     /* also of one that was not fitted */
} ModelOps;

#define MODEL(name, id, line) extern const ModelOps model_##id;
#include "worst/models.def"
#undef MODEL

typedef struct ModelRow {
  const char *name;
  const ModelOps *ops;
  Finder finder;
} ModelRow;

/* The options of strategies that use models. */
enum { MODEL_KIND };
extern const OptionGroup model_options;

extern const ModelRow model_rows[];
extern const u32 n_model_rows;

/* The one that is wanted; NULL: each of them. */
const ModelRow *model_wanted(const OptionSet *s);

#endif
