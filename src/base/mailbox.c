/* mailbox.c — bytes with a version that is odd while they are written. */
#include "base/mailbox.h"

#include <stdatomic.h>
#include <string.h>

void mailbox_write(Mailbox *l, const void *bytes, u32 n_bytes) {
  atomic_fetch_add(&l->version, 1);
  l->n_bytes = n_bytes;
  memcpy(l->bytes, bytes, n_bytes);
  atomic_fetch_add(&l->version, 1);
}

u32 mailbox_read(const Mailbox *l, void *ret, u32 max_bytes, u32 *io_version) {
  u32 version = atomic_load(&l->version), n = MIN(l->n_bytes, max_bytes);
  if (version % 2 || version == *io_version) return 0;
  cleanup(freep) u8 *copy =
      mem_dup(l->bytes, MAX(n, 1u)); /* it may be torn, and what the reader has is good */
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load(&l->version) != version) return 0;
  memcpy(ret, copy, n);
  *io_version = version;
  return n;
}
