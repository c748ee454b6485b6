/* int_items.c — decides which translations along the trail are still right.
 *
 * A translation relies on ranges, and these on items of the trail: it is dropped when one of them
 * leaves.  An item that was not understood in full is translated again when the trail has moved, as
 * ranges that came later may show that it does not wrap.
 */
#include "solver/linear/int_items.h"

enum { MAX_VARS = SIZED(1 << 18, 16) }; /* then all are forgotten */

static void items_push(void *self, u32 item) {
  (void)self, (void)item; /* translated when first needed */
}

/* A translation depends on ranges; we must not use ranges of items that are popped. */
static void items_pop(void *self, u32 n) {
  IntItems *s = self;
  while (s->items.n > n) int_cond_done(&vec_pop(&s->items).cond);
  if (s->max_depends <= n) return;
  s->max_depends = 0;
  for (u32 i = 0; i < s->items.n; i++) {
    IntItem *it = &s->items.at[i];
    if (it->cond.depends > n) it->translated_at = it->cond.depends = 0;
    s->max_depends = MAX(s->max_depends, it->cond.depends);
  }
  assert(s->max_depends <= n);
}

static void items_reset(void *self) {
  IntItems *s = self;
  items_pop(s, 0);
  ints_reset(&s->ints);
}

const IntCond *int_items_get(IntItems *s, u32 item) {
  assert(item < s->trail->items.n);
  vec_resize(&s->items, MAX(s->items.n, item + 1));
  IntItem *it = &s->items.at[item];
  /* What was opaque when it was translated may be arithmetic by now, under ranges that came later. */
  bool may_gain = !it->cond.is_exact && it->translated_at != s->trail->items.n;
  if (!it->translated_at || may_gain) {
    ints_translate(&s->ints, &s->trail->bounds, s->trail->items.at[item].e, &it->cond);
    it->translated_at = s->trail->items.n;
    s->max_depends = MAX(s->max_depends, it->cond.depends);
  }
  return &it->cond;
}

void int_items_limit(IntItems *s) {
  if (s->ints.vars.n > MAX_VARS) items_reset(s);
}

void int_items_open(IntItems *s, Trail *t) {
  *s = (IntItems){.trail = t};
  trail_watch(t, (TrailWatcher){items_push, items_pop, items_reset, s});
}

void int_items_close(IntItems *s) {
  items_pop(s, 0);
  vec_free(&s->items);
  ints_done(&s->ints);
}
