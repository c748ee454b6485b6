/* putc_unlocked.c — as fwrite.c. */
#include "shown_putc.h"

#include "src/stdio/putc_unlocked.c"
