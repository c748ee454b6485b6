// Two indices that move towards each other: floor(N / 2) + 1 paths.
// RUN: run --size 9
// EXPECT: finished 5
// RUN: run --size 64
// EXPECT: finished 33
#include <nadir.h>

int main(void) {
  char s[64];
  int n = (int)nadir_size();
  nadir_symbolic(s, n, "s");
  for (int i = 0, j = n - 1; i < j; i++, j--)
    if (s[i] != s[j]) return 0;
  return 1;
}
