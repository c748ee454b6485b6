/* atexit.c — musl's.  The machine's exit runs destructors; of those of equal priority it takes the one
 * that was linked last first, which is this one: handlers run before the program's destructors. */
#include "src/exit/atexit.c"

static __attribute__((destructor)) void run(void) {
  __funcs_on_exit();
}
