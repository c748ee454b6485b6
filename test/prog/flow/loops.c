// Every loop of C, with break, continue and goto; phis carry several values around.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

static unsigned collatz(unsigned n) {
  unsigned steps = 0;
  for (; n != 1; steps++) n = n % 2 ? 3 * n + 1 : n / 2;
  return steps;
}

int main(void) {
  unsigned a = 0, b = 1;
  for (int i = 0; i < 40; i++) {
    unsigned next = a + b; // a swap through phis
    a = b;
    b = next;
  }
  printf("%u %u\n", a, collatz(27));
  int n = 0;
  do {
    if (n % 3 == 1) continue;
    printf("%d ", n);
    if (n > 12) break;
  } while (++n < 20);
  for (int i = 0, j = 10; i != j; i++, j -= i > 3 ? 0 : 1)
    if (i * j == 21) printf("[%d %d] ", i, j);
  n = 0;
again:
  n += 7;
  while (n > 30) {
    n -= 31;
    if (n == 4) goto out;
  }
  goto again;
out:
  printf("%d\n", n);
  return 0;
}
