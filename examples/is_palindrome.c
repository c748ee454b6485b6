/* is_palindrome.c — does a list read the same from both ends?
 *
 * Symbolic: the N numbers.
 *
 *     nadir worst examples/is_palindrome.c --call 'is_palindrome(int list[N], N)' --size 1:8,100 \
 *         --cost statements
 *
 * Worst: 2*floor(N/2) + 2 statements, on a palindrome.  There are floor(N/2) + 1 paths. */
#include <stdbool.h>
#include <stddef.h>

bool is_palindrome(const int *list, size_t n) {
  for (size_t i = 0; i < n / 2; i++)
    if (list[i] != list[n - 1 - i]) return false;
  return true;
}
