/* putchar.c — as fwrite.c. */
#include "shown_putc.h"

#include "src/stdio/putchar.c"
