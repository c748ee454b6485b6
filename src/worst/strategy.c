/* strategy.c — the table of strategies. */
#include "search/strategy.h"

#include "base/registry.h"

const StrategyRow strategy_rows[] = {
#define STRATEGY(name, id, ...) {name, &strategy_##id, ORIGIN_##id},
#define BOTH STRATEGY
#include "search/searches.def"
};
const u32 n_strategy_rows = ARRAY_LEN(strategy_rows);

Err strategy_find(const char *name, const StrategyRow **ret_row) {
  u32 row;
  TRY(ROW_FIND("there is no strategy", name, strategy_rows, n_strategy_rows, &row));
  *ret_row = &strategy_rows[row];
  return OK;
}
