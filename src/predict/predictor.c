/* predictor.c — the table of predictors, and the option that picks one. */
#include "predict/predictor.h"

const PredictorRow predictors[] = {
#define PREDICTOR(name, id, ...) {name, &predictor_##id, ORIGIN_##id},
#include "search/searches.def"
};
const u32 n_predictors = ARRAY_LEN(predictors);

static const OptionChoice kinds[] = {
    {"auto", NULL, "all of these, in this order, until one is right"},
#define PREDICTOR(name, id, words, line) {name, NULL, line},
#include "search/searches.def"
    {0},
};

static const Option options[] = {
    [PREDICTOR_KIND] = {"model", OPTION_CHOICE, "KIND", "auto", "what to predict at large sizes",
                        .choices = kinds},
};

const OptionGroup predictor_options = {"options of xstressor, and of models in auto", options,
                                       ARRAY_LEN(options), NULL};

const PredictorRow *predictor_wanted(const OptionSet *s) {
  u32 kind = option_choice(s, PREDICTOR_KIND);
  return kind ? &predictors[kind - 1] : NULL;
}
