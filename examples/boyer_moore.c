/* boyer_moore.c — finds a string in a text (Boyer and Moore, with both shifts).
 *
 * Symbolic: the N characters of the text; the string is "abc".
 *
 *     nadir worst examples/boyer_moore.c --call 'boyer_moore(char text[N], N, "abc")' --size 3:8 \
 *         --cost block:boyer_moore.c:46
 *
 * Worst: N comparisons of characters (N >= 3), on a text such as bbbbabc: a 'b' under the 'c'
 * allows a shift by one only. */
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

enum { NOT_FOUND = -1 };

/* last[c] is the last place of the character c in the key, -1 if it is not there. */
static void last_make(const char *key, int m, int last[UCHAR_MAX + 1]) {
  for (int c = 0; c <= UCHAR_MAX; c++) last[c] = -1;
  for (int j = 0; j < m; j++) last[(unsigned char)key[j]] = j;
}

/* good[j] is how far the key can be shifted when just key[j..m-1] matches: to the next place at
 * which this suffix stands in the key after another character, or sticks out of it to the left.
 * border[j] is the start of the widest border of key[j..m-1]. */
static void good_make(const char *key, int m, int *good, int *border) {
  for (int j = 0; j <= m; j++) good[j] = 0;
  int j = m, b = m + 1;
  border[j] = b;
  while (j > 0) {
    while (b <= m && key[j - 1] != key[b - 1]) {
      if (good[b] == 0) good[b] = b - j;
      b = border[b];
    }
    border[--j] = --b;
  }
  for (j = 0; j <= m; j++) {
    if (good[j] == 0) good[j] = b;
    if (j == b) b = border[b];
  }
}

/* The length of the shortest beginning of the key behind which all matches; 0: the key is here. */
static int mismatch(const char *text, const char *key, int m) {
  int j = m;
  while (j > 0) {
    if (text[j - 1] != key[j - 1]) break;
    j--;
  }
  return j;
}

/* The first place of the key in the n characters of the text. */
int boyer_moore(const char *text, int n, const char *key) {
  int m = 0;
  while (key[m]) m++;
  int *table = malloc(2 * (m + 1) * sizeof *table);
  if (!table) return NOT_FOUND;
  int *good = table;
  good_make(key, m, good, table + m + 1);
  int last[UCHAR_MAX + 1];
  last_make(key, m, last);

  int found = NOT_FOUND;
  for (int i = 0; found < 0 && i <= n - m;) {
    int j = mismatch(text + i, key, m);
    if (j == 0) {
      found = i;
    } else {
      int bad = j - 1 - last[(unsigned char)text[i + j - 1]];
      i += bad > good[j] ? bad : good[j];
    }
  }
  free(table);
  return found;
}
