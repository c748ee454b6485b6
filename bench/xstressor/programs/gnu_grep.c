/* gnu_grep.c — the search of GNU grep in the form that the XSTRESSOR paper measures.
 *
 * Symbolic: the N characters of the text; the string is "abc".
 *
 *     nadir worst bench/xstressor/programs/gnu_grep.c --call 'bm_exec(char text[N], N)' \
 *         --size 3:8 --cost target
 *
 * Worst: N comparisons (N >= 3): a 'b' wherever it is compared with 'c', which goes on by one, then
 * 'c', 'b', and a last comparison with 'a'.
 *
 * Differs from examples/gnu_grep.c: after a mismatch the larger of two tables says how far to go
 * on, as in Boyer and Moore's paper: delta1 by the character, delta2 by the place in the string. */
#include <limits.h>
#include <nadir.h>

enum { LENGTH = 3, NOT_FOUND = -1 };

int bm_exec(const char *text, int n) {
  const char *key = "abc";
  int delta1[UCHAR_MAX + 1], delta2[LENGTH] = {5, 4, 1};
  for (int c = 0; c <= UCHAR_MAX; c++) delta1[c] = LENGTH;
  for (int j = 0; j < LENGTH; j++) delta1[(unsigned char)key[j]] = LENGTH - 1 - j;

  for (int i = LENGTH - 1; i < n;) {
    int j = LENGTH - 1;
    while (1) {
      nadir_target();
      if (text[i] != key[j]) break;
      if (j == 0) return i;
      i--;
      j--;
    }
    int by_character = delta1[(unsigned char)text[i]];
    i += by_character > delta2[j] ? by_character : delta2[j];
  }
  return NOT_FOUND;
}
