/* interrupt.c — Ctrl-C asks a run to end; see interrupt.h. */
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
