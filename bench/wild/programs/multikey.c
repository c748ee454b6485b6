/* Multikey quicksort (Bentley, Sedgewick) of words of 4 letters.
 *
 * call: sort(char w[4*N] in 97..122, N)
 * small: 1:2
 * large: 50
 * class: n^2
 * values: w range(97, 123)
 * killer: w = [x for i in range(N) for x in (97, 97, 97 + i // 26, 97 + i % 26)]
 */
#include <string.h>
#define LETTERS 4

static void swap(char *a, char *b) {
  char t[LETTERS];
  memcpy(t, a, LETTERS);
  memcpy(a, b, LETTERS);
  memcpy(b, t, LETTERS);
}

static void part(char (*w)[LETTERS], int n, int at) {
  if (n < 2 || at == LETTERS) return;
  int less = 0, i = 0, more = n;
  char pivot = w[0][at];
  while (i < more) {
    if (w[i][at] < pivot)
      swap(w[less++], w[i++]);
    else if (w[i][at] > pivot)
      swap(w[i], w[--more]);
    else
      i++;
  }
  part(w, less, at);
  part(w + less, more - less, at + 1);
  part(w + more, n - more, at);
}

void sort(char *w, int n) {
  part((char(*)[LETTERS])w, n, 0);
}
