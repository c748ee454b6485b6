/* self.c — the only thread, as __init_tp would leave it; no code has to run for that. */
#include "pthread_impl.h"

struct pthread self __asm__("__nadir_thread") = {
    .self = &self,
    .prev = &self,
    .next = &self,
    .tid = 1,
    .detach_state = DT_JOINABLE,
    .robust_list.head = &self.robust_list.head,
    .locale = &__libc.global_locale,
};

volatile int __thread_list_lock;
