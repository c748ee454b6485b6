/* strategy.c — the table of strategies. */
#include "worst/strategy.h"

#include "base/text.h"

#include <string.h>

const StrategyRow strategy_rows[] = {
#define STRATEGY(name, id, line) {name, &strategy_##id},
#include "worst/strategies.def"
#undef STRATEGY
};
const u32 n_strategy_rows = ARRAY_LEN(strategy_rows);

Err strategy_find(const char *name, const StrategyRow **ret_row) {
  cleanup(text_free) Text names = {0};
  for (u32 i = 0; i < n_strategy_rows; i++) {
    if (!strcmp(name, strategy_rows[i].name)) {
      *ret_row = &strategy_rows[i];
      return OK;
    }
    text_addf(&names, "%s%s", i ? ", " : "", strategy_rows[i].name);
  }
  return err_set(ERR_USAGE, "there is no strategy '%s'; there are %s", name, text_c(&names));
}
