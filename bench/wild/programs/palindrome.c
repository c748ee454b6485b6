/* The longest palindrome, from each middle outwards.
 *
 * call: longest(char s[N] string, N)
 * small: 1:6
 * class: n^2
 * values: s b'ab'
 * killer: s = b'a' * N
 */
static int around(const char *s, int n, int left, int right) {
  while (left >= 0 && right < n && s[left] == s[right]) {
    left--;
    right++;
  }
  return right - left - 1;
}

int longest(const char *s, int n) {
  int best = 0;
  for (int i = 0; i < n; i++) {
    int odd = around(s, n, i, i), even = around(s, n, i, i + 1);
    if (odd > best) best = odd;
    if (even > best) best = even;
  }
  return best;
}
