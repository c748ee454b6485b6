/* wire.c — writes and reads a message in memory.
 *
 * A read past the end sets a flag and gives zeros, as do all later ones: a reader can take a whole
 * message and look at the flag once.
 */
#include "solver/z3/wire.h"

#include <string.h>

void wire_free(Wire *w) {
  w->at = mem_free(w->at);
  *w = (Wire){0};
}

void wire_clear(Wire *w) {
  w->n = w->n_read = 0;
  w->failed = false;
}

u8 *wire_room(Wire *w, size_t n_bytes) {
  if (w->n + n_bytes > w->cap) {
    w->cap = MAX(w->cap * 2, w->n + n_bytes);
    w->at = mem_resize(w->at, w->cap);
  }
  w->n += n_bytes;
  return w->at + w->n - n_bytes;
}

void wire_put(Wire *w, const void *p, size_t n_bytes) {
  if (n_bytes) memcpy(wire_room(w, n_bytes), p, n_bytes);
}

void wire_put_u8(Wire *w, u8 v) {
  wire_put(w, &v, sizeof v);
}

void wire_put_u32(Wire *w, u32 v) {
  wire_put(w, &v, sizeof v);
}

void wire_put_u64(Wire *w, u64 v) {
  wire_put(w, &v, sizeof v);
}

void wire_patch_u32(Wire *w, size_t at, u32 v) {
  assert(at + sizeof v <= w->n);
  memcpy(w->at + at, &v, sizeof v);
}

const u8 *wire_get(Wire *w, size_t n_bytes) {
  if (w->failed || n_bytes > w->n - w->n_read) {
    w->failed = true;
    return NULL;
  }
  w->n_read += n_bytes;
  return w->at + w->n_read - n_bytes;
}

static u64 get_number(Wire *w, size_t n_bytes) {
  u64 v = 0;
  const u8 *p = wire_get(w, n_bytes);
  if (p) memcpy(&v, p, n_bytes); /* little endian, like every host we run on */
  return v;
}

u8 wire_get_u8(Wire *w) {
  return (u8)get_number(w, 1);
}

u32 wire_get_u32(Wire *w) {
  return (u32)get_number(w, 4);
}

u64 wire_get_u64(Wire *w) {
  return get_number(w, 8);
}
