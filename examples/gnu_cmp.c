/* gnu_cmp.c — where two blocks differ, and how many lines lie before, as GNU cmp looks for it:
 * words while they are equal, then bytes; unequal words behind the blocks end the search.
 *
 * Symbolic: the two blocks, N words each (and the words behind them, which are overwritten).
 *
 *     nadir worst examples/gnu_cmp.c \
 *         --call 'cmp_blocks(unsigned long a[N+1], unsigned long b[N+1], N)' --size 1:8 --cost branches
 *
 * Worst: N + 8 branches, when the blocks differ in the last byte alone: N words and the 8 bytes of
 * the last one are compared.  There are 8*N + 1 paths. */
#include <limits.h>
#include <stddef.h>

typedef unsigned long Word;

/* The number of the first line that differs; there is room for one more word in both blocks. */
size_t cmp_blocks(Word *a, Word *b, size_t n) {
  a[n] = 0;
  b[n] = ~a[n];

  size_t line = 1;
  while (*a == *b) {
    Word word = *a;
    for (size_t k = 0; k < sizeof word; k++) {
      line += (unsigned char)word == '\n';
      word >>= CHAR_BIT;
    }
    a++;
    b++;
  }
  const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
  while (*p == *q) {
    line += *p == '\n';
    p++;
    q++;
  }
  return line;
}
