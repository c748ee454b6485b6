/* libc.c — the state of the library.  The page size is known, so that a program which does not ask
 * for its name or environment runs no code before main. */
#include "libc.h"

struct __libc __libc = {.page_size = 4096};

size_t __hwcap;
