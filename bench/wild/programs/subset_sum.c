/* Subset sum by backtracking, giving up where the sum is too large.
 *
 * call: subset_sum(int w[N] in 1..100, N, 50*N)
 * small: 1:5
 * large: 14
 * class: c^n
 * values: w [1, 2, 49, 50, 51, 100]
 * killer: w = [2] * N
 */
int subset_sum(const int *w, int n, int target) {
  if (target == 0) return 1;
  if (n == 0 || target < 0) return 0;
  return subset_sum(w, n - 1, target - w[n - 1]) || subset_sum(w, n - 1, target);
}
