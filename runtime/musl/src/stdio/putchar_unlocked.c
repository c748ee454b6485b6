/* putchar_unlocked.c — as fwrite.c. */
#include "shown_putc.h"

#include "src/stdio/putchar_unlocked.c"
