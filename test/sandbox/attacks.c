/* attacks.c — a program that tries to get out of the sandbox, each way in a process of its own.
 *
 *     attacks all FOLDER PID PORT KEY    one line for each attack: "NAME held" or "NAME THROUGH why"
 *     attacks all FOLDER PID PORT KEY NAME...  only these
 *     attacks NAME                       one that changes how the run itself ends
 *
 * FOLDER is on the host: in it are a file `kept`, a socket `socket` and, as abstract name, its path; PID is a
 * process of the host; PORT listens on its loopback; KEY is of a segment of shared memory.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *folder;
static long pid, port, key, parent;

/* What got through, or NULL. */
typedef const char *Attack(void);

static const char *path_of(const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

#define THROUGH_IF(condition) \
  if (condition) return #condition

/* ---- the terminal ---- */

static const char *types_for_the_user(void) {
  int tty = open("/dev/tty", O_RDWR);
  THROUGH_IF(tty >= 0);
  for (int fd = 0; fd < 3; fd++) THROUGH_IF(ioctl(fd, 0x5412 /* TIOCSTI */, "x") == 0);
  THROUGH_IF(ioctl(0, 0x541c /* TIOCLINUX */, "\3") == 0);
  THROUGH_IF(ioctl(0, 0x540e /* TIOCSCTTY */, 1) == 0);
  return NULL;
}

/* ---- sockets ---- */

static const char *unix_socket(void) {
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(to.sun_path, sizeof to.sun_path, "%s/socket", folder);
  THROUGH_IF(fd >= 0 && !connect(fd, (struct sockaddr *)&to, sizeof to));
  return NULL;
}

static const char *abstract_socket(void) {
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  size_t n = strlen(folder);
  memcpy(to.sun_path + 1, folder, n);
  THROUGH_IF(fd >= 0 && !connect(fd, (struct sockaddr *)&to, (socklen_t)(3 + n)));
  return NULL;
}

static const char *loopback(void) {
  uint8_t to[16] = {AF_INET, 0, (uint8_t)(port >> 8), (uint8_t)port, 127, 0, 0, 1};
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  THROUGH_IF(fd >= 0 && !connect(fd, (struct sockaddr *)to, sizeof to));
  return NULL;
}

/* ---- other processes ---- */

static const char *signals(void) {
  THROUGH_IF(kill((pid_t)pid, 0) == 0);
  THROUGH_IF(kill(-1, 0) == 0);
  THROUGH_IF(kill((pid_t)parent, 0) == 0);
  THROUGH_IF(syscall(SYS_tgkill, pid, pid, 0) == 0);
  THROUGH_IF(syscall(SYS_tkill, pid, 0) == 0);
  THROUGH_IF(syscall(SYS_rt_sigqueueinfo, pid, 0, &(siginfo_t){.si_code = -1}) == 0);
  return NULL;
}

static const char *pidfd(void) {
  long fd = syscall(434 /* pidfd_open */, pid, 0);
  THROUGH_IF(fd >= 0);
  THROUGH_IF(syscall(434, parent, 0) >= 0);
  THROUGH_IF(syscall(424 /* pidfd_send_signal */, open("/proc/self", O_RDONLY), 0, 0, 0) == 0);
  return NULL;
}

static const char *process_group(void) {
  THROUGH_IF(setpgid(0, (pid_t)pid) == 0);
  THROUGH_IF(setpgid((pid_t)pid, 0) == 0);
  THROUGH_IF(syscall(SYS_prlimit64, pid, RLIMIT_CPU, NULL, &(struct rlimit){0}) == 0);
  THROUGH_IF(syscall(SYS_setpriority, PRIO_PROCESS, pid, 19) == 0);
  return NULL;
}

static const char *memory_of_others(void) {
  char path[64], byte;
  struct iovec here = {&byte, 1}, there = {(void *)&pid, 1};
  snprintf(path, sizeof path, "/proc/%ld/mem", pid);
  THROUGH_IF(open(path, O_RDWR) >= 0);
  THROUGH_IF(open("/proc/1/mem", O_RDWR) >= 0);
  THROUGH_IF(open("/proc/1/root/etc/passwd", O_RDONLY) >= 0);
  THROUGH_IF(ptrace(PTRACE_ATTACH, (pid_t)pid, 0, 0) == 0);
  THROUGH_IF(ptrace(PTRACE_ATTACH, (pid_t)parent, 0, 0) == 0);
  THROUGH_IF(process_vm_readv((pid_t)pid, &here, 1, &there, 1, 0) == 1);
  return NULL;
}

/* ---- the kernel ---- */

static const char *int80(void) {
  long result = -1;
  pid_t child = fork();
  if (!child) {
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
    _exit(result > 0 ? 7 : 8);
  }
  int status = 0;
  waitpid(child, &status, 0);
  THROUGH_IF(!WIFSIGNALED(status));
  return NULL;
}

static const char *x32(void) {
  pid_t child = fork();
  if (!child) _exit(syscall(0x40000000 | SYS_getpid) > 0 ? 7 : 8);
  int status = 0;
  waitpid(child, &status, 0);
  THROUGH_IF(!WIFSIGNALED(status));
  return NULL;
}

static const char *namespaces(void) {
  THROUGH_IF(unshare(CLONE_NEWUSER) == 0);
  THROUGH_IF(unshare(CLONE_NEWNS) == 0);
  THROUGH_IF(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) >= 0);
  THROUGH_IF(syscall(435 /* clone3 */, &(uint64_t[8]){CLONE_NEWUSER}, 64) >= 0);
  THROUGH_IF(syscall(SYS_setns, open("/proc/self/ns/net", O_RDONLY), 0) == 0);
  return NULL;
}

