/* kmp.c — ESE's kmp.  The plain program is examples/kmp.c.
 *
 * Symbolic: the N numbers of the text and the 3 of the pattern.
 *
 *     nadir worst bench/ese/programs/kmp.c --call 'kmp(int text[N], N, int pattern[3])' \
 *         --size 1:5,10,50,75,100 --cost statements
 *
 * Differs: each line is one of the Python program.  The paper does not show it; its figures are
 * those of one that falls back at most once at each place while it makes the table, which is enough
 * for a pattern of 3.
 * Worst from N = 2: 7*N + 13, as in the paper: 83, 363, 538, 713 at 10, 50, 75, 100; the pattern is
 * a a b and the text a ... a x. */
#include <stddef.h>

enum { M = 3 };

ptrdiff_t kmp(const int *text, size_t n, const int *pattern) {
  size_t fail[M] = {0};
  size_t j = 0;
  for (size_t i = 1; i < M; i++) {
    if (j > 0 && pattern[i] != pattern[j])
      j = fail[j - 1];
    if (pattern[i] == pattern[j])
      j++;
    fail[i] = j;
  }
  j = 0;
  for (size_t i = 0; i < n; i++) {
    while (j > 0 && text[i] != pattern[j])
      j = fail[j - 1];
    if (text[i] == pattern[j])
      j++;
    if (j == M)
      return i - j + 1;
  }
  return -1;
}
