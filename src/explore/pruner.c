/* pruner.c — the table of pruners, and their lives. */
#include "explore/pruner.h"

const PrunerRow pruner_rows[] = {
#define PRUNER(name, ops, help) {name, &ops},
#include "explore/pruners.def"
#undef PRUNER
};
const u32 n_pruner_rows = ARRAY_LEN(pruner_rows);

Pruner *pruner_new(const PrunerRow *row, const PrunerConfig *config) {
  Pruner *p = mem_new(row->ops->size);
  *p = (Pruner){.ops = row->ops,
                .name = row->name,
                .rng = {config->seed},
                .max_leaves = config->max_leaves,
                .homi = config->homi};
  return p;
}

Pruner *pruner_free(Pruner *p) {
  if (!p) return NULL;
  if (p->ops->done) p->ops->done(p);
  mem_free(p);
  return NULL;
}
