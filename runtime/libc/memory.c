/* memory.c — mem… of <string.h> that look at bytes, and their elders of <strings.h>.
 *
 * Loops, because where they end is a decision; copy.c has the rest.
 */
#define _GNU_SOURCE
#include "libc.h"

#include <string.h>
#include <strings.h>

/* Both have n bytes, wherever the difference is. */
int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  nadir_readable(a, n);
  nadir_readable(b, n);
  for (size_t i = 0; i < n; i++) {
    if (x[i] != y[i]) return x[i] - y[i];
  }
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void *memchr(const void *in, int c, size_t n) {
  const unsigned char *s = in;
  for (size_t i = 0; i < n; i++) {
    if (s[i] == (unsigned char)c) return (void *)(s + i);
  }
  return NULL;
}

void *memrchr(const void *in, int c, size_t n) {
  const unsigned char *s = in;
  while (n--) {
    if (s[n] == (unsigned char)c) return (void *)(s + n);
  }
  return NULL;
}

ALIAS(memrchr, __memrchr)

void *rawmemchr(const void *in, int c) {
  const unsigned char *s = in;
  while (*s != (unsigned char)c) s++;
  return (void *)s;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  for (size_t i = 0; i < n; i++) {
    t[i] = f[i];
    if (f[i] == (unsigned char)c) return t + i + 1;
  }
  return NULL;
}

void *memmem(const void *in, size_t n, const void *what, size_t n_what) {
  const unsigned char *s = in;
  for (size_t i = 0; n_what <= n && i <= n - n_what; i++) {
    if (!memcmp(s + i, what, n_what)) return (void *)(s + i);
  }
  return NULL;
}
