/* stdlib.c — realloc of <stdlib.h>; the rest of memory is the machine's. */
#include "libc.h"

#include <stdlib.h>

/* Of no bytes it frees, as glibc has it: a symbolic size is decided here. */
void *realloc(void *p, size_t n) {
  if (!p || n) return nadir_realloc(p, n);
  free(p);
  return NULL;
}
