// A destination whose size the compiler knew is too small, in one member of a struct: only _FORTIFY_SOURCE
// sees that.
// BITCODE: -O2 -D_FORTIFY_SOURCE=2
// RUN: run
// EXPECT: error abort 22
// EXPECT: finished 1
#include <stdio.h>

void klee_make_symbolic(void *at, unsigned long n, const char *name);

struct {
  char name[4];
  int id;
} record;

int main(void) {
  static const char *const names[] = {"abc", "abcd"};
  int which;
  klee_make_symbolic(&which, sizeof which, "which");
  which &= 1;
  record.id = 7;
  sprintf(record.name, "%s%s", names[which], "");
  printf("%s %d\n", record.name, record.id);
  return 0;
}
