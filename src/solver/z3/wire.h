/* wire.h — a message between the engine and its Z3 process: a growing buffer
 * written at one end and read at the other.  Both are the same program on the
 * same host, so numbers travel as they lie in memory.
 *
 * On the socket a message is its length in four bytes, then its bytes.
 */
#ifndef SOLVER_Z3_WIRE_H
#define SOLVER_Z3_WIRE_H

#include "base/base.h"

#define WIRE_MAX_BYTES (1u << 30)

typedef struct Wire {
  u8 *at; /* owned */
  size_t n, cap;
  size_t n_read;
  bool failed; /* a read went past the end: what it gave is zero */
} Wire;

void wire_free(Wire *w);
void wire_clear(Wire *w);
u8 *wire_room(Wire *w, size_t n_bytes); /* appends n_bytes to be written by the caller */

void wire_put(Wire *w, const void *p, size_t n_bytes);
void wire_put_u8(Wire *w, u8 v);
void wire_put_u32(Wire *w, u32 v);
void wire_put_u64(Wire *w, u64 v);
void wire_patch_u32(Wire *w, size_t at, u32 v); /* over one that was put at this offset */

const u8 *wire_get(Wire *w, size_t n_bytes); /* borrowed; NULL past the end */
u8 wire_get_u8(Wire *w);
u32 wire_get_u32(Wire *w);
u64 wire_get_u64(Wire *w);

#endif
