/* signals.c — signals that the process sends itself; nobody else sends any.
 *
 * A handler is called like a function, within the system call that raised or released the signal.
 */
#include "kernel.h"

enum { N_SIGNALS = 64, MUSL_TID = 1 /* runtime/musl/src/thread/self.c */ };

typedef struct Action { /* the kernel's sigaction */
  unsigned long handler, flags, restorer, mask;
} Action;

/* What exceeds the limit of a file's size fails and does no more, here as in a native run. */
static Action actions[N_SIGNALS + 1] = {[SIGXFSZ] = {.handler = 1 /* SIG_IGN */}};
static unsigned long blocked, pending;

static unsigned long bit(int number) { return 1ul << (number - 1); }

static const unsigned long never_blocked = 1ul << (SIGKILL - 1) | 1ul << (SIGSTOP - 1);

static bool is_harmless(int number) {
  return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

/* The program ends as if by a shell that tells the signal by its exit code. */
static void act_by_default(int number) {
  if (is_harmless(number)) return;
  if (number == SIGABRT) nadir_abort();
  nadir_exit(128 + number);
}

typedef void Handler(int number);
typedef void InfoHandler(int number, void *info, void *context);

static void deliver(int number) {
  Action *a = &actions[number];
  if (a->handler == 1) return; /* SIG_IGN */
  if (a->handler == 0) {
    act_by_default(number);
    return;
  }
  unsigned long handler = a->handler;
  int info[32] = {number};
  unsigned long context[128] = {0}, before = blocked;
  blocked |= a->mask | (a->flags & SA_NODEFER ? 0 : bit(number));
  if (a->flags & SA_RESETHAND) a->handler = 0;
  if (a->flags & SA_SIGINFO)
    ((InfoHandler *)handler)(number, info, context);
  else
    ((Handler *)handler)(number);
  blocked = before;
}

static void deliver_pending(void) {
  for (int k = 1; k <= N_SIGNALS; k++) {
    if (!(pending & ~blocked & bit(k))) continue;
    pending &= ~bit(k);
    deliver(k);
  }
}

long signal_raise(int number) {
  if (number < 0 || number > N_SIGNALS) return -EINVAL;
  if (!number) return 0;
  pending |= bit(number);
  deliver_pending();
  return 0;
}

long sys_kill(const long *a) {
  int pid = (int)a[0];
  if ((int)a[1] < 0 || (int)a[1] > N_SIGNALS) return -EINVAL;
  if (pid != OWN_PID && pid != 0 && pid != -1 && pid != -OWN_PID) return -ESRCH;
  return pid == -1 ? 0 : signal_raise((int)a[1]);
}

/* musl takes the number of its thread from where it is stored, which is not the process's number. */
long sys_tkill(const long *a) {
  bool is_own = (int)a[0] == OWN_PID || (int)a[0] == MUSL_TID;
  return is_own ? signal_raise((int)a[1]) : -ESRCH;
}

long sys_tgkill(const long *a) { return (int)a[0] == OWN_PID ? sys_tkill(a + 1) : -ESRCH; }

long sys_rt_sigaction(const long *a) {
  int number = (int)a[0];
  if (number < 1 || number > N_SIGNALS || a[3] != 8) return -EINVAL;
  if (a[1] && (bit(number) & never_blocked)) return -EINVAL;
  Action before = actions[number];
  if (a[1]) actions[number] = *(const Action *)a[1];
  if (a[2]) *(Action *)a[2] = before;
  return 0;
}

long sys_rt_sigprocmask(const long *a) {
  enum { BLOCK_THEM, UNBLOCK_THEM, SET_THEM };
  unsigned long before = blocked;
  if (a[3] != 8) return -EINVAL;
  if (a[1]) {
    unsigned long wanted = *(const unsigned long *)a[1];
    if ((unsigned long)a[0] > SET_THEM) return -EINVAL;
    blocked = a[0] == BLOCK_THEM     ? blocked | wanted
              : a[0] == UNBLOCK_THEM ? blocked & ~wanted
                                     : wanted;
    blocked &= ~never_blocked;
  }
  if (a[2]) *(unsigned long *)a[2] = before;
  deliver_pending();
  return 0;
}

long sys_rt_sigpending(const long *a) {
  *(unsigned long *)a[0] = pending & blocked;
  return 0;
}

/* Nothing comes that is not there already. */
long sys_rt_sigsuspend(const long *a) {
  unsigned long before = blocked, wanted = *(const unsigned long *)a[0];
  if (!(pending & ~wanted)) wait_forever("waits for a signal");
  blocked = wanted;
  deliver_pending();
  blocked = before;
  return -EINTR;
}

long sys_pause(const long *a) {
  (void)a;
  wait_forever("waits for a signal");
}

long sys_sigaltstack(const long *a) {
  static struct {
    unsigned long at, flags, size;
  } stack = {.flags = 2}; /* SS_DISABLE */
  long before[] = {(long)stack.at, (long)stack.flags, (long)stack.size};
  if (a[0]) copy(&stack, (const void *)a[0], sizeof stack);
  if (a[1]) copy((void *)a[1], before, sizeof before);
  return 0;
}
