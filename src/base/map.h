/* map.h — a hash table from u64 to u64 that can be emptied in O(1).
 *
 * Open addressing, linear probing.  Each slot carries the generation in which it was written, so
 * map_clear only counts up: memo tables that live for one query cost nothing to empty.  Single keys
 * cannot be removed; a user who needs that writes a value that says "gone".
 */
#pragma once

#include "base/base.h"

typedef struct MapSlot {
  u64 key, value;
} MapSlot;

typedef struct Map {
  MapSlot *slots;   /* owned */
  u32 *generations; /* owned; slot is in use iff equal to `generation` */
  u32 n, cap;       /* cap is a power of two, or 0 */
  u32 generation;
} Map;

/* A key for whatever lies at an address of this process. */
static inline u64 map_key(const void *p) { return (u64)(uintptr_t)p; }

void map_done(Map *m); /* a zeroed Map is an empty map */
void map_clear(Map *m);
u64 *map_find(const Map *m, u64 key); /* NULL when absent; valid until the next put */
bool map_get(const Map *m, u64 key, u64 *ret_value);
void map_put(Map *m, u64 key, u64 value);      /* inserts or overwrites */
u64 *map_at(Map *m, u64 key, bool *ret_fresh); /* finds, or inserts with value 0 */
