/* stdio.c — <stdio.h>: writing to the program's output; there is nothing to read.
 *
 * Three streams exist.  What is written goes to the machine at once and is never an error; stdin is
 * at its end; no file can be opened.  FILE is glibc's, because programs that are compiled with
 * optimisation reach into it (putc_unlocked, feof_unlocked); its buffers stay empty, which sends
 * those to __overflow and __uflow.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "libc.h"

/* glibc's flags of a stream, as its headers test them. */
enum { AT_END = 0x10, HAS_ERROR = 0x20 };

static struct _IO_FILE files[3] = {{._fileno = 0}, {._fileno = 1}, {._fileno = 2}};
FILE *stdin = &files[0];
FILE *stdout = &files[1];
FILE *stderr = &files[2];

/* ---- writing --------------------------------------------------------------------------------- */

size_t fwrite(const void *restrict from, size_t size, size_t n, FILE *restrict f) {
  nadir_write(f->_fileno, from, size * n);
  return n;
}

int fputc(int c, FILE *f) {
  char byte = (char)c;
  nadir_write(f->_fileno, &byte, 1);
  return (unsigned char)c;
}

int(putc)(int c, FILE *f) {
  return fputc(c, f);
}

int(putchar)(int c) {
  return fputc(c, stdout);
}

int __overflow(FILE *f, int c) {
  return fputc(c, f);
}

/* The length of a text that is only printed: no decision is taken for it. */
static size_t printed_length(const char *s) {
  size_t n = 0;
  while (nadir_concrete((unsigned char)s[n])) n++;
  return n;
}

int fputs(const char *restrict s, FILE *restrict f) {
  nadir_write(f->_fileno, s, printed_length(s));
  return 1;
}

int puts(const char *s) {
  fputs(s, stdout);
  return fputc('\n', stdout) == '\n' ? 1 : EOF;
}

void perror(const char *s) {
  const char *why = strerror(errno);
  if (s && *s) {
    fputs(s, stderr);
    fputs(": ", stderr);
  }
  fputs(why, stderr);
  fputc('\n', stderr);
}

/* ---- formatted ------------------------------------------------------------------------------- */

int(vfprintf)(FILE *restrict f, const char *restrict format, va_list args) {
  Sink s = {.fd = f->_fileno};
  return __nadir_format(&s, format, args);
}

int(vsnprintf)(char *restrict to, size_t room, const char *restrict format, va_list args) {
  char nothing;
  Sink s = {.at = to ? to : &nothing, .room = room ? room - 1 : 0};
  int n = __nadir_format(&s, format, args);
  if (room) to[s.n < s.room ? s.n : s.room] = 0;
  return n;
}

int(vprintf)(const char *restrict format, va_list args) {
  return vfprintf(stdout, format, args);
}

int(vsprintf)(char *restrict to, const char *restrict format, va_list args) {
  return vsnprintf(to, (size_t)-1 >> 1, format, args);
}

int(printf)(const char *restrict format, ...) {
  va_list args;
  va_start(args, format);
  int n = vfprintf(stdout, format, args);
  va_end(args);
  return n;
}

int(fprintf)(FILE *restrict f, const char *restrict format, ...) {
  va_list args;
  va_start(args, format);
  int n = vfprintf(f, format, args);
  va_end(args);
  return n;
}

int(dprintf)(int fd, const char *restrict format, ...) {
  Sink s = {.fd = fd};
  va_list args;
  va_start(args, format);
  int n = __nadir_format(&s, format, args);
  va_end(args);
  return n;
}

int(snprintf)(char *restrict to, size_t room, const char *restrict format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(to, room, format, args);
  va_end(args);
  return n;
}

int(sprintf)(char *restrict to, const char *restrict format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsprintf(to, format, args);
  va_end(args);
  return n;
}

/* ---- reading: always at the end -------------------------------------------------------------- */

int fgetc(FILE *f) {
  f->_flags |= AT_END;
  return EOF;
}

int(getc)(FILE *f) {
  return fgetc(f);
}

int(getchar)(void) {
  return fgetc(stdin);
}

int __uflow(FILE *f) {
  return fgetc(f);
}

char *(fgets)(char *restrict to, int n, FILE *restrict f) {
  (void)to, (void)n;
  fgetc(f);
  return NULL;
}

size_t(fread)(void *restrict to, size_t size, size_t n, FILE *restrict f) {
  (void)to, (void)size, (void)n;
  fgetc(f);
  return 0;
}

/* ---- streams --------------------------------------------------------------------------------- */

int(feof)(FILE *f) {
  return (f->_flags & AT_END) != 0;
}

int(ferror)(FILE *f) {
  return (f->_flags & HAS_ERROR) != 0;
}

void clearerr(FILE *f) {
  f->_flags &= ~(AT_END | HAS_ERROR);
}

int fileno(FILE *f) {
  return f->_fileno;
}

int fflush(FILE *f) {
  (void)f;
  return 0;
}

int fclose(FILE *f) {
  (void)f;
  return 0;
}

int setvbuf(FILE *restrict f, char *restrict buffer, int mode, size_t n) {
  (void)f, (void)buffer, (void)mode, (void)n;
  return 0;
}

void setbuf(FILE *restrict f, char *restrict buffer) {
  (void)f, (void)buffer;
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
  (void)path, (void)mode;
  errno = ENOENT;
  return NULL;
}