static const char *kernel_doors(void) {
  char attributes[128] = {0};
  THROUGH_IF(syscall(SYS_bpf, 0, attributes, sizeof attributes) >= 0);
  THROUGH_IF(syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0) >= 0);
  THROUGH_IF(syscall(SYS_userfaultfd, 1) >= 0);
  THROUGH_IF(syscall(425 /* io_uring_setup */, 4, attributes) >= 0);
  THROUGH_IF(syscall(SYS_mount, "x", "/tmp", "tmpfs", 0, NULL) == 0);
  THROUGH_IF(syscall(SYS_umount2, "/tmp", 2) == 0);
  THROUGH_IF(syscall(SYS_pivot_root, ".", ".") == 0);
  THROUGH_IF(syscall(SYS_chroot, "/tmp") == 0);
  THROUGH_IF(syscall(SYS_memfd_create, "x", 0) >= 0);
  THROUGH_IF(syscall(SYS_open_by_handle_at, 0, attributes, 0) >= 0);
  THROUGH_IF(syscall(SYS_sethostname, "x", 1) == 0);
  return NULL;
}

static const char *keys(void) {
  THROUGH_IF(syscall(SYS_keyctl, 0, -4 /* of the user */, 0) >= 0);
  THROUGH_IF(syscall(SYS_add_key, "user", "nadir", "x", 1L, -4) >= 0);
  THROUGH_IF(syscall(SYS_request_key, "user", "nadir", NULL, -4) >= 0);
  return NULL;
}

static const char *shared_memory(void) {
  THROUGH_IF(syscall(SYS_shmget, key, 4096L, 0L) >= 0);
  THROUGH_IF(syscall(SYS_shmget, 4711L, 4096L, 01000L | 0600) >= 0);
  THROUGH_IF(syscall(SYS_msgget, 4711L, 01000L | 0600) >= 0);
  THROUGH_IF(syscall(SYS_semget, 4711L, 1L, 01000L | 0600) >= 0);
  THROUGH_IF(syscall(SYS_mq_open, "nadir", O_CREAT | O_RDWR, 0600, NULL) >= 0);
  return NULL;
}

