/* interrupt.c — a flag that the handler sets and runs look at.  The handler is reset after the
 * first signal, so a second one has its usual effect.  SIGTERM does the same as Ctrl-C. */
#include "cli/interrupt.h"

#include "base/base.h"

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  (void)number;
  interrupted = 1;
}

const volatile sig_atomic_t *interrupt_watch(void) {
  interrupted = 0;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  return &interrupted;
}
