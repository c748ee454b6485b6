/* Adds to ranges and asks for sums, in blocks of the square root: a whole block is one step, its ends are single ones.
 *
 * call: range_adds(int from[N] in 0..N-1, int to[N] in 0..N-1, N)
 * small: 1:3
 * class: n sqrt n
 * values: from range(N); to range(N)
 * killer: import math; b = max(1, math.isqrt(N)); from_ = [1 % N] * N; to = [N - 1 if N % b != 0 else N - 2 if N > 2 else N - 1] * N
 */
#include <stdlib.h>

long range_adds(const int *from, const int *to, int n) {
  int width = 1;
  while ((width + 1) * (width + 1) <= n) width++;
  int blocks = (n + width - 1) / width;
  long *single = calloc(n, sizeof *single), *whole = calloc(blocks, sizeof *whole), sum = 0;
  for (int q = 0; q < n; q++) {
    int i = from[q];
    while (i <= to[q]) {
      if (i % width == 0 && i + width - 1 <= to[q]) {
        whole[i / width] += q;
        i += width;
      } else {
        single[i] += q;
        i++;
      }
    }
    sum += single[to[q]] + whole[to[q] / width];
  }
  free(single);
  free(whole);
  return sum;
}
