/* gnu_cmp.c — the comparison of GNU cmp in the form that the XSTRESSOR paper measures.
 *
 * Symbolic: two blocks of N words, of which the last differ.
 *
 *     nadir worst bench/xstressor/programs/gnu_cmp.c --size 1:6 --cost target
 *
 * Worst: 8*(N - 1) executions of the loop that counts line ends in equal words, when only the last
 * words differ.  There are 8*N paths.
 *
 * Differs from examples/gnu_cmp.c: there are no words behind the blocks that end the search;
 * instead it is assumed that the last words are not equal, which ends the search and leaves every
 * path of blocks that differ somewhere; and only the target block of the paper is counted. */
#include <limits.h>
#include <nadir.h>
#include <stdlib.h>

typedef unsigned long Word;

static size_t compare_and_count(const Word *a, const Word *b) {
  size_t n_lines = 0;
  for (; *a == *b; a++, b++) {
    Word word = *a;
    for (size_t k = 0; k < sizeof word; k++) {
      nadir_target();
      n_lines += (unsigned char)word == '\n';
      word >>= CHAR_BIT;
    }
  }
  const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
  for (; *p == *q; p++, q++) n_lines += *p == '\n';
  return n_lines;
}

int main(void) {
  size_t n = nadir_size();
  Word *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  if (!a || !b) exit(1);
  nadir_symbolic(a, n * sizeof *a, "a");
  nadir_symbolic(b, n * sizeof *b, "b");
  nadir_assume(a[n - 1] != b[n - 1]);
  compare_and_count(a, b);
  free(a);
  free(b);
  return 0;
}
