/* named_bytes.h — inputs by their names: what tests, witnesses, saved paths and reports hold alike.
 *
 * A vector made by named_bytes_add owns names and bytes, and is ended by named_bytes_free.  Code
 * that fills one in another way documents what is borrowed.
 */
#pragma once

#include "base/vec.h"

typedef struct NamedBytes {
  const char *name;
  u8 *bytes; /* never NULL in what named_bytes_add made, not even of none */
  u32 n_bytes;
} NamedBytes;

typedef VEC(NamedBytes) NamedBytesVec;

/* A copy of both; bytes may be NULL: zeros.  Borrowed until the next one is added. */
NamedBytes *named_bytes_add(NamedBytesVec *io, const char *name, const void *bytes, u32 n_bytes);
void named_bytes_add_all(NamedBytesVec *io, const NamedBytesVec *from);
NamedBytes *named_bytes_find(const NamedBytesVec *v, const char *name); /* the first, or NULL */
void named_bytes_free(NamedBytesVec *v); /* also for cleanup(); it is empty then */
