/* Sums all elements but sevens, and forgets to go on after one.
 *
 * call: sum_but_sevens(int a[N], N)
 * small: 1:3
 * expect: endless
 * killer: a = [7] * N
 */
int sum_but_sevens(const int *a, int n) {
  int i = 0, sum = 0;
  while (i < n) {
    if (a[i] == 7) continue;
    sum += a[i] & 255;
    i++;
  }
  return sum;
}
