/* Bucket sort into ten buckets, each kept in order by insertion.
 *
 * call: bucket_sort(int a[N] in 0..999, N)
 * class: n^2
 * values: a range(N)
 * killer: a = [N - i for i in range(N)] if N <= 100 else [99 - i * 100 // N for i in range(N)]
 */
#include <stdlib.h>

#define BUCKETS 10

void bucket_sort(int *a, int n) {
  int *room = malloc(sizeof(int) * BUCKETS * n), used[BUCKETS] = {0};
  for (int i = 0; i < n; i++) {
    int b = a[i] / 100;
    int *bucket = room + b * n, k = used[b]++;
    for (; k > 0 && bucket[k - 1] > a[i]; k--) bucket[k] = bucket[k - 1];
    bucket[k] = a[i];
  }
  int out = 0;
  for (int b = 0; b < BUCKETS; b++)
    for (int k = 0; k < used[b]; k++) a[out++] = room[b * n + k];
  free(room);
}
