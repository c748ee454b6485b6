/* matrix.c — concrete: the product of two matrices, several times over. */
#include <stdio.h>

enum { N = 160 };

static int a[N][N], b[N][N], c[N][N];

static void multiply(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      int sum = 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      a[i][j] = i - 2 * j;
      b[i][j] = i ^ j;
    }
  }
  for (int round = 0; round < ROUNDS; round++) {
    multiply();
    a[round % N][0] = c[0][round % N] & 255;
  }
  printf("%d\n", c[N - 1][N / 2]);
  return 0;
}
