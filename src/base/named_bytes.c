/* named_bytes.c — copies of inputs. */
#include "base/named_bytes.h"

NamedBytes *named_bytes_add(NamedBytesVec *io, const char *name, const void *bytes, u32 n_bytes) {
  u8 *copy = mem_new(n_bytes + 1ull);
  if (bytes && n_bytes) memcpy(copy, bytes, n_bytes);
  vec_push(io, ((NamedBytes){text_dup(name), copy, n_bytes}));
  return &vec_last(io);
}

void named_bytes_add_all(NamedBytesVec *io, const NamedBytesVec *from) {
  for (u32 i = 0; i < from->n; i++)
    named_bytes_add(io, from->at[i].name, from->at[i].bytes, from->at[i].n_bytes);
}

NamedBytes *named_bytes_find(const NamedBytesVec *v, const char *name) {
  for (u32 i = 0; i < v->n; i++)
    if (!strcmp(v->at[i].name, name)) return &v->at[i];
  return NULL;
}

void named_bytes_free(NamedBytesVec *v) {
  for (u32 i = 0; i < v->n; i++) {
    mem_free((char *)v->at[i].name);
    mem_free(v->at[i].bytes);
  }
  vec_free(v);
}
