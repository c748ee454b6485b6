/* Follows links from place to place until one says stop: in a circle only the overflow of the length ends it.
 *
 * call: follow(int next[N] in -1..N-1, N)
 * small: 1:3
 * large: 20
 * expect: long
 * killer: next = [0] * N
 */
int follow(const int *next, int n) {
  int length = 0;
  for (int at = 0; at >= 0 && at < n; at = next[at]) length++;
  return length;
}
