/* int_items.h — the items of the trail as conditions over the integers, translated when first
 * needed and kept along the trail. */
#pragma once

#include "solver/linear/ints.h"
#include "solver/trail.h"

typedef struct IntItem {
  u32 translated_at; /* length of the trail then; 0: never */
  IntCond cond;
} IntItem;

typedef struct IntItems {
  Trail *trail; /* borrowed */
  Ints ints;
  VEC(IntItem) items; /* owned; by trail item, as far as translated */
  u32 max_depends;    /* over all items */
} IntItems;

/* Watches the trail from now on; lives as long as the trail. */
void int_items_open(IntItems *s, Trail *t);
void int_items_close(IntItems *s);

/* Forgets all translations once they have too many variables. */
void int_items_limit(IntItems *s);

/* Borrowed until the next call. */
const IntCond *int_items_get(IntItems *s, u32 item);
