/* ktest.h — tests in KLEE's binary format, so that its tools read ours and we read theirs.
 *
 *     "KTEST"  version = 3
 *     n_args   { length, text }            the command line that made the test
 *     n_sym_args  sym_arg_length           of a symbolic command line
 *     n_objects { length, name  length, bytes }
 *
 * Numbers are 32 bits, big-endian; texts have no closing zero.  Version 1 has no line of symbolic
 * arguments.  The older magic "BOUT\n" is the same format.
 */
#pragma once

#include "base/named_bytes.h"
#include "base/text.h"

typedef struct Ktest {
  VEC(char *) args; /* owned; KLEE's tools want at least one */
  u32 n_sym_args, sym_arg_length;
  NamedBytesVec objects; /* owned */
} Ktest;

/* The command line of nadir's tests: the program's first file, and "--size=N". */
void ktest_begin(Ktest *t, const char *file, u64 size);
void ktest_add_arg(Ktest *t, const char *arg); /* a copy */
void ktest_free(Ktest *t);                     /* what it holds, not itself; also for cleanup() */

/* Appends the file's bytes. */
void ktest_encode(const Ktest *t, Text *to);
must_use Err ktest_write(const Ktest *t, const char *path);

/* `name` is for the error message, which says what is wrong and where.  *ret is untouched on
 * failure, and owned by the caller otherwise. */
must_use Err ktest_decode(const char *name, const void *bytes, size_t n_bytes, Ktest *ret);
must_use Err ktest_read(const char *path, Ktest *ret);
