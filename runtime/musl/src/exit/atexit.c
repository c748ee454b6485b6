/* atexit.c — musl's.  The machine's exit runs destructors; of those of equal priority it takes the one
 * that was linked last first, which is this one: handlers run before the program's destructors. */
#include "src/exit/atexit.c"

#undef malloc
#undef free
#include <stdlib.h>

/* Destructors of thread-local variables, which compilers register here: those of the one thread run before
 * the handlers, the newest first. */
typedef struct ThreadEnd {
  struct ThreadEnd *next;
  void (*run)(void *);
  void *x;
} ThreadEnd;

static ThreadEnd *thread_ends;

int __cxa_thread_atexit_impl(void (*run)(void *), void *x, void *library) {
  (void)library;
  ThreadEnd *end = malloc(sizeof *end);
  if (!end) return -1;
  *end = (ThreadEnd){thread_ends, run, x};
  thread_ends = end;
  return 0;
}

static void run_thread_ends(void) {
  while (thread_ends) {
    ThreadEnd *end = thread_ends;
    thread_ends = end->next;
    end->run(end->x);
    free(end);
  }
}

static __attribute__((destructor)) void run(void) {
  run_thread_ends();
  __funcs_on_exit();
}
