/* stdlib.c — realloc of <stdlib.h>, of which the rest of memory is the machine's; what glibc has and musl
 * has not. */
#include "libc.h"

#include <stdlib.h>

/* Of no bytes it frees, as glibc has it: a symbolic size is decided here. */
void *realloc(void *p, size_t n) {
  if (!p || n) return nadir_realloc(p, n);
  free(p);
  return NULL;
}

char *canonicalize_file_name(const char *name);
char *canonicalize_file_name(const char *name) { return realpath(name, NULL); }
