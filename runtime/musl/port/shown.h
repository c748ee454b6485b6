/* shown.h — what is printed on standard output and leaves the program for good is no reason for
 * decisions: a symbolic number is shown as it is in one input of the path, the length of a text is that
 * of this input, and so is the number of characters that printf returns.  Only that it has an end is asked. */
#ifndef PORT_SHOWN_H
#define PORT_SHOWN_H

#include <string.h>

#include "stdio_impl.h"

/* The value that x has in one input of this path, which is not bound to it; x itself where the work of
 * printing is counted. */
unsigned long nadir_shown(unsigned long x);

/* Asks once whether the text may lack an end, which is an error; false: ask for each byte. */
int nadir_ends(const char *s, size_t max);

/* What is written out is to be told if nobody set it: where the program calls, not where a buffer is
 * full (then `again`). */
void nadir_leave(const void *p, size_t n, int again);

/* Does what is written there never come back?  The kernel knows (runtime/posix/transfer.c). */
int nadir_is_shown(int fd);

static inline int is_shown(FILE *f) { return f->write == __stdio_write && nadir_is_shown(f->fd); }

/* At most max. */
static inline size_t shown_length(const char *s, size_t max) {
  size_t n = 0;
  if (!nadir_ends(s, max)) return strnlen(s, max);
  while (n < max && nadir_shown((unsigned char)s[n])) n++;
  return n;
}

#endif
