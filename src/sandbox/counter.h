/* counter.h — how many instructions a child executes, where the host can count them. */
#pragma once

#include "base/base.h"

/* Children started between open and read are counted from their exec on, with everything that they
 * start.  Virtual machines and hardened kernels refuse it: then there is no counter. */
typedef struct Counter {
  int fd; /* owned; -1: there is none */
} Counter;

Counter counter_open(void);
/* What children executed that have ended; false when that is not known. */
bool counter_read(const Counter *c, u64 *ret_n);
void counter_close(Counter *c); /* also for cleanup() */
