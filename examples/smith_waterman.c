/* smith_waterman.c — the score of the best local alignment of two strings (Smith and Waterman).
 *
 * Symbolic: the N characters of a; b is "abc".
 *
 *     nadir worst examples/smith_waterman.c --call 'smith_waterman(char a[N], N, "abc")' \
 *         --size 1:5,100 --cost branches
 *
 * Worst: 3*N branches, one for each pair of characters, on every one of the 4^N paths. */
#include <stddef.h>
#include <stdlib.h>

enum { MATCH = 2, MISMATCH = -1, GAP = -1 };

static int max(int x, int y) {
  return x > y ? x : y;
}

/* The matrix is filled row by row; one row is kept, and the entry to the upper left. */
int smith_waterman(const char *a, size_t n, const char *b) {
  size_t m = 0;
  while (b[m]) m++;
  int *row = calloc(m + 1, sizeof *row);
  if (!row) return -1;

  int best = 0;
  for (size_t i = 0; i < n; i++) {
    int diagonal = 0;
    for (size_t j = 1; j <= m; j++) {
      int score = a[i] == b[j - 1] ? MATCH : MISMATCH;
      int here = max(diagonal + score, max(row[j], row[j - 1]) + GAP);
      diagonal = row[j];
      row[j] = max(here, 0);
      best = max(best, row[j]);
    }
  }
  free(row);
  return best;
}
