/* map.c — open addressing with generations.
 *
 * The table is never more than three quarters full.  Only the generations are initialised:
 * a slot with an old generation is free, whatever it holds.  When the generation counter wraps
 * around, all stamps are cleared, since old ones would look alive again.
 */
#include "base/map.h"

#include "base/hash.h"

void map_done(Map *m) {
  m->slots = mem_free(m->slots);
  m->generations = mem_free(m->generations);
  *m = (Map){0};
}

void map_clear(Map *m) {
  m->n = 0;
  if (++m->generation) return;
  /* The counter wrapped: old stamps would look alive again. */
  for (u32 i = 0; i < m->cap; i++) m->generations[i] = 0;
  m->generation = 1;
}

/* The slot that holds the key, or the free slot where it would go. */
static u32 slot_of(const Map *m, u64 key) {
  u32 mask = m->cap - 1;
  u32 i = (u32)hash_u64(key) & mask;
  while (m->generations[i] == m->generation && m->slots[i].key != key) i = (i + 1) & mask;
  return i;
}

static void grow(Map *m) {
  Map old = *m;
  m->cap = old.cap ? old.cap * 2 : SIZED(64, 4);
  m->slots = mem_resize(NULL, m->cap * sizeof *m->slots);
  m->generations = mem_new(m->cap * sizeof *m->generations);
  m->generation = 1;
  for (u32 i = 0; i < old.cap; i++) {
    if (old.generations[i] != old.generation) continue;
    u32 to = slot_of(m, old.slots[i].key);
    m->slots[to] = old.slots[i];
    m->generations[to] = m->generation;
  }
  mem_free(old.slots);
  mem_free(old.generations);
}

u64 *map_find(const Map *m, u64 key) {
  if (!m->n) return NULL;
  u32 i = slot_of(m, key);
  return m->generations[i] == m->generation ? &m->slots[i].value : NULL;
}

bool map_get(const Map *m, u64 key, u64 *ret_value) {
  u64 *found = map_find(m, key);
  if (found) *ret_value = *found;
  return found != NULL;
}

u64 *map_at(Map *m, u64 key, bool *ret_fresh) {
  if (((u64)m->n + 1) * 4 > (u64)m->cap * 3) grow(m);
  u32 i = slot_of(m, key);
  bool fresh = m->generations[i] != m->generation;
  if (fresh) {
    m->generations[i] = m->generation;
    m->slots[i] = (MapSlot){key, 0};
    m->n++;
  }
  if (ret_fresh) *ret_fresh = fresh;
  return &m->slots[i].value;
}

void map_put(Map *m, u64 key, u64 value) { *map_at(m, key, NULL) = value; }
