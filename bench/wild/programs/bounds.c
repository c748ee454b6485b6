/* A histogram with one bucket too few: the largest value falls outside.
 *
 * call: histogram(int a[N] in 0..100, N)
 * small: 1:3
 * large: 20
 * expect: error
 * killer: a = [100] * N
 */
#include <stdlib.h>

int histogram(const int *a, int n) {
  int *count = calloc(10, sizeof *count), most = 0;
  for (int i = 0; i < n; i++) count[a[i] / 10]++;
  for (int b = 0; b < 10; b++)
    if (count[b] > most) most = count[b];
  free(count);
  return most;
}
