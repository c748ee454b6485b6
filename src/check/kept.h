/* kept.h — the worst inputs of a contract as a small text file, made to be committed.
 *
 *     # nadir check keeps the worst inputs that it found here.  Commit this file; 'nadir help check' explains it.
 *     contract  uniq.c: uniq(int a[N], N)
 *     metric    instructions
 *     growth    n^2: 7*N^2 + 15*N + 24
 *
 *     N=8  cost 592  proven
 *       a signed4[8] = 1 2 3 4 5 6 7 0
 *     N=16  cost 2056
 *       a signed4[16] = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0
 *
 * An input has its name, the kind and the bytes of its elements, and their number: signed and unsigned numbers, floats,
 * characters as C strings, and other bytes in hexadecimal.  0*9 is 0 nine times.  What does not fit into a line goes on
 * in lines that are indented further.
 */
#pragma once

#include "base/named_bytes.h"
#include "report/worst_report.h"

typedef struct KeptSize {
  u64 size, cost;
  bool proven;
  NamedBytesVec inputs; /* owned */
} KeptSize;

typedef struct Kept {
  Text contract;       /* owned; FILE: CALL */
  VEC(KeptSize) sizes; /* ascending */
} Kept;

/* A file that is not there is an empty Kept.  ERR_INPUT: FILE:LINE, and what is wrong. */
must_use Err kept_read(const char *path, Kept *ret);
void kept_done(Kept *k); /* also for cleanup() */

/* Appends the file: the worst input of each size that was run again, unless it is very long. */
void kept_print(const WorstReport *r, const char *contract, const char *metric, Text *to);
