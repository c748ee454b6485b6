/* copy.c — mem… of <string.h> that copy and fill, and their elders of <strings.h>.
 *
 * These are instructions of the machine, which knows symbolic lengths; the functions are for calls
 * by pointer and for programs compiled with -fno-builtin.
 */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  return __builtin_memcpy(to, from, n);
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return (char *)to + n;
}

void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }

void *memset(void *to, int c, size_t n) { return __builtin_memset(to, c, n); }

void bcopy(const void *from, void *to, size_t n) { __builtin_memmove(to, from, n); }

void bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }

void explicit_bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }
