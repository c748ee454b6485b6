/* shown.c — escapes what a terminal would obey: C0 without line feed and tab, DEL, and C1, which in
 * UTF-8 is 0xc2 and a byte from 0x80 to 0x9f, and in other encodings such a byte alone. */
#include "base/shown.h"

#include <errno.h>
#include <unistd.h>

/* How long a character of UTF-8 is that is no control character; 0: it is none. */
static size_t plain_length(const u8 *at, size_t n) {
  if (*at < 0x80) return (*at >= ' ' && *at != 0x7f) || *at == '\n' || *at == '\t';
  size_t length = *at >= 0xf0 && *at < 0xf8   ? 4
                  : *at >= 0xe0 && *at < 0xf0 ? 3
                  : *at >= 0xc2 && *at < 0xe0 ? 2
                                              : 0;
  if (!length || length > n || (*at == 0xc2 && at[1] < 0xa0)) return 0;
  for (size_t i = 1; i < length; i++)
    if ((at[i] & 0xc0) != 0x80) return 0;
  return length;
}

void shown_add(Text *to, const char *bytes, size_t n) {
  const u8 *at = (const u8 *)bytes;
  for (size_t i = 0; i < n;) {
    size_t length = plain_length(at + i, n - i);
    if (length)
      text_add_n(to, bytes + i, length);
    else
      text_addf(to, "\\x%02x", at[i]);
    i += length ? length : 1;
  }
}

static bool write_all(int fd, const char *at, size_t n) {
  while (n) {
    ssize_t done = write(fd, at, n);
    if (done < 0 && errno != EINTR) return false;
    if (done > 0) at += done, n -= (size_t)done;
  }
  return true;
}

bool shown_write(int fd, const char *bytes, size_t n) {
  if (!isatty(fd)) return write_all(fd, bytes, n);
  cleanup(text_free) Text shown = {0};
  shown_add(&shown, bytes, n);
  return write_all(fd, text_c(&shown), shown.n);
}
