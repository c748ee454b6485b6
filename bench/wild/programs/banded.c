/* Edit distance of two texts within a band, given up when a row exceeds it.
 *
 * call: distance(char a[N] string, char b[N] string, N)
 * class: n
 * small: 1:4
 * values: a b'ab'; b b'ab'
 * killer: a = b'a' * N; b = b'a' * N
 */
#include <stdlib.h>
#define BAND 3
#define FAR 1000

static int least(int a, int b) {
  return a < b ? a : b;
}

int distance(const char *a, const char *b, int n) {
  int width = 2 * BAND + 1, *row = malloc(width * sizeof *row),
      *next = malloc(width * sizeof *next), result = FAR;
  for (int k = 0; k < width; k++) row[k] = k >= BAND ? k - BAND : FAR;
  for (int i = 1; i <= n; i++) {
    int lowest = FAR;
    for (int k = 0; k < width; k++) {
      int j = i + k - BAND;
      next[k] = FAR;
      if (j < 0 || j > n) continue;
      if (j > 0) next[k] = row[k] + (a[i - 1] != b[j - 1]);
      if (k + 1 < width) next[k] = least(next[k], row[k + 1] + 1);
      if (k > 0) next[k] = least(next[k], next[k - 1] + 1);
      lowest = least(lowest, next[k]);
    }
    int *t = row;
    row = next;
    next = t;
    if (lowest > BAND) goto end;
  }
  result = row[BAND];
end:
  free(row);
  free(next);
  return result;
}
