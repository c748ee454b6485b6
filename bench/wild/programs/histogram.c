/* The largest rectangle under a histogram, from each bar to both sides.
 *
 * call: rectangle(unsigned char h[N], N)
 * class: n^2
 * small: 1:6
 * killer: h = [1] * N
 */
int rectangle(const unsigned char *h, int n) {
  int best = 0;
  for (int i = 0; i < n; i++) {
    int left = i, right = i;
    while (left > 0 && h[left - 1] >= h[i]) left--;
    while (right + 1 < n && h[right + 1] >= h[i]) right++;
    int area = h[i] * (right - left + 1);
    if (area > best) best = area;
  }
  return best;
}
