/* model.c — the table of models. */
#include "worst/model.h"

#include <string.h>

const ModelRow model_rows[] = {
#define MODEL(name, id, line) {name, &model_##id, FINDER_MODEL_##id},
#include "worst/models.def"
#undef MODEL
};
const u32 n_model_rows = ARRAY_LEN(model_rows);

Err model_find(const char *name, const ModelRow **ret_row) {
  cleanup(text_free) Text names = {0};
  text_add(&names, "auto");
  *ret_row = NULL;
  if (!strcmp(name, "auto")) return OK;
  for (u32 i = 0; i < n_model_rows; i++) {
    if (!strcmp(name, model_rows[i].name)) {
      *ret_row = &model_rows[i];
      return OK;
    }
    text_addf(&names, ", %s", model_rows[i].name);
  }
  return err_set(ERR_USAGE, "there is no model '%s'; there are %s", name, text_c(&names));
}
