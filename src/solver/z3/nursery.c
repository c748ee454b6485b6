/* nursery.c — both ends of the nursery: the small process, and the engine's requests to it.
 *
 * Requests are single bytes; the answer to SPAWN is the number of the process,
 * with the engine's end of its socket attached (SCM_RIGHTS).
 */
#define _GNU_SOURCE
#include "solver/z3/nursery.h"

#include "base/helper.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "solver/z3/z3_serve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REQUEST_SPAWN = 'S', REQUEST_KILL = 'K' };

/* One message with the descriptor attached. */
typedef union Control {
  struct cmsghdr align;
  char room[CMSG_SPACE(sizeof(int))];
} Control;

/* ---- inside the nursery -------------------------------------------------- */

static void send_child(int fd, int pid, int child_fd) {
  Control control = {0};
  struct iovec data = {.iov_base = &pid, .iov_len = sizeof pid};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
  if (pid > 0) {
    message.msg_control = control.room;
    message.msg_controllen = sizeof control.room;
    struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    *c = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(c), &child_fd, sizeof child_fd);
  }
  while (sendmsg(fd, &message, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
}

static int spawn(int fd, u64 memory_limit_bytes) {
  int ends[2], pid = -1;
  if (!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
    pid = helper_fork(&ends[1], 1);
    if (pid == 0) z3_serve(ends[1], memory_limit_bytes);
    close(ends[1]);
  } else {
    ends[0] = -1;
  }
  send_child(fd, pid, ends[0]);
  close(ends[0]);
  return MAX(pid, 0);
}

typedef VEC(int) Pids;

/* Tearing down gigabytes takes a while: only the last call waits for it. */
static void reap(Pids *dying, bool wait) {
  u32 n = 0;
  for (u32 i = 0; i < dying->n; i++) {
    int pid = dying->at[i], r;
    do r = waitpid(pid, NULL, wait ? 0 : WNOHANG);
    while (r < 0 && errno == EINTR);
    if (r == 0) dying->at[n++] = pid;
  }
  dying->n = n;
}

noreturn_fn static void tend(int fd, u64 memory_limit_bytes) {
  int child = 0;
  Pids dying = {0};
  for (;;) {
    char request;
    ssize_t n = recv(fd, &request, 1, 0);
    if (n < 0 && errno == EINTR) continue;
    if (child) {
      kill(child, SIGKILL); /* not reaped yet, so the number is still its own */
      vec_push(&dying, child);
      child = 0;
    }
    reap(&dying, n <= 0);
    if (n <= 0) _exit(0);
    if (request == REQUEST_SPAWN) child = spawn(fd, memory_limit_bytes);
  }
}

/* ---- the engine's side --------------------------------------------------- */

static bool request(Nursery *n, char what) {
  ssize_t r;
  do r = send(n->fd, &what, 1, MSG_NOSIGNAL);
  while (r < 0 && errno == EINTR);
  return r == 1;
}

static bool receive_child(Nursery *n, int *ret_pid, int *ret_fd) {
  int pid = 0;
  Control control = {0};
  struct iovec data = {.iov_base = &pid, .iov_len = sizeof pid};
  struct msghdr message = {.msg_iov = &data,
                           .msg_iovlen = 1,
                           .msg_control = control.room,
                           .msg_controllen = sizeof control.room};
  ssize_t r;
  do r = recvmsg(n->fd, &message, MSG_CMSG_CLOEXEC);
  while (r < 0 && errno == EINTR);
  struct cmsghdr *c = r > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (!c || c->cmsg_type != SCM_RIGHTS) return false;
  memcpy(ret_fd, CMSG_DATA(c), sizeof *ret_fd);
  *ret_pid = pid;
  return true;
}

void nursery_open(Nursery *n, u64 memory_limit_bytes) {
  int ends[2];
  *n = (Nursery){.fd = -1, .memory_limit_bytes = memory_limit_bytes};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return;
  int pid = helper_fork(&ends[1], 1);
  if (pid == 0) {
    expr_renew(); /* else its pages were copied whenever the engine writes */
    tend(ends[1], memory_limit_bytes);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return;
  }
  n->pid = pid;
  n->fd = ends[0];
}

void nursery_close(Nursery *n) {
  if (!n->pid) return;
  close(n->fd);
  while (waitpid(n->pid, NULL, 0) < 0 && errno == EINTR) {}
  n->pid = 0;
  n->fd = -1;
}

bool nursery_spawn(Nursery *n, int *ret_pid, int *ret_fd) {
  if (n->pid && request(n, REQUEST_SPAWN) && receive_child(n, ret_pid, ret_fd)) return true;
  /* Somebody killed it, or the system is short of processes: once more. */
  nursery_close(n);
  nursery_open(n, n->memory_limit_bytes);
  return n->pid && request(n, REQUEST_SPAWN) && receive_child(n, ret_pid, ret_fd);
}

void nursery_kill(Nursery *n) {
  if (n->pid) request(n, REQUEST_KILL);
}