static const char *privileges(void) {
  char line[256];
  THROUGH_IF(setuid(0) == 0 && getuid() == 0 && !access("/etc/shadow", R_OK));
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, "CapEff:", 7) || !strncmp(line, "CapPrm:", 7) ||
        !strncmp(line, "CapBnd:", 7))
      THROUGH_IF(strtoull(line + 7, NULL, 16) != 0 && strncmp(line, "CapBnd", 6));
    else if (!strncmp(line, "NoNewPrivs:", 11))
      THROUGH_IF(strtol(line + 11, NULL, 10) != 1);
  return NULL;
}

/* ---- files ---- */

static const char *writes_files(void) {
  THROUGH_IF(open(path_of("made"), O_CREAT | O_WRONLY, 0600) >= 0);
  THROUGH_IF(open(path_of("kept"), O_WRONLY | O_APPEND) >= 0);
  THROUGH_IF(truncate(path_of("kept"), 0) == 0);
  THROUGH_IF(unlink(path_of("kept")) == 0);
  THROUGH_IF(rename(path_of("kept"), "/tmp/stolen") == 0);
  THROUGH_IF(link(path_of("kept"), "linked") == 0);
  THROUGH_IF(mkdir(path_of("made"), 0700) == 0);
  THROUGH_IF(symlink("x", path_of("made")) == 0);
  return NULL;
}

static const char *changes_files(void) {
  struct timespec times[2] = {{0}};
  THROUGH_IF(chmod(path_of("kept"), 0) == 0);
  THROUGH_IF(chown(path_of("kept"), getuid(), getgid()) == 0);
  THROUGH_IF(utimensat(AT_FDCWD, path_of("kept"), times, 0) == 0);
  THROUGH_IF(syscall(SYS_setxattr, path_of("kept"), "user.x", "x", 1L, 0L) == 0);
  THROUGH_IF(syscall(452 /* fchmodat2 */, AT_FDCWD, path_of("kept"), 0, 0) == 0);
  int fd = open(path_of("kept"), O_RDONLY);
  THROUGH_IF(fd >= 0 && fchmod(fd, 0) == 0);
  return NULL;
}

static const char *reads_files(void) {
  THROUGH_IF(open(path_of("kept"), O_RDONLY) >= 0);
  THROUGH_IF(open("/etc/shadow", O_RDONLY) >= 0);
  THROUGH_IF(open("/etc/passwd", O_RDONLY) >= 0);
  THROUGH_IF(opendir(folder) != NULL);
  THROUGH_IF(opendir("/root") != NULL);
  THROUGH_IF(opendir("/home") != NULL);
  return NULL;
}

static const char *devices(void) {
  static const char *const names[] = {"/dev/sda",  "/dev/vda",    "/dev/nvme0n1", "/dev/loop0",
                                      "/dev/kmsg", "/dev/mem",    "/dev/kvm",     "/dev/fuse",
                                      "/dev/ptmx", "/dev/console"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    THROUGH_IF(open(names[i], O_RDONLY) >= 0);
    THROUGH_IF(open(names[i], O_WRONLY) >= 0);
  }
  THROUGH_IF(mknod("block", S_IFBLK | 0600, 254 << 8) == 0 && open("block", O_RDONLY) >= 0);
  THROUGH_IF(mknod("mem", S_IFCHR | 0600, 1 << 8 | 1) == 0 && open("mem", O_RDONLY) >= 0);
  return NULL;
}

/* ---- what it was given ---- */

static const char *descriptors(void) {
  for (int fd = 3; fd < 4096; fd++) THROUGH_IF(fd != 200 && fcntl(fd, F_GETFD) >= 0);
  return NULL;
}

static const char *environment(void) {
  THROUGH_IF(getenv("ATTACK_SECRET") || getenv("HOME") || getenv("PATH"));
  return NULL;
}

static const char *report_grows(void) {
  THROUGH_IF(fcntl(200, F_GETFD) >= 0 && ftruncate(200, 40L << 30) == 0);
  THROUGH_IF(fallocate(200, 0, 0, 1L << 30) == 0);
  return NULL;
}

