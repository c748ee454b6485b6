/* interrupt.h — Ctrl-C asks a run to end; the second one ends the process. */
#pragma once

#include <signal.h>

/* From now on the first SIGINT or SIGTERM sets the flag that is returned; it is not set yet. */
const volatile sig_atomic_t *interrupt_watch(void);
