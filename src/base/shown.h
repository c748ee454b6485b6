/* shown.h — bytes of others (output of programs, names of files, messages of compilers) on a terminal.
 *
 * A terminal obeys control characters: they could move the cursor, rename the window or hide what was
 * printed before.  On a terminal they are shown as \x1b; files and pipes get every byte as it is.
 */
#pragma once

#include "base/text.h"

/* Where they go. */
typedef struct Shown {
  int fd;
  bool escapes; /* it is a terminal */
  u8 n_tail;
  char tail[3]; /* the begin of a character whose rest has not come yet */
} Shown;

/* Appends the bytes with all control characters escaped but line feeds and tabs; UTF-8 stays. */
void shown_add(Text *to, const char *bytes, size_t n);

Shown shown_on(int fd);
/* Writes all of it; false: it cannot be written. */
bool shown_put(Shown *s, const char *bytes, size_t n);
bool shown_end(Shown *s); /* nothing follows */
