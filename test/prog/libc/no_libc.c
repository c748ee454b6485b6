// Without a C library: what calls none runs as ever, strings included; a call of one ends the path,
// and the ledger names it.
// RUN: run --no-libc
// EXPECT: finished 3
// EXPECT: unsupported 1
// EXPECT: ledger a call of 'puts', which no given file defines
#include <nadir.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char s[3];
  nadir_symbolic(s, sizeof s, "s");
  nadir_assume(!s[2]);
  if (strlen(s) < 2) return 0;
  if (s[0] == 'p') puts(s);
  return 1;
}
