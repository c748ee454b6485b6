/* background.c — a fork that dies with its maker, and bytes that both map. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "base/background.h"

#include "base/helper.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct BackgroundProcess {
  pid_t pid;
  void *shared;
  size_t n_shared;
};

BackgroundProcess *background_new(size_t n_shared, BackgroundTask *task, void *user) {
  n_shared = MAX(n_shared, 1u);
  void *shared = mmap(NULL, n_shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return NULL;
  pid_t pid = helper_fork(NULL, 0);
  if (!pid) {
    task(user, shared);
    _exit(0);
  }
  if (pid < 0) {
    munmap(shared, n_shared);
    return NULL;
  }
  BackgroundProcess *a = NEW(BackgroundProcess);
  *a = (BackgroundProcess){pid, shared, n_shared};
  return a;
}

BackgroundProcess *background_free(BackgroundProcess *a) {
  if (!a) return NULL;
  helper_end(a->pid);
  munmap(a->shared, a->n_shared);
  return mem_free(a);
}

void *background_shared(const BackgroundProcess *a) {
  return a->shared;
}

/* ---- letters ------------------------------------------------------------------------------------- */

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
