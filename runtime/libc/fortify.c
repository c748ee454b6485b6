/* fortify.c — the functions that glibc's headers call instead of the plain ones when a program is
 * compiled with _FORTIFY_SOURCE, and the stack protector's.
 *
 * They get the size of the destination as the compiler sees it, which can be less than what the
 * machine checks (a member of a struct), so the test is made here, too.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "libc.h"

static void check(_Bool fits) {
  if (!fits) nadir_stop("", 0, "writes more than the destination holds (_FORTIFY_SOURCE)");
}

void __chk_fail(void) {
  check(0);
}

void __stack_chk_fail(void) {
  nadir_stop("", 0, "the stack protector was overwritten");
}

/* The machine itself checks where a jump goes. */
void __longjmp_chk(jmp_buf to, int value) {
  longjmp(to, value);
}

/* ---- <string.h> ------------------------------------------------------------------------------ */

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
  check(n <= room);
  return __builtin_memcpy(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
  check(n <= room);
  return mempcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
  check(n <= room);
  return __builtin_memmove(to, from, n);
}

void *__memset_chk(void *to, int c, size_t n, size_t room) {
  check(n <= room);
  return __builtin_memset(to, c, n);
}

void __explicit_bzero_chk(void *to, size_t n, size_t room) {
  check(n <= room);
  __builtin_memset(to, 0, n);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
  for (size_t i = 0;; i++) {
    check(i < room);
    to[i] = from[i];
    if (!from[i]) return to + i;
  }
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
  __stpcpy_chk(to, from, room);
  return to;
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
  check(n <= room);
  return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room) {
  check(n <= room);
  return stpncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
  size_t n = strlen(to);
  check(n < room);
  __stpcpy_chk(to + n, from, room - n);
  return to;
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
  check(strlen(to) + strnlen(from, n) < room);
  return strncat(to, from, n);
}

/* ---- <stdio.h>: `level` tells how much is checked -------------------------------------------- */

int __vfprintf_chk(FILE *f, int level, const char *format, va_list args) {
  (void)level;
  return vfprintf(f, format, args);
}

int __vprintf_chk(int level, const char *format, va_list args) {
  (void)level;
  return vfprintf(stdout, format, args);
}

int __vsnprintf_chk(char *to, size_t n, int level, size_t room, const char *format, va_list args) {
  (void)level;
  check(n <= room);
  return vsnprintf(to, n, format, args);
}

int __vsprintf_chk(char *to, int level, size_t room, const char *format, va_list args) {
  (void)level;
  int n = vsnprintf(to, room >> 1 > (size_t)-1 >> 2 ? (size_t)-1 >> 1 : room, format, args);
  check((size_t)n < room);
  return n;
}

int __printf_chk(int level, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = __vprintf_chk(level, format, args);
  va_end(args);
  return n;
}

int __fprintf_chk(FILE *f, int level, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = __vfprintf_chk(f, level, format, args);
  va_end(args);
  return n;
}

int __snprintf_chk(char *to, size_t n, int level, size_t room, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = __vsnprintf_chk(to, n, level, room, format, args);
  va_end(args);
  return length;
}

int __sprintf_chk(char *to, int level, size_t room, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = __vsprintf_chk(to, level, room, format, args);
  va_end(args);
  return n;
}

char *__fgets_chk(char *to, size_t room, int n, FILE *f) {
  check(n <= 0 || (size_t)n <= room);
  return fgets(to, n, f);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t n, FILE *f) {
  check(size == 0 || n <= room / size);
  return fread(to, size, n, f);
}
