/* syscall.c — where system calls arrive: finds the handler by number.
 *
 * What a call is given is settled first (see syscalls.def), so that handlers compute with numbers.
 * With --fail-calls each call may also fail, as long as the path has failures left: whether it does
 * is a byte of its own in the test, `fail_read` for read.
 */
#include "kernel.h"

#include <asm/unistd.h>

/* All names are one object: hundreds of small ones would cost each program time at its start. */
typedef struct SyscallNames {
  char none; /* so that no name is at 0 */
#define SYSCALL(name, arguments, failure) char name[sizeof #name];
#define ABSENT(name) char name[sizeof #name];
#include "syscalls.def"
#undef SYSCALL
#undef ABSENT
} SyscallNames;

static const SyscallNames names = {
    0,
#define SYSCALL(name, arguments, failure) #name,
#define ABSENT(name) #name,
#include "syscalls.def"
#undef SYSCALL
#undef ABSENT
};

typedef struct Syscall {
  long (*handler)(const long *a); /* NULL: absent */
  const char *arguments;
  unsigned short name; /* where it is in the names; 0: there is no such call */
  unsigned short failure;
} Syscall;

#define NAME_AT(name) (unsigned short)__builtin_offsetof(SyscallNames, name)

/* code/llvm/kernel.c looks for it by name, and drops the handlers that a program cannot come to. */
static const Syscall syscall_table[] = {
#define SYSCALL(name, arguments, failure) \
  [__NR_##name] = {sys_##name, arguments, NAME_AT(name), failure},
#define ABSENT(name) [__NR_##name] = {NULL, "", NAME_AT(name), 0},
#include "syscalls.def"
#undef SYSCALL
#undef ABSENT
};

enum { N_SYSCALLS = sizeof syscall_table / sizeof *syscall_table };

static unsigned n_failures; /* of this path */

bool call_fails(const char *name) {
  const NadirWorldRecord *wanted = world_next(NULL, NADIR_WORLD_FAIL_CALLS);
  if (!wanted || n_failures >= wanted->numbers[0]) return false;
  char input[40] = "fail_";
  for (size_t i = 0; name[i] && i + 6 < sizeof input; i++) input[i + 5] = name[i];
  unsigned char fails;
  nadir_outside(&fails, 1, input);
  nadir_assume(fails <= 1);
  n_failures += fails != 0;
  return fails;
}

long nadir_syscall(long n, long a, long b, long c, long d, long e, long f) {
  long args[] = {a, b, c, d, e, f};
  n = (long)nadir_each((unsigned long)n);
  if (n < 0 || n >= N_SYSCALLS || !syscall_table[n].name) {
    nadir_missing("a system call of an unknown number");
    return -ENOSYS;
  }
  const Syscall *s = &syscall_table[n];
  const char *name = (const char *)&names + s->name;
  if (!s->handler) {
    nadir_missing(name);
    return -ENOSYS;
  }
  world_open();
  for (int i = 0; s->arguments[i]; i++)
    if (s->arguments[i] == 'v') args[i] = (long)nadir_each((unsigned long)args[i]);
  if (s->failure && call_fails(name)) return -s->failure;
  return s->handler(args);
}
