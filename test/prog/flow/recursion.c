// Recursion: Ackermann, towers of Hanoi, mutual calls, a deep chain.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

static unsigned ackermann(unsigned m, unsigned n) {
  return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static void hanoi(int n, char from, char to, char by) {
  if (!n) return;
  hanoi(n - 1, from, by, to);
  printf("%c%c ", from, to);
  hanoi(n - 1, by, to, from);
}

static int is_odd(int n);
static int is_even(int n) { return n ? is_odd(n - 1) : 1; }
static int is_odd(int n) { return n ? is_even(n - 1) : 0; }

int main(void) {
  printf("%u %u\n", ackermann(2, 3), ackermann(3, 3));
  hanoi(4, 'a', 'b', 'c');
  printf("\n%d %d\n", is_even(5001), is_odd(5001));
  return 0;
}
