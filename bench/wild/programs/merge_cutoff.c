/* Merge sort that sorts 12 elements or fewer by insertion: quadratic at small sizes, n log n at large ones.
 *
 * call: merge_sort(int a[N], N)
 * small: 1:7
 * class: n log n
 * killer: def bad(v):
 *           if len(v) <= 12: return v[::-1]
 *           half = len(v) // 2
 *           left, right = v[0::2], v[1::2]
 *           if len(left) > half: left, right = v[1::2], v[0::2]
 *           return bad(left) + bad(right)
 *         a = bad(list(range(N)))
 */
#include <stdlib.h>
#include <string.h>

enum { CUTOFF = 12 };

static void insertion(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], k = i;
    for (; k > 0 && a[k - 1] > x; k--) a[k] = a[k - 1];
    a[k] = x;
  }
}

static void sort(int *a, int *space, int n) {
  if (n <= CUTOFF) {
    insertion(a, n);
    return;
  }
  int half = n / 2, left = 0, right = half, to = 0;
  sort(a, space, half);
  sort(a + half, space, n - half);
  if (a[half - 1] <= a[half]) return;
  while (left < half && right < n) space[to++] = a[right] < a[left] ? a[right++] : a[left++];
  while (left < half) space[to++] = a[left++];
  memcpy(a, space, to * sizeof *a);
}

void merge_sort(int *a, int n) {
  int *space = malloc((n + 1) * sizeof *space);
  sort(a, space, n);
  free(space);
}
