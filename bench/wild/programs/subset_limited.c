/* Is there a subset of this sum?  Both sides of each element are tried, to a depth of 8; the rest is taken greedily.
 *
 * call: subset_near(int a[N] in 1..1000, N)
 * small: 1:5
 * class: n
 * values: a [1, 7, 500, 999]
 * killer: a = [1] * N
 */
enum { DEEPEST = 8, WANTED = 1500 };

static int greedy(const int *a, int n, int left) {
  for (int i = 0; i < n; i++)
    if (a[i] <= left) left -= a[i];
  return left;
}

static int best(const int *a, int n, int left, int depth) {
  if (left == 0 || n == 0) return left;
  if (depth == DEEPEST) return greedy(a, n, left);
  int without = best(a + 1, n - 1, left, depth + 1);
  if (without == 0 || a[0] > left) return without;
  int with = best(a + 1, n - 1, left - a[0], depth + 1);
  return with < without ? with : without;
}

int subset_near(const int *a, int n) {
  return best(a, n, WANTED, 0);
}
