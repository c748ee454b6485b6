/* kmp.c — looks for a pattern in a text (Knuth, Morris and Pratt).
 *
 * Symbolic: the N numbers of the text and the 3 of the pattern.
 *
 *     nadir worst examples/kmp.c --call 'kmp(int text[N], N, int pattern[3], 3)' --size 1:5,100 \
 *         --cost statements
 *
 * Worst: 5*N + 16 statements; the pattern is a a b and the text a ... a x.  There are 8, 18, 42,
 * 93, 205 paths at 1 to 5. */
#include <stddef.h>

/* border[i]: length of the longest proper prefix of the pattern that also ends at i. */
static void find_borders(const int *pattern, size_t m, size_t *border) {
  border[0] = 0;
  size_t k = 0;
  for (size_t i = 1; i < m; i++) {
    while (k > 0 && pattern[i] != pattern[k]) k = border[k - 1];
    if (pattern[i] == pattern[k]) k++;
    border[i] = k;
  }
}

/* Where the pattern begins for the first time; -1 if it does not occur. */
ptrdiff_t kmp(const int *text, size_t n, const int *pattern, size_t m) {
  size_t border[m];
  find_borders(pattern, m, border);
  size_t k = 0;
  for (size_t i = 0; i < n; i++) {
    while (k > 0 && text[i] != pattern[k]) k = border[k - 1];
    if (text[i] == pattern[k]) k++;
    if (k == m) return i + 1 - m;
  }
  return -1;
}
