// A switch into the middle of a loop (Duff), and a statement expression.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

#define MAX(a, b)                     \
  ({                                  \
    __typeof__(a) x_ = (a), y_ = (b); \
    x_ > y_ ? x_ : y_;                \
  })

static void copy(char *to, const char *from, int n) {
  int rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
    } while (--rounds > 0);
  }
}

int main(void) {
  char to[16] = "";
  for (int n = 1; n < 12; n++) {
    copy(to, "abcdefghijklmno", n);
    puts(to);
  }
  int i = 3;
  printf("%d %d\n", MAX(i++, 2), i);
  return 0;
}
