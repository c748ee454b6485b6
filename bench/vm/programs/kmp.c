/* kmp.c — paths: Knuth, Morris and Pratt's search for a pattern of 3 numbers in N, all of them
 * symbolic; every place where it occurs is counted. */
#include <nadir.h>

enum { M = 3 };

static void fill_borders(const int *pattern, int *border) {
  border[0] = 0;
  for (int i = 1, k = 0; i < M; i++) {
    while (k > 0 && pattern[i] != pattern[k]) k = border[k - 1];
    if (pattern[i] == pattern[k]) k++;
    border[i] = k;
  }
}

static int count(const int *text, const int *pattern) {
  int border[M], n_found = 0;
  fill_borders(pattern, border);
  for (int i = 0, k = 0; i < N; i++) {
    while (k > 0 && text[i] != pattern[k]) k = border[k - 1];
    if (text[i] == pattern[k]) k++;
    if (k < M) continue;
    n_found++;
    k = border[k - 1];
  }
  return n_found;
}

int main(void) {
  int text[N], pattern[M];
  nadir_symbolic(text, sizeof text, "text");
  nadir_symbolic(pattern, sizeof pattern, "pattern");
  return count(text, pattern) > 0;
}
