/* shown_putc.h — before one of musl's files that write a character: it says that this leaves the program
 * where it is called. */
#ifndef PORT_SHOWN_PUTC_H
#define PORT_SHOWN_PUTC_H

#include "shown.h"

static inline int putc_plain(int c, FILE *f) {
  unsigned char byte = (unsigned char)c;
  nadir_leave(&byte, 1, 0);
  return putc_unlocked(c, f);
}

#undef putc_unlocked
#define putc_unlocked(c, f) putc_plain(c, f)

#endif
