/* The maximum of each window of five, with a queue that falls.
 *
 * call: window_max(int a[N], N, 5)
 * class: n
 * killer: a = [N - i for i in range(N)]
 */
#include <stdlib.h>

long window_max(const int *a, int n, int width) {
  int *queue = malloc(n * sizeof *queue), head = 0, tail = 0;
  long sum = 0;
  for (int i = 0; i < n; i++) {
    while (tail > head && a[queue[tail - 1]] <= a[i]) tail--;
    queue[tail++] = i;
    if (queue[head] <= i - width) head++;
    if (i >= width - 1) sum += a[queue[head]];
  }
  free(queue);
  return sum;
}
