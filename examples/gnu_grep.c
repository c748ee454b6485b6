/* gnu_grep.c — finds a string in a text as GNU grep does when there is only one: Boyer and Moore's
 * search, with one table for the character under the end of the string, and one distance for all
 * cases in which that character matched.
 *
 * Symbolic: the N characters of the text; the string is "abc".
 *
 *     nadir worst examples/gnu_grep.c --call 'bm_exec(char text[N], N, "abc")' --size 3:8 \
 *         --cost block:gnu_grep.c:41
 *
 * Worst: N - 3 steps (N >= 4), on a text of 'b's: each allows to go on by one only. */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* step[c] is how far the key can go on when the character c is under its end: to bring the last c
 * of the key there. */
static void steps_make(const char *key, size_t m, size_t step[UCHAR_MAX + 1]) {
  for (int c = 0; c <= UCHAR_MAX; c++) step[c] = m;
  for (size_t i = 0; i < m; i++) step[(unsigned char)key[i]] = m - 1 - i;
}

/* How far the key can go on when its last character stood under its end. */
static size_t repeat_of_end(const char *key, size_t m) {
  size_t distance = 1;
  while (distance < m && key[m - 1 - distance] != key[m - 1]) distance++;
  return distance;
}

/* The first place of the key, which is not empty, in the n characters of the text, or SIZE_MAX. */
size_t bm_exec(const char *text, size_t n, const char *key) {
  size_t m = 0, step[UCHAR_MAX + 1];
  while (key[m]) m++;
  if (m > n) return SIZE_MAX;
  steps_make(key, m, step);
  size_t again = repeat_of_end(key, m);

  size_t end = m; /* the end of the key, in the text */
  size_t go = step[(unsigned char)text[end - 1]];
  while (go <= n - end) {
    end += go;
    go = step[(unsigned char)text[end - 1]];
    if (go > 0) continue;
    size_t i = 2;
    while (i <= m && text[end - i] == key[m - i]) i++;
    if (i > m) return end - m;
    go = again;
  }
  return SIZE_MAX;
}
