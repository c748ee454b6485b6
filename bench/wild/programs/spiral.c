/* A matrix read in a spiral: no condition depends on its numbers.
 *
 * call: spiral(int m[N*N], N)
 * class: n^2
 * small: 1:2
 * large: 20
 * values: m range(2)
 * killer: m = [0] * (N * N)
 */
int spiral(const int *m, int n) {
  int top = 0, bottom = n - 1, left = 0, right = n - 1, hash = 0;
  while (top <= bottom && left <= right) {
    for (int j = left; j <= right; j++) hash = hash * 31 + m[top * n + j] % 7;
    top++;
    for (int i = top; i <= bottom; i++) hash = hash * 31 + m[i * n + right] % 7;
    right--;
    if (top <= bottom) {
      for (int j = right; j >= left; j--) hash = hash * 31 + m[bottom * n + j] % 7;
      bottom--;
    }
    if (left <= right) {
      for (int i = bottom; i >= top; i--) hash = hash * 31 + m[i * n + left] % 7;
      left++;
    }
  }
  return hash;
}
