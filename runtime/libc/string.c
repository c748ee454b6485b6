/* string.c — the str… half of <string.h>, and its elders of <strings.h>.
 *
 * The textbook algorithms: what a test of nadir counts are the comparisons of the program, not the
 * tricks of a library.  Searching is quadratic, like most C libraries' for short texts.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "libc.h"

/* ---- length and copies ----------------------------------------------------------------------- */

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n]) n++;
  return n;
}

char *stpcpy(char *restrict to, const char *restrict from) {
  while ((*to = *from)) {
    to++;
    from++;
  }
  return to;
}

ALIAS(stpcpy, __stpcpy)

char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  __builtin_memset(to + i, 0, n - i);
  return to + i;
}

ALIAS(stpncpy, __stpncpy)

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  stpncpy(to, from, n);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
  char *end = to + strlen(to);
  while (n-- && *from) *end++ = *from++;
  *end = 0;
  return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t room) {
  size_t n = strlen(from), n_copied = n < room ? n : room - 1;
  if (!room) return n;
  __builtin_memcpy(to, from, n_copied);
  to[n_copied] = 0;
  return n;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t room) {
  size_t n = strnlen(to, room);
  return n + (n == room ? strlen(from) : strlcpy(to + n, from, room - n));
}

char *strndup(const char *s, size_t max) {
  size_t n = strnlen(s, max);
  char *copy = malloc(n + 1);
  if (!copy) return NULL;
  __builtin_memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

char *strdup(const char *s) { return strndup(s, strlen(s)); }

/* ---- comparing ------------------------------------------------------------------------------- */

int strcmp(const char *a, const char *b) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  while (*x == *y) {
    if (!*x) return 0;
    x++;
    y++;
  }
  return *x - *y;
}

int strncmp(const char *a, const char *b, size_t n) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  for (size_t i = 0; i < n; i++) {
    if (x[i] != y[i]) return x[i] - y[i];
    if (!x[i]) return 0;
  }
  return 0;
}

/* By table, so that the case of a letter is no decision. */
static int lower(unsigned char c) { return __nadir_ctype_lower[128 + c]; }

int strcasecmp(const char *a, const char *b) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  while (lower(*x) == lower(*y)) {
    if (!*x) return 0;
    x++;
    y++;
  }
  return lower(*x) - lower(*y);
}

int strncasecmp(const char *a, const char *b, size_t n) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  for (size_t i = 0; i < n; i++) {
    if (lower(x[i]) != lower(y[i])) return lower(x[i]) - lower(y[i]);
    if (!x[i]) return 0;
  }
  return 0;
}

/* ---- searching ------------------------------------------------------------------------------- */

char *strchr(const char *s, int c) {
  while (*s != (char)c) {
    if (!*s++) return NULL;
  }
  return (char *)s;
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

ALIAS(strchrnul, __strchrnul)

char *strrchr(const char *s, int c) {
  const char *last = NULL;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (!*s) return (char *)last;
  }
}

char *index(const char *s, int c) { return strchr(s, c); }

char *rindex(const char *s, int c) { return strrchr(s, c); }

size_t strspn(const char *s, const char *accept) {
  size_t n = 0;
  while (s[n] && strchr(accept, s[n])) n++;
  return n;
}

size_t strcspn(const char *s, const char *reject) {
  size_t n = 0;
  while (s[n] && !strchr(reject, s[n])) n++;
  return n;
}

char *strpbrk(const char *s, const char *accept) {
  s += strcspn(s, accept);
  return *s ? (char *)s : NULL;
}

/* Does s begin with the prefix? */
static int begins(const char *s, const char *prefix) {
  while (*prefix) {
    if (*s++ != *prefix++) return 0;
  }
  return 1;
}

char *strstr(const char *in, const char *what) {
  do {
    if (begins(in, what)) return (char *)in;
  } while (*in++);
  return NULL;
}

static int begins_any_case(const char *s, const char *prefix) {
  while (*prefix) {
    if (lower((unsigned char)*s++) != lower((unsigned char)*prefix++)) return 0;
  }
  return 1;
}

char *strcasestr(const char *in, const char *what) {
  do {
    if (begins_any_case(in, what)) return (char *)in;
  } while (*in++);
  return NULL;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

char *strtok_r(char *restrict s, const char *restrict between, char **restrict rest) {
  if (!s) s = *rest;
  s += strspn(s, between);
  char *end = s + strcspn(s, between);
  *rest = end;
  if (end == s) return NULL;
  if (*end) {
    *end = 0;
    *rest = end + 1;
  }
  return s;
}

char *strtok(char *restrict s, const char *restrict between) {
  static char *rest;
  return strtok_r(s, between, &rest);
}

char *strsep(char **rest, const char *between) {
  char *s = *rest;
  if (!s) return NULL;
  char *end = s + strcspn(s, between);
  *rest = *end ? end + 1 : NULL;
  *end = 0;
  return s;
}
