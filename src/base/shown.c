/* shown.c — escapes what a terminal would obey: C0 without line feed and tab, DEL, and C1, which in
 * UTF-8 is 0xc2 and a byte from 0x80 to 0x9f, and in other encodings such a byte alone. */
#include "base/shown.h"

#include "base/os.h"

#include <string.h>
#include <unistd.h>

/* The length of a UTF-8 character that is not a control character; 0: there is none at `at`. */
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

/* How many bytes at the end begin a character that may still become one. */
static size_t open_bytes(const u8 *at, size_t n) {
  for (size_t k = 1; k <= MIN(n, (size_t)3); k++) {
    u8 c = at[n - k];
    if ((c & 0xc0) == 0x80) continue;
    size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
    return length > k ? k : 0;
  }
  return 0;
}

Shown shown_on(int fd) { return (Shown){.fd = fd, .escapes = fd >= 0 && isatty(fd)}; }

bool shown_put(Shown *s, const char *bytes, size_t n) {
  if (!s->escapes) return fd_write(s->fd, bytes, n);
  cleanup(text_free) Text all = {0}, shown = {0};
  text_add_n(&all, s->tail, s->n_tail);
  text_add_n(&all, bytes, n);
  s->n_tail = (u8)open_bytes((const u8 *)text_c(&all), all.n);
  memcpy(s->tail, text_c(&all) + all.n - s->n_tail, s->n_tail);
  shown_add(&shown, text_c(&all), all.n - s->n_tail);
  return fd_write(s->fd, text_c(&shown), shown.n);
}

bool shown_end(Shown *s) {
  cleanup(text_free) Text shown = {0};
  shown_add(&shown, s->tail, s->n_tail);
  s->n_tail = 0;
  return fd_write(s->fd, text_c(&shown), shown.n);
}
