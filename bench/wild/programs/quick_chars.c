/* Three-way quick sort of the characters of a text.
 *
 * call: sort_chars(char s[N] string)
 * small: 1:6
 * class: n^2
 * values: s range(97, 97 + N)
 * killer: s = list(range(1, N + 1))
 */
#include <string.h>

static void sort_range(unsigned char *s, long low, long high) {
  if (low >= high) return;
  long lt = low, gt = high, i = low + 1;
  unsigned char pivot = s[low];
  while (i <= gt) {
    unsigned char c = s[i];
    if (c < pivot) {
      s[i++] = s[lt];
      s[lt++] = c;
    } else if (c > pivot) {
      s[i] = s[gt];
      s[gt--] = c;
    } else {
      i++;
    }
  }
  sort_range(s, low, lt - 1);
  sort_range(s, gt + 1, high);
}

void sort_chars(char *s) { sort_range((unsigned char *)s, 0, (long)strlen(s) - 1); }
