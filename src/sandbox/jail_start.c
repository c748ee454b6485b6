/* jail_start.c — the outside of a jail: starts it, says who it is on the host, reads its messages, ends it. */
#define _GNU_SOURCE /* clone flags */
#include "sandbox/jail_start.h"

#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <nadir/world.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const u64 clone_flags[PART_COUNT] = {
#define PART(id, clone, text) [PART_##id] = clone,
#include "sandbox/parts.def"
#undef PART
};

static bool put_line(pid_t pid, const char *name, const char *line) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool is_done = write(fd, line, strlen(line)) == (ssize_t)strlen(line);
  close(fd);
  return is_done;
}

static bool put_map(pid_t pid, const char *name, u32 inside, u32 outside) {
  char line[64];
  snprintf(line, sizeof line, "%u %u 1", inside, outside);
  return put_line(pid, name, line);
}

/* Root's programs are nobody's; in a container there may be no such user, whose root is nobody much then. */
static bool say_who(pid_t pid, bool is_root) {
  if (is_root && put_map(pid, "gid_map", NADIR_GROUP, OTHER_USER) &&
      put_map(pid, "uid_map", NADIR_USER, OTHER_USER))
    return true;
  return put_line(pid, "setgroups", "deny") &&
         put_map(pid, "gid_map", NADIR_GROUP, (u32)getegid()) &&
         put_map(pid, "uid_map", NADIR_USER, (u32)geteuid());
}

static pid_t start_process(const Jail *j, int theirs, int ours) {
  u64 flags = SIGCHLD;
  for (u32 i = 0; i < PART_COUNT; i++)
    if (parts_have(j->parts, (JailPart)i)) flags |= clone_flags[i];
  pid_t pid = (pid_t)syscall(SYS_clone, flags, NULL, NULL, NULL, NULL);
  if (pid) return pid;
  Jail own = *j;
  own.to_nadir = theirs;
  close(ours);
  jail_enter(&own);
}

bool jail_receive(const JailProcess *p, JailWord *ret, int *ret_fd) {
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {ret, sizeof *ret};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  ssize_t n;
  while ((n = recvmsg(p->from, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {}
  *ret_fd = -1;
  const struct cmsghdr *head = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (head && head->cmsg_type == SCM_RIGHTS) memcpy(ret_fd, CMSG_DATA(head), sizeof(int));
  return n == sizeof *ret;
}

void jail_end(JailProcess *p, JailParts parts, bool is_late) {
  if (p->pid > 0 && is_late) kill(p->pid, parts_have(parts, PART_PROCESSES) ? SIGKILL : SIGTERM);
  while (p->pid > 0 && waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) {}
  p->pid = 0;
  fd_close(&p->from);
}

Err jail_start(Jail *j, JailProcess *ret, JailWord *ret_news) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return os_error("make a socket");
  JailProcess p = {.from = ends[0], .results = -1};
  p.pid = start_process(j, ends[1], ends[0]);
  int error = errno;
  close(ends[1]);
  if (p.pid < 0) {
    close(ends[0]);
    *ret_news = (JailWord){.news = JAIL_FAILED, .value = -1, .error = error};
    *ret = (JailProcess){.from = -1, .results = -1};
    return OK;
  }
  put_line(p.pid, "oom_score_adj", "1000"); /* if the host runs out of memory, this ends first */
  bool is_known = !parts_have(j->parts, PART_USER) || say_who(p.pid, j->is_root);
  *ret_news = (JailWord){.news = JAIL_FAILED, .value = PART_USER, .error = errno};
  bool hears =
      is_known && send(p.from, "", 1, MSG_NOSIGNAL) == 1 && jail_receive(&p, ret_news, &p.results);
  if (is_known && !hears)
    *ret_news = (JailWord){.news = JAIL_FAILED, .value = PART_COUNT, .what = "prepare itself"};
  if (ret_news->news == JAIL_FAILED) jail_end(&p, j->parts, true);
  *ret = p;
  return OK;
}
