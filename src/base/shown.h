/* shown.h — bytes of others (output of programs, names of files, messages of compilers) on a terminal.
 *
 * A terminal obeys control characters: they could move the cursor, rename the window or hide what was
 * printed before.  On a terminal they are shown as \x1b; files and pipes get every byte as it is.
 */
#ifndef BASE_SHOWN_H
#define BASE_SHOWN_H

#include "base/text.h"

/* Appends the bytes with all control characters escaped but line feeds and tabs; UTF-8 stays. */
void shown_add(Text *to, const char *bytes, size_t n);

/* Writes all of it to the descriptor, escaped if that is a terminal; false: it cannot be written. */
bool shown_write(int fd, const char *bytes, size_t n);

#endif
