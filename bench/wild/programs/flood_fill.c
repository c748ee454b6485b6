/* Flood fill of a picture, recursively.
 *
 * call: flood(unsigned char picture[N*N] in 0..3, N)
 * small: 1:3
 * large: 20
 * class: n^2
 * values: picture range(2)
 * killer: picture = [1] * (N * N)
 */
static int fill(unsigned char *at, int n, int x, int y, unsigned char old, unsigned char new) {
  if (x < 0 || y < 0 || x >= n || y >= n || at[y * n + x] != old) return 0;
  at[y * n + x] = new;
  return 1 + fill(at, n, x + 1, y, old, new) + fill(at, n, x - 1, y, old, new) +
         fill(at, n, x, y + 1, old, new) + fill(at, n, x, y - 1, old, new);
}

int flood(unsigned char *picture, int n) { return fill(picture, n, 0, 0, picture[0], 4); }
