/* filter.c — the rows of calls.def as a seccomp program.
 *
 * Calls that need no look at their arguments come first, as ranges of their numbers: the kernel runs the
 * program once for each number when it is installed, to find out which are always allowed.  Calls of another architecture (int 0x80, x32)
 * have other numbers: whoever makes one is killed.
 */
#define _GNU_SOURCE /* CLONE_NEW... */
#include "sandbox/filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

typedef enum CallRule { ANY, SELF, OWN, CLONE, VALUE, PLACED, TRACER } CallRule;

typedef struct CallRow {
  u32 number;
  CallRule rule;
} CallRow;

static const CallRow calls[] = {
#define CALL(name, rule, reason) {SYS_##name, rule},
#include "sandbox/calls.def"
#undef CALL
};

typedef struct ValueRow {
  u32 number, argument, value;
} ValueRow;

static const ValueRow values[] = {
#define VALUE(name, argument, value, reason) {SYS_##name, argument, (u32)(value)},
#include "sandbox/values.def"
#undef VALUE
};

static const u32 new_namespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                  CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

/* The program as it grows; the longest rule takes 2 instructions and 2 for each value. */
typedef struct Code {
  struct sock_filter at[4 * ARRAY_LEN(calls) + 2 * ARRAY_LEN(values) + 16];
  u16 n;
} Code;

static void put(Code *c, struct sock_filter one) {
  assert(c->n < ARRAY_LEN(c->at));
  c->at[c->n++] = one;
}

#define OP(code, k) ((struct sock_filter)BPF_STMT(code, k))
#define TEST(code, k, yes, no) ((struct sock_filter)BPF_JUMP(BPF_JMP | (code) | BPF_K, k, yes, no))

static void put_load(Code *c, size_t at) { put(c, OP(BPF_LD | BPF_W | BPF_ABS, (u32)at)); }

static void put_return(Code *c, u32 what) { put(c, OP(BPF_RET | BPF_K, what)); }

/* The low half of an argument (all of it that these calls look at). */
static void put_argument(Code *c, u32 i) {
  put_load(c, offsetof(struct seccomp_data, args) + 8 * i);
}

/* One of the values, of an argument that was loaded, allows the call; what is left of the block refuses it. */
static void put_choice(Code *c, const u32 *allowed, u32 n, u32 error) {
  for (u32 i = 0; i < n; i++) {
    put(c, TEST(BPF_JEQ, allowed[i], 0, 1));
    put_return(c, SECCOMP_RET_ALLOW);
  }
  put_return(c, SECCOMP_RET_ERRNO | error);
}

static void put_values(Code *c, u32 number) {
  u32 allowed[ARRAY_LEN(values)], n = 0;
  for (u32 i = 0; i < ARRAY_LEN(values); i++) {
    if (values[i].number != number) continue;
    if (!n) put_argument(c, values[i].argument);
    allowed[n++] = values[i].value;
  }
  put_choice(c, allowed, n, EINVAL);
}

/* What stands behind the test of the number, and returns in any case. */
static void put_body(Code *c, const CallRow *row) {
  const u32 self[] = {(u32)getpid(), 0};
  switch (row->rule) {
  case SELF:
  case OWN:
    put_argument(c, 0);
    put_choice(c, self, ARRAY_LEN(self), ESRCH);
    return;
  case CLONE:
    put_argument(c, 0);
    put(c, TEST(BPF_JSET, new_namespaces, 0, 1));
    put_return(c, SECCOMP_RET_ERRNO | EPERM);
    put_return(c, SECCOMP_RET_ALLOW);
    return;
  case VALUE:
    put_values(c, row->number);
    return;
  case PLACED:
  case TRACER:
    put_return(c, SECCOMP_RET_ERRNO | EPERM);
    return;
  case ANY:
    put_return(c, SECCOMP_RET_ALLOW);
    return;
  }
}

static bool is_free(const CallRow *row, JailParts parts, bool is_sanitized) {
  return row->rule == ANY || (row->rule == OWN && parts_have(parts, PART_PROCESSES)) ||
         (row->rule == PLACED && parts_have(parts, PART_MOUNTS)) ||
         (row->rule == TRACER && is_sanitized);
}

static void put_row(Code *c, const CallRow *row) {
  u16 test = c->n;
  put(c, TEST(BPF_JEQ, row->number, 0, 0));
  put_body(c, row);
  c->at[test].jf = (u8)(c->n - test - 1);
}

bool filter_self(JailParts parts, bool is_sanitized) {
  static Code c;
  c.n = 0;
  put_load(&c, offsetof(struct seccomp_data, arch));
  put(&c, TEST(BPF_JEQ, AUDIT_ARCH_X86_64, 1, 0));
  put_return(&c, SECCOMP_RET_KILL_PROCESS);
  put_load(&c, offsetof(struct seccomp_data, nr));
  put(&c, TEST(BPF_JGE, 0x40000000, 0, 1)); /* x32 */
  put_return(&c, SECCOMP_RET_KILL_PROCESS);
  enum { N_NUMBERS = 512 };
  bool is_allowed[N_NUMBERS + 1] = {false};
  for (u32 i = 0; i < ARRAY_LEN(calls); i++) {
    assert(calls[i].number < N_NUMBERS);
    is_allowed[calls[i].number] |= is_free(&calls[i], parts, is_sanitized);
  }
  for (u32 first = 0, end; first < N_NUMBERS; first = end + 1) {
    for (end = first; is_allowed[end]; end++) {}
    if (end == first) continue;
    put(&c, TEST(BPF_JGE, first, 0, 2));
    put(&c, TEST(BPF_JGE, end, 1, 0));
    put_return(&c, SECCOMP_RET_ALLOW);
  }
  for (u32 i = 0; i < ARRAY_LEN(calls); i++)
    if (!is_free(&calls[i], parts, is_sanitized)) put_row(&c, &calls[i]);
  put_return(&c, SECCOMP_RET_ERRNO | ENOSYS);
  struct sock_fprog program = {c.n, c.at};
  return !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