static const struct {
  const char *name;
  Attack *fn;
} attacks[] = {{"types-for-the-user", types_for_the_user},
               {"unix-socket", unix_socket},
               {"abstract-socket", abstract_socket},
               {"loopback", loopback},
               {"signals", signals},
               {"pidfd", pidfd},
               {"process-group", process_group},
               {"memory-of-others", memory_of_others},
               {"int80", int80},
               {"x32", x32},
               {"namespaces", namespaces},
               {"kernel-doors", kernel_doors},
               {"keys", keys},
               {"shared-memory", shared_memory},
               {"privileges", privileges},
               {"writes-files", writes_files},
               {"changes-files", changes_files},
               {"reads-files", reads_files},
               {"devices", devices},
               {"descriptors", descriptors},
               {"environment", environment},
               {"report-grows", report_grows}};

/* ---- those that change how a run ends ---- */

static void stay(void) {
  for (int i = 0; i < 150; i++) {
    if (fork()) continue;
    setsid();
    if (fork()) _exit(0);
    setsid();
    for (;;) pause();
  }
}

/* Ends only if somebody ends it. */
static void wait_for_ever(void) {
  for (int i = 0; i < 3; i++)
    if (!fork()) setsid();
  printf("waits\n");
  fflush(stdout);
  for (;;) pause();
}

static void fork_bomb(void) {
  for (;;) fork();
}

static void memory_bomb(void) {
  for (int i = 0; i < 30; i++)
    if (!fork()) break;
  for (;;) {
    char *p = mmap(NULL, 16 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED) memset(p, 1, 16 << 20);
  }
}

/* How much of it could be written, in megabytes. */
static int disk_bomb(void) {
  static char block[1 << 20];
  int n = 0;
  for (int i = 0; i < 100 && n < 4000; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s%d", i % 2 ? "/tmp/file" : "file", i);
    int fd = open(name, O_CREAT | O_WRONLY, 0600);
    while (fd >= 0 && n < 4000 && write(fd, block, sizeof block) == sizeof block) n++;
    if (fd < 0) break;
  }
  printf("disk %d MB\n", n);
  return n >= 600;
}

/* Where its results are fetched from, gcov's folder: a link, a FIFO, a large file and a deep folder. */
static void litter(void) {
  const char *to = getenv("GCOV_PREFIX");
  if (!to || chdir(to)) return;
  (void)!symlink("/etc/passwd", "link.gcda");
  (void)!mkfifo("fifo.gcda", 0600);
  (void)!symlink("/", "root");
  int fd = open("large.bin", O_CREAT | O_WRONLY, 0600);
  (void)!ftruncate(fd, 200 << 20);
  for (int i = 0; i < 30; i++) (void)!(mkdir("d", 0700) || chdir("d"));
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  if (!strcmp(name, "all") && argc >= 6) {
    parent = getppid(), folder = argv[2], pid = atol(argv[3]), port = atol(argv[4]),
    key = atol(argv[5]);
    for (unsigned i = 0; i < sizeof attacks / sizeof *attacks; i++) {
      int is_wanted = argc == 6;
      for (int k = 6; k < argc; k++) is_wanted |= !strcmp(argv[k], attacks[i].name);
      if (!is_wanted) continue;
      fflush(stdout);
      pid_t child = fork();
      if (!child) {
        const char *why = attacks[i].fn();
        printf("%s %s %s\n", attacks[i].name, why ? "THROUGH" : "held", why ? why : "");
        fflush(stdout);
        _exit(0);
      }
      waitpid(child, NULL, 0);
    }
    return 0;
  }
  if (!strcmp(name, "stay")) stay();
  if (!strcmp(name, "wait")) wait_for_ever();
  if (!strcmp(name, "fork-bomb")) fork_bomb();
  if (!strcmp(name, "memory-bomb")) memory_bomb();
  if (!strcmp(name, "disk-bomb")) return disk_bomb();
  if (!strcmp(name, "litter")) litter();
  return 0;
}
