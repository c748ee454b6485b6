/* model.c — the table of models, and the option that picks one. */
#include "worst/model.h"

const ModelRow model_rows[] = {
#define MODEL(name, id, line) {name, &model_##id, FINDER_MODEL_##id},
#include "worst/models.def"
#undef MODEL
};
const u32 n_model_rows = ARRAY_LEN(model_rows);

static const OptionChoice kinds[] = {
    {"auto", NULL, "each of these, in this order, until one holds"},
#define MODEL(name, id, line) {name, NULL, line},
#include "worst/models.def"
#undef MODEL
    {0},
};

static const Option options[] = {
    [MODEL_KIND] = {"model", OPTION_CHOICE, "KIND", "auto", "what is predicted", .choices = kinds},
};

const OptionGroup model_options = {"options of xstressor, and of models in auto", options,
                                   ARRAY_LEN(options), NULL};

const ModelRow *model_wanted(const OptionSet *s) {
  u32 kind = option_choice(s, MODEL_KIND);
  return kind ? &model_rows[kind - 1] : NULL;
}
