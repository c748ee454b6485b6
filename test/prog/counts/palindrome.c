// A palindrome test has a path for each first difference and one for none: floor(N / 2) + 1.
// RUN: run --size 1
// EXPECT: finished 1
// RUN: run --size 2
// EXPECT: finished 2
// RUN: run --size 17 --search bfs
// EXPECT: finished 9
// RUN: run --size 200 --search random
// EXPECT: finished 101
#include <nadir.h>
#include <stdbool.h>

static bool is_palindrome(const char *s, int n) {
  for (int i = 0; i < n / 2; i++)
    if (s[i] != s[n - 1 - i]) return false;
  return true;
}

int main(void) {
  static char s[256];
  int n = (int)nadir_size();
  nadir_symbolic(s, n, "s");
  return is_palindrome(s, n);
}
