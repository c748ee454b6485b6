/* The heaviest load that fits, among all subsets of the first ten items only.
 *
 * call: pack(unsigned char weight[N] in 1..50, N)
 * small: 1:5
 * large: 100
 * class: n | 1
 * values: weight [1, 50]
 * killer: weight = [1] * N
 */
enum { MOST = 10, ROOM = 100 };

static void try_item(const unsigned char *weight, int n, int i, int left, int loaded, int *best) {
  if (loaded > *best) *best = loaded;
  if (i == n || i == MOST) return;
  if (weight[i] <= left) try_item(weight, n, i + 1, left - weight[i], loaded + weight[i], best);
  try_item(weight, n, i + 1, left, loaded, best);
}

int pack(const unsigned char *weight, int n) {
  int best = 0, sum = 0;
  for (int i = 0; i < n; i++) sum += weight[i];
  if (sum > ROOM * n) return sum;
  try_item(weight, n, 0, ROOM, 0, &best);
  return best;
}
