/* fputs.c — without decisions about the length of a text that is only shown (port/shown.h). */
#include <string.h>

#include "shown.h"

int fputs(const char *restrict s, FILE *restrict f) {
  size_t n = is_shown(f) ? shown_length(s, -1) : strlen(s);
  return (fwrite(s, 1, n, f) == n) - 1;
}

weak_alias(fputs, fputs_unlocked);
