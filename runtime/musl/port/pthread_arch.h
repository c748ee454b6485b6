/* pthread_arch.h — the thread pointer is the address of a variable (src/thread/self.c). */
extern hidden char __nadir_thread[];

static inline uintptr_t __get_tp(void) { return (uintptr_t)__nadir_thread; }

#define MC_PC gregs[REG_RIP]
