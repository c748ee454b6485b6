/* interrupt.h — Ctrl-C asks a run to end; the second one ends the process. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <signal.h>

/* From now on the first SIGINT or SIGTERM sets the flag that is returned; it is not set yet. */
const volatile sig_atomic_t *interrupt_watch(void);

#endif
