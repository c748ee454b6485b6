/* libc.h — what the files of this folder share.
 *
 * This is the C library of the programs under analysis: compiled to bitcode when nadir is built and
 * linked to each program, where a program's own definition of a name wins.  It is the smallest part
 * of C that programs use, cut by header: string.c is <string.h>, and so on.  It knows the machine
 * through the functions below and nothing else, so whatever a program does, it reaches no host
 * function, file or socket.
 *
 * Loops here are loops of the program: a test of a symbolic byte is a decision of the path, so
 * functions test one byte at a time and as few times as the C standard needs.
 *
 * Prototypes come from the system's headers; definitions that those declare as macros are in
 * parentheses.
 */
#ifndef LIBC_LIBC_H
#define LIBC_LIBC_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* ---- the machine ----------------------------------------------------------------------------- */

/* Output of the program, where it is wanted. */
void nadir_write(int fd, const void *bytes, size_t n);

/* The value that x has in one input of this path.  The path is not bound to it: only for what
 * leaves the program and does not come back. */
unsigned long nadir_concrete(unsigned long x);

/* The same, and the path goes on with that value only; the loss is in the ledger. */
unsigned long nadir_fix(unsigned long x);

/* An error if the program may not read these bytes; symbolic addresses and sizes are not looked at. */
void nadir_readable(const void *p, size_t n);

/* realloc, but with n = 0 for no p other than NULL. */
void *nadir_realloc(void *p, size_t n);

/* An error of the program; the path ends. */
void nadir_stop(const char *file, int line, const char *text) __attribute__((__noreturn__));

/* ---- between the files: names that C reserves, so that no program has them ------------------- */

/* Where printf puts its characters. */
typedef struct Sink {
  char *at;      /* the caller's memory, or NULL: a file */
  size_t room;   /* characters that fit, without the final zero */
  size_t n;      /* characters so far, those that did not fit included */
  int fd;        /* of a file */
  char held[64]; /* not yet written to the file */
  size_t n_held;
} Sink;

void __nadir_put(Sink *s, char c);
void __nadir_fill(Sink *s, char c, long n); /* nothing if n <= 0 */
void __nadir_text(Sink *s, const char *text, size_t n);

/* One directive of a format: %[flags][width][.precision][length]letter. */
typedef struct Directive {
  _Bool minus, plus, space, zero, alternate;
  long width;
  long precision; /* -1: none given */
  char letter;
} Directive;

/* A number as the machine holds it: mantissa * 2^exponent. */
typedef struct Binary {
  unsigned long mantissa;
  long exponent;
  _Bool is_negative, is_infinite, is_nan;
  int lead_bits; /* of the mantissa before the point in %a: 1, or 4 for a long double */
} Binary;

Binary __nadir_binary(double x);
Binary __nadir_binary_long(const long double *x);
void __nadir_format_float(Sink *s, const Directive *d, Binary x);
int __nadir_format(Sink *s, const char *format, va_list args);

/* The character tables of <ctype.h>, from -128 to 255. */
extern const unsigned short __nadir_ctype_classes[384];
extern const int __nadir_ctype_lower[384];
extern const int __nadir_ctype_upper[384];

#endif
