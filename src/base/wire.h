/* wire.h — numbers, texts and bytes in a row, for files and other processes: read in the order in which they were
 * written.
 *
 * What is read may be damaged.  A reader never goes beyond its bytes: the first thing that does not fit makes it bad,
 * and everything that is read from then on is zero or empty.
 */
#pragma once

#include "base/text.h"

void wire_add(Text *t, u64 n); /* seven bits a byte, low first */
void wire_add_bytes(Text *t, const void *bytes, size_t n);
void wire_add_text(Text *t, const char *s);

typedef struct Wire {
  const u8 *at, *end; /* borrowed */
  bool is_bad;
} Wire;

Wire wire_of(const void *bytes, size_t n);
bool wire_has_more(const Wire *w);
u64 wire_next(Wire *w);
u64 wire_next_below(Wire *w, u64 limit); /* a number that is not is bad, and 0 */
/* How many things of at least one byte each follow: never more than there are bytes. */
u32 wire_next_count(Wire *w);
const u8 *wire_next_bytes(Wire *w, u32 *ret_n); /* borrowed from the bytes */
char *wire_next_text(Wire *w);                  /* the caller owns it */
