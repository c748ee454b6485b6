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

#include <stddef.h>

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

/* musl's files call some functions by such names. */
#define ALIAS(name, other) \
  extern __typeof__(name) other __attribute__((__weak__, __alias__(#name)));

/* The character tables of <ctype.h>, from -128 to 255. */
extern const unsigned short __nadir_ctype_classes[384];
extern const int __nadir_ctype_lower[384];
extern const int __nadir_ctype_upper[384];

#endif
