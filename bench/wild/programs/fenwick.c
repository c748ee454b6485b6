/* Inversions counted with a Fenwick tree.
 *
 * call: inversions(int a[N] in 0..N-1, N)
 * small: 1:6
 * class: n log n
 * killer: def steps(v):
 *           up, down, i = 0, 0, v + 1
 *           while i <= N: up += 1; i += i & -i
 *           i = v + 1
 *           while i: down += 1; i &= i - 1
 *           return up + down
 *         a = [max(range(N), key=steps)] * N
 */
#include <stdlib.h>

static int count_up_to(const int *tree, int i) {
  int sum = 0;
  for (; i > 0; i -= i & -i) sum += tree[i];
  return sum;
}

static void add(int *tree, int n, int i) {
  for (; i <= n; i += i & -i) tree[i]++;
}

long inversions(const int *a, int n) {
  int *tree = calloc(n + 1, sizeof *tree);
  long found = 0;
  for (int i = 0; i < n; i++) {
    found += i - count_up_to(tree, a[i] + 1);
    add(tree, n, a[i] + 1);
  }
  free(tree);
  return found;
}
