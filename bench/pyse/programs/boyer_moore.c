/* boyer_moore.c — the Boyer-Moore search that the PySE paper's Boyer-Moore benchmark counts.
 *
 * Symbolic: the N characters of the text; the string is "abc".
 *
 *     nadir worst bench/pyse/programs/boyer_moore.c --call 'boyer_moore(char text[N], N)' \
 *         --size 3:10,20 --cost branches
 *
 * Worst: 3*k branches, k = floor(N/3).  With both sides of every branch counted, possible or not,
 * there are (3^(k+1) - 1)/2 paths, none of them impossible.
 *
 * Differs from examples/boyer_moore.c: in the paper's Python the character of the text is an object
 * that no dictionary has, so the look-up in the table of bad characters always misses, and for
 * three different letters the key is then always shifted by three.  Here it is left out. */

enum { NOT_FOUND = -1, LENGTH = 3, SHIFT = 3 };

int boyer_moore(const char *text, int n) {
  const char *key = "abc";
  for (int i = 0; i <= n - LENGTH; i += SHIFT) {
    int j = LENGTH - 1;
    while (j >= 0 && text[i + j] == key[j]) j--;
    if (j < 0) return i;
  }
  return NOT_FOUND;
}
