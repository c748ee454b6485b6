/* __stdio_exit.c — musl's.  The machine's exit runs destructors, this one last. */
#include "src/stdio/__stdio_exit.c"

static __attribute__((destructor(101))) void run(void) { __stdio_exit(); }
