/* syscall_arch.h — every system call is a call of one function, the kernel that is run as code
 * (runtime/posix).  There is no vdso: the clock is a system call like others. */
#define __SYSCALL_LL_E(x) (x)
#define __SYSCALL_LL_O(x) (x)

long nadir_syscall(long n, long a, long b, long c, long d, long e, long f);

/* Functions, as musl has macros of these names. */
static inline long __syscall0(long n) { return nadir_syscall(n, 0, 0, 0, 0, 0, 0); }

static inline long __syscall1(long n, long a) { return nadir_syscall(n, a, 0, 0, 0, 0, 0); }

static inline long __syscall2(long n, long a, long b) { return nadir_syscall(n, a, b, 0, 0, 0, 0); }

static inline long __syscall3(long n, long a, long b, long c) {
  return nadir_syscall(n, a, b, c, 0, 0, 0);
}

static inline long __syscall4(long n, long a, long b, long c, long d) {
  return nadir_syscall(n, a, b, c, d, 0, 0);
}

static inline long __syscall5(long n, long a, long b, long c, long d, long e) {
  return nadir_syscall(n, a, b, c, d, e, 0);
}

static inline long __syscall6(long n, long a, long b, long c, long d, long e, long f) {
  return nadir_syscall(n, a, b, c, d, e, f);
}

#define IPC_64 0
