/* jail.c — the first process of a sandbox.
 *
 * The program is its child: the first process of a namespace of process numbers is deaf to signals that it
 * has no handler for, and a program that aborts would not end by SIGABRT.  When the first one ends, the
 * kernel ends all others.  Where there is no such namespace, orphans come to it (a subreaper), and it ends
 * them all itself.
 */
#define _GNU_SOURCE /* execvpe, close_range */
#include "sandbox/jail.h"

#include "base/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

const char jail_nothing[] = "";

static void send_word(const Jail *j, const JailWord *word, int fd) {
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof fd)];
  } control = {0};
  struct iovec part = {(void *)word, sizeof *word};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (fd >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    control.head = (struct cmsghdr){CMSG_LEN(sizeof fd), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.head), &fd, sizeof fd);
  }
  while (sendmsg(j->to_nadir, &message, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
}

void jail_fail(const Jail *j, int part, const char *what) {
  JailWord word = {.news = JAIL_FAILED, .value = part, .error = errno};
  snprintf(word.what, sizeof word.what, "%s", what);
  send_word(j, &word, -1);
  _exit(126);
}

/* ---- the program ------------------------------------------------------------------------------- */

static bool place(int fd, int wanted) { return fd < 0 || dup2(fd, wanted) >= 0; }

noreturn_fn static void become_program(const Jail *jail) {
  Jail j = *jail;
  /* Only the socket remains besides, until the exec closes it; a descriptor may stand where another is to be. */
  int *all[] = {&j.input, &j.output, &j.errors, &j.report, &j.to_nadir};
  for (u32 i = 0; i < ARRAY_LEN(all); i++)
    if (*all[i] >= 0) *all[i] = fcntl(*all[i], F_DUPFD_CLOEXEC, SANDBOX_REPORT + 1);
  bool is_done = place(j.input, STDIN_FILENO) && place(j.output, STDOUT_FILENO) &&
                 place(j.errors, STDERR_FILENO) && place(j.report, SANDBOX_REPORT) &&
                 !close_range(3, SANDBOX_REPORT - 1, 0) &&
                 !close_range(SANDBOX_REPORT + (j.report >= 0), (unsigned)j.to_nadir - 1, 0) &&
                 !close_range((unsigned)j.to_nadir + 1, ~0u, 0);
  if (!is_done) jail_fail(&j, PART_COUNT, "give it its descriptors");
  if (j.folder && chdir(j.folder)) jail_fail(&j, PART_COUNT, "go to its folder");
  jail_signals();
  jail_limits(&j);
  jail_drop(&j);
  jail_borders(&j);
  if (j.program == jail_nothing) _exit(0);
  if (j.image >= 0 || j.kind != SANDBOX_COMPILER)
    execve(j.program, j.words, j.environment);
  else
    execvpe(j.program, j.words, j.environment);
  jail_fail(&j, PART_COUNT, "run it");
}

/* ---- the end ----------------------------------------------------------------------------------- */

/* The parent of a process, by its number; 0: it has gone. */
static long parent_of(const char *number) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%.20s/stat", number);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
  if (fd >= 0) close(fd);
  if (n <= 0) return 0;
  text[n] = 0;
  const char *behind = strrchr(text, ')'); /* of the name, in which anything may stand */
  return behind && strlen(behind) > 4 ? strtol(behind + 4, NULL, 10) : 0;
}

typedef struct HostProcess {
  long pid, parent;
  bool is_ours;
} HostProcess;

/* Everybody on the host; the first n of them. */
static u32 list_processes(HostProcess *host, u32 most) {
  u32 n = 0;
  DIR *all = opendir("/proc");
  for (struct dirent *e; all && n < most && (e = readdir(all));) {
    long pid = strtol(e->d_name, NULL, 10);
    if (pid > 0) host[n++] = (HostProcess){pid, parent_of(e->d_name), false};
  }
  if (all) closedir(all);
  return n;
}

/* Signals all descendants; how many there are.  Those that lost their parent are children of this process. */
static u32 signal_descendants(int signal) {
  static HostProcess host[65536];
  u32 n = list_processes(host, ARRAY_LEN(host)), n_ours = 0, before;
  do {
    before = n_ours;
    for (u32 i = 0; i < n; i++) {
      bool is_ours = host[i].parent == getpid();
      for (u32 k = 0; k < n && !is_ours; k++)
        is_ours = host[k].is_ours && host[k].pid == host[i].parent;
      n_ours += is_ours && !host[i].is_ours;
      host[i].is_ours |= is_ours;
    }
  } while (n_ours != before);
  for (u32 i = 0; i < n; i++)
    if (host[i].is_ours) kill((pid_t)host[i].pid, signal);
  return n_ours;
}

noreturn_fn static void leave(const Jail *j, int status) {
  if (!parts_have(j->parts, PART_PROCESSES)) {
    /* First all stop: whoever has stopped starts nobody, and counts for the limit of processes. */
    u32 n = 0, before;
    do {
      before = n;
      n = signal_descendants(SIGSTOP);
    } while (n != before);
    do {
      signal_descendants(SIGKILL);
      while (waitpid(-1, NULL, WNOHANG) > 0) {}
    } while (waitpid(-1, NULL, WNOHANG) == 0 || errno != ECHILD);
  }
  send_word(j, &(JailWord){.news = JAIL_ENDED, .value = status}, -1);
  _exit(0);
}

/* Until the program has ended, or nadir wants it to, or there is too much of it. */
noreturn_fn static void watch(const Jail *j, pid_t program, const sigset_t *signals) {
  const struct timespec often = {.tv_nsec = 50 * NS_PER_MS};
  u64 next_ns = 0;
  for (;;) {
    int status, signal = sigtimedwait(signals, NULL, &often);
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
      if (pid == program) leave(j, status);
    if (signal == SIGTERM || jail_is_full(j, &next_ns)) leave(j, SIGKILL);
  }
}

/* ---- the beginning ----------------------------------------------------------------------------- */

/* Ends with nadir, also if that has ended before it could ask for it. */
static void end_with_nadir(const Jail *j) {
  char unused;
  prctl(PR_SET_PDEATHSIG, parts_have(j->parts, PART_PROCESSES) ? SIGKILL : SIGTERM);
  if (!recv(j->to_nadir, &unused, 1, MSG_DONTWAIT | MSG_PEEK)) _exit(126);
}

static void wait_for_maps(const Jail *j) {
  char byte;
  ssize_t n;
  while ((n = read(j->to_nadir, &byte, 1)) < 0 && errno == EINTR) {}
  if (n != 1) _exit(126);
}

static void tell_ready(const Jail *j) {
  int fd = j->results ? open(j->results, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (j->results && fd < 0) jail_fail(j, PART_COUNT, "open the folder for its results");
  send_word(j, &(JailWord){.news = JAIL_IS_READY}, fd);
  if (fd >= 0) close(fd);
}

void jail_enter(const Jail *j) {
  sigset_t signals;
  wait_for_maps(j);
  setsid(); /* without a terminal: nobody types for the user */
  jail_identity(j);
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  if (parts_have(j->parts, PART_MOUNTS)) jail_mounts(j);
  jail_files(j);
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  end_with_nadir(j);
  tell_ready(j);
  pid_t program = fork();
  if (program < 0) jail_fail(j, PART_COUNT, "start a process");
  if (!program) become_program(j);
  jail_drop(j);
  close_range(0, (unsigned)j->to_nadir - 1, 0);
  close_range((unsigned)j->to_nadir + 1, ~0u, 0);
  watch(j, program, &signals);
}
