/* int_items.c — decides which translations along the trail are still right.
 *
 * A translation relies on ranges, and these on items of the trail: it is dropped when one of them
 * leaves.  An item that was not understood in full is translated again when the trail has moved, as
 * ranges that came later may show that it does not wrap.
 */
#include "solver/linear/int_items.h"

enum { MAX_ARENA = SIZED(1 << 20, 64) }; /* nodes; then we begin a new one */

static void items_push(void *self, u32 item) {
  (void)self, (void)item; /* translated when first needed */
}

/* A translation depends on ranges; we must not use ranges of items that are popped. */
static void items_pop(void *self, u32 n) {
  IntItems *s = self;
  s->items.n = MIN(s->items.n, n);
  if (s->max_depends <= n) return;
  s->max_depends = 0;
  for (u32 i = 0; i < s->items.n; i++) {
    if (s->items.at[i].cond.depends > n) s->items.at[i] = (IntItem){0};
    s->max_depends = MAX(s->max_depends, s->items.at[i].cond.depends);
  }
  assert(s->max_depends <= n);
}

static void items_reset(void *self) {
  IntItems *s = self;
  items_pop(s, 0);
  ints_reset(&s->ints);
  if (s->on_reset) s->on_reset(s->user);
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
  if (s->ints.arena.n > MAX_ARENA) items_reset(s);
}

void int_items_open(IntItems *s, Trail *t, void (*on_reset)(void *user), void *user) {
  *s = (IntItems){.trail = t, .on_reset = on_reset, .user = user};
  trail_watch(t, (TrailWatcher){items_push, items_pop, items_reset, s});
}

void int_items_close(IntItems *s) {
  items_pop(s, 0);
  vec_free(&s->items);
  ints_done(&s->ints);
}
