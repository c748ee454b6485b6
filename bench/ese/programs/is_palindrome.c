/* is_palindrome.c — ESE's is_palindrome (its listing 1).  The plain program is
 * examples/is_palindrome.c.
 *
 * Symbolic: the N numbers.
 *
 *     nadir worst bench/ese/programs/is_palindrome.c --call 'is_palindrome(int l[N], N)' \
 *         --size 1:8,10,50,75,100 --cost statements
 *
 * Differs: the loop goes on to the end, so that each pair is compared twice and a number in the
 * middle with itself.  Each line is one of the Python program.
 * Worst: 2*N + 2, as in the paper: 22, 102, 152, 202 at 10, 50, 75, 100.  There are floor(N/2) + 1
 * paths. */
#include <stdbool.h>
#include <stddef.h>

bool is_palindrome(const int *l, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (l[i] != l[n - 1 - i])
      return false;
  return true;
}
