/* matrix.c — a product of two matrices of N x N bytes has these entries. */
#include <nadir.h>
#include <stdint.h>

int main(void) {
  uint8_t a[N][N], b[N][N];
  nadir_symbolic(a, sizeof a, "a");
  nadir_symbolic(b, sizeof b, "b");
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) {
      uint32_t sum = 0;
      for (int m = 0; m < N; m++) sum += (uint32_t)a[i][m] * b[m][k];
      if (sum != (uint32_t)(1000 + 77 * i + 131 * k)) return 1;
    }
  return 0;
}
