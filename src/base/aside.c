/* aside.c — a fork that dies with its maker, and bytes that both map. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "base/aside.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct Aside {
  pid_t pid;
  void *shared;
  size_t n_shared;
};

/* The keyboard speaks to whoever made it, who then ends it. */
static noreturn_fn void serve(AsideTask *task, void *user, void *shared, pid_t maker) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  if (getppid() == maker) task(user, shared);
  _exit(0);
}

Aside *aside_new(size_t n_shared, AsideTask *task, void *user) {
  pid_t maker = getpid();
  n_shared = MAX(n_shared, 1u);
  void *shared = mmap(NULL, n_shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return NULL;
  pid_t pid = fork();
  if (!pid) serve(task, user, shared, maker);
  if (pid < 0) {
    munmap(shared, n_shared);
    return NULL;
  }
  Aside *a = NEW(Aside);
  *a = (Aside){pid, shared, n_shared};
  return a;
}

Aside *aside_free(Aside *a) {
  if (!a) return NULL;
  kill(a->pid, SIGKILL);
  while (waitpid(a->pid, NULL, 0) < 0 && errno == EINTR) {}
  munmap(a->shared, a->n_shared);
  return mem_free(a);
}

void *aside_shared(const Aside *a) {
  return a->shared;
}

/* ---- letters ------------------------------------------------------------------------------------- */

void letter_write(Letter *l, const void *bytes, u32 n_bytes) {
  atomic_fetch_add(&l->version, 1);
  l->n_bytes = n_bytes;
  memcpy(l->bytes, bytes, n_bytes);
  atomic_fetch_add(&l->version, 1);
}

u32 letter_read(const Letter *l, void *ret, u32 max_bytes, u32 *io_version) {
  u32 version = atomic_load(&l->version), n = MIN(l->n_bytes, max_bytes);
  if (version % 2 || version == *io_version) return 0;
  memcpy(ret, l->bytes, n);
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load(&l->version) != version) return 0;
  *io_version = version;
  return n;
}
