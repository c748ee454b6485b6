/* stats.c — figures of strategies: a list, as there are few of them. */
#include "search/stats.h"

static Stat *find(const StatVec *s, const StatInfo *info) {
  for (u32 i = 0; i < s->n; i++)
    if (s->at[i].info == info) return &s->at[i];
  return NULL;
}

void stat_add(StatVec *s, const StatInfo *info, u64 n) {
  Stat *stat = find(s, info);
  if (stat)
    stat->n += n;
  else
    vec_push(s, ((Stat){info, n}));
}

u64 stat_of(const StatVec *s, const StatInfo *info) {
  const Stat *stat = find(s, info);
  return stat ? stat->n : 0;
}
