/* experience.c — rows in a ring, with an index by their hash.
 *
 * Two rows with the same 64-bit hash are taken for the same one.  The second is then not learned
 * from, which does no harm.
 */
#include "learn/experience.h"

#include "base/hash.h"

#include <string.h>

Experience experience_new(u32 width, u32 max) {
  assert(width && max);
  return (Experience){
      .width = width, .max = max, .rows = mem_new((size_t)max * width * sizeof(i32))};
}

void experience_done(Experience *e) {
  e->rows = mem_free(e->rows);
  map_done(&e->indices);
}

const i32 *experience_row(const Experience *e, u32 i) {
  assert(i < e->n);
  return e->rows + (size_t)i * e->width;
}

static u64 row_hash(const Experience *e, const i32 *row) {
  u64 h = e->width;
  for (u32 i = 0; i < e->width; i++) h = hash_pair(h, (u32)row[i]);
  return h;
}

/* The map keeps what is gone: now and then it is made anew. */
static void tidy(Experience *e) {
  enum { FULL = 4 };
  if (e->indices.n < FULL * e->max) return;
  map_clear(&e->indices);
  for (u32 i = 0; i < e->n; i++) map_put(&e->indices, row_hash(e, experience_row(e, i)), i + 1ull);
}

/* The index of a row that may be written. */
static u32 make_room(Experience *e) {
  if (e->n < e->max) return e->n++;
  u32 i = e->oldest;
  map_put(&e->indices, row_hash(e, experience_row(e, i)), 0);
  e->oldest = (i + 1) % e->max;
  return i;
}

bool experience_add(Experience *e, const i32 *row) {
  u64 hash = row_hash(e, row), there;
  if (map_get(&e->indices, hash, &there) && there) return false;
  u32 i = make_room(e);
  memcpy(e->rows + (size_t)i * e->width, row, e->width * sizeof *row);
  map_put(&e->indices, hash, i + 1ull);
  tidy(e);
  return true;
}

bool experience_is_sound(const Experience *e) {
  u64 there;
  if (e->n > e->max || (e->oldest && e->n < e->max)) return false;
  for (u32 i = 0; i < e->n; i++)
    if (!map_get(&e->indices, row_hash(e, experience_row(e, i)), &there) || there != i + 1ull)
      return false;
  return true;
}
