// The same of bytes that nobody set.
// RUN: run --cflags -w
// EXPECT: finished 3
// EXPECT: warning 18
// EXPECT: warning 19
// EXPECT: native differs
#include <nadir.h>
#include <stdio.h>

int main(void) {
  unsigned char kind;
  char b[4], c[4], ended[4];
  nadir_symbolic(&kind, 1, "kind");
  nadir_assume(kind < 3);
  b[0] = c[0] = c[1] = ended[0] = 'a';
  ended[1] = 0;
  switch (kind) {
  case 0: puts(b); break; // ERROR: read-bounds
  case 1: printf("%s\n", c); break; // ERROR: read-bounds
  case 2: printf("%s %.1s\n", ended, b); break;
  }
  return 0;
}
