/* fortify.c — what glibc's headers call instead of memcpy, printf and their like if _FORTIFY_SOURCE is
 * defined, as distributions define it: bitcode that was made on such a machine has these names, and musl
 * has none of them.
 *
 * Each gets the size of the destination, as the compiler knew it, and ends the program as glibc does if
 * that is not enough; SIZE_MAX says that it did not know.  The other checks of glibc (such as %n in a
 * format that can be written to) are left out: nothing that runs on glibc without a message runs
 * differently here.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include <fcntl.h>

_Noreturn void __chk_fail(void) {
  fputs("*** buffer overflow detected ***: terminated\n", stderr);
  abort();
}

static void need(size_t n, size_t room) {
  if (n > room) __chk_fail();
}

/* ---- memory ------------------------------------------------------------------------------------- */

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
  need(n, room);
  return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
  need(n, room);
  return memmove(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
  need(n, room);
  return (char *)memcpy(to, from, n) + n;
}

void *__memset_chk(void *to, int byte, size_t n, size_t room) {
  need(n, room);
  return memset(to, byte, n);
}

void __explicit_bzero_chk(void *to, size_t n, size_t room) {
  need(n, room);
  memset(to, 0, n);
}

/* ---- strings ------------------------------------------------------------------------------------ */

/* A size that is not known is compared with nothing: that would be a decision for each character. */
static void need_string(const char *from, size_t before, size_t room) {
  if (room != SIZE_MAX) need(before + strlen(from) + 1, room);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
  need_string(from, 0, room);
  return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
  need_string(from, 0, room);
  return stpcpy(to, from);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
  if (room != SIZE_MAX) need_string(from, strlen(to), room);
  return strcat(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
  need(n, room);
  return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room) {
  need(n, room);
  return stpncpy(to, from, n);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
  if (room != SIZE_MAX) need(strlen(to) + strnlen(from, n) + 1, room);
  return strncat(to, from, n);
}

size_t __strlcpy_chk(char *to, const char *from, size_t n, size_t room) {
  need(n, room);
  return strlcpy(to, from, n);
}

size_t __strlcat_chk(char *to, const char *from, size_t n, size_t room) {
  need(n, room);
  return strlcat(to, from, n);
}

/* Rooms for wide characters are counted in these. */

wchar_t *__wcscpy_chk(wchar_t *to, const wchar_t *from, size_t room) {
  if (room != SIZE_MAX) need(wcslen(from) + 1, room);
  return wcscpy(to, from);
}

wchar_t *__wmemcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  need(n, room);
  return wmemcpy(to, from, n);
}

wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t n, size_t room) {
  need(n, room);
  return wmemset(to, c, n);
}

size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t n, size_t room) {
  need(n, room);
  return mbstowcs(to, from, n);
}

size_t __wcstombs_chk(char *to, const wchar_t *from, size_t n, size_t room) {
  need(n, room);
  return wcstombs(to, from, n);
}

int __wctomb_chk(char *to, wchar_t c, size_t room) {
  need(MB_CUR_MAX, room);
  return wctomb(to, c);
}

/* ---- formats ------------------------------------------------------------------------------------ */

int __vfprintf_chk(FILE *f, int flag, const char *format, va_list args) {
  (void)flag;
  return vfprintf(f, format, args);
}

int __vprintf_chk(int flag, const char *format, va_list args) {
  return __vfprintf_chk(stdout, flag, format, args);
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list args) {
  (void)flag;
  return vdprintf(fd, format, args);
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list args) {
  (void)flag;
  return vasprintf(to, format, args);
}

int __vsnprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, va_list args) {
  (void)flag;
  need(n, room);
  return vsnprintf(to, n, format, args);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list args) {
  (void)flag;
  if (room > INT_MAX) return vsprintf(to, format, args);
  int n = vsnprintf(to, room, format, args);
  if (n >= 0) need((size_t)n + 1, room);
  return n;
}

/* The value of `call`, in which `args` are the arguments behind `last`. */
#define WITH_ARGS(last, call) \
  va_list args;               \
  va_start(args, last);       \
  int n_written = (call);     \
  va_end(args);               \
  return n_written

int __printf_chk(int flag, const char *format, ...) {
  WITH_ARGS(format, __vprintf_chk(flag, format, args));
}

int __fprintf_chk(FILE *f, int flag, const char *format, ...) {
  WITH_ARGS(format, __vfprintf_chk(f, flag, format, args));
}

int __dprintf_chk(int fd, int flag, const char *format, ...) {
  WITH_ARGS(format, __vdprintf_chk(fd, flag, format, args));
}

int __asprintf_chk(char **to, int flag, const char *format, ...) {
  WITH_ARGS(format, __vasprintf_chk(to, flag, format, args));
}

int __snprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, ...) {
  WITH_ARGS(format, __vsnprintf_chk(to, n, flag, room, format, args));
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  WITH_ARGS(format, __vsprintf_chk(to, flag, room, format, args));
}

/* ---- files -------------------------------------------------------------------------------------- */

char *__fgets_chk(char *to, size_t room, int n, FILE *f) {
  need(n > 0 ? (size_t)n : 0, room);
  return fgets(to, n, f);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t n, FILE *f) {
  size_t bytes;
  if (__builtin_mul_overflow(size, n, &bytes)) __chk_fail();
  need(bytes, room);
  return fread(to, size, n, f);
}

ssize_t __read_chk(int fd, void *to, size_t n, size_t room) {
  need(n, room);
  return read(fd, to, n);
}

ssize_t __pread_chk(int fd, void *to, size_t n, off_t at, size_t room) {
  need(n, room);
  return pread(fd, to, n, at);
}

ssize_t __pread64_chk(int fd, void *to, size_t n, off_t at, size_t room) {
  return __pread_chk(fd, to, n, at, room);
}

ssize_t __readlink_chk(const char *path, char *to, size_t n, size_t room) {
  need(n, room);
  return readlink(path, to, n);
}

char *__getcwd_chk(char *to, size_t n, size_t room) {
  need(n, room);
  return getcwd(to, n);
}

char *__realpath_chk(const char *path, char *to, size_t room) {
  need(PATH_MAX, room);
  return realpath(path, to);
}

int __gethostname_chk(char *to, size_t n, size_t room) {
  need(n, room);
  return gethostname(to, n);
}

int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room) {
  need(n * sizeof *fds, room);
  return poll(fds, n, timeout);
}

/* Only for files that are there: who makes one gives its mode, and calls open itself. */

int __open_2(const char *path, int flags) {
  if (flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) __chk_fail();
  return open(path, flags);
}

int __open64_2(const char *path, int flags) { return __open_2(path, flags); }

/* ---- the rest ----------------------------------------------------------------------------------- */

_Noreturn void __longjmp_chk(jmp_buf to, int value) { longjmp(to, value); }

/* The number of a word in an fd_set. */
long __fdelt_chk(long fd) {
  need((size_t)fd, 1023);
  return fd / (8 * (long)sizeof(long));
}
