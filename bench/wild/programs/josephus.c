/* Josephus: who is left of N when each k-th goes, with a list.
 *
 * call: josephus(N, int k in 1..N)
 * class: n^2
 * small: 1:9
 * values: k range(1, N + 1)
 * killer: k = [N]
 */
#include <stdlib.h>

struct person {
  int number;
  struct person *next;
};

int josephus(int n, int k) {
  struct person *all = malloc(n * sizeof *all), *before = &all[n - 1];
  for (int i = 0; i < n; i++) all[i] = (struct person){i, &all[(i + 1) % n]};
  while (before->next != before) {
    for (int i = 1; i < k; i++) before = before->next;
    before->next = before->next->next;
  }
  int last = before->number;
  free(all);
  return last;
}
