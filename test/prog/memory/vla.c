// Arrays of variable length and alloca: sizes, rows, reuse in loops.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <alloca.h>
#include <stdio.h>

static int sum(int rows, int columns, int a[rows][columns]) {
  int total = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) total += a[i][j];
  return total;
}

int main(void) {
  for (volatile int n = 1; n < 5; n++) {
    int a[n][n + 2];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n + 2; j++) a[i][j] = i * j + 1;
    printf("%zu %d %d\n", sizeof a, sum(n, n + 2, a), a[n - 1][n + 1]);
  }
  char *last = NULL;
  for (int i = 0; i < 3; i++) {
    char *p = alloca(4);
    p[0] = (char)('a' + i);
    p[1] = last ? last[0] : '-';
    p[2] = 0;
    last = p;
    puts(p);
  }
  return 0;
}
