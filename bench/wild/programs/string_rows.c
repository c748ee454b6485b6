/* Exchange sort of an array of pointers to short strings, with strncmp.
 *
 * call: sort_names(char *names[N][3], N)
 * small: 1:4
 * large: 40
 * class: n^2
 * values: names range(3)
 * killer: names = [c for i in range(N) for c in (97, 97, 97 + N - i)]
 */
#include <string.h>

void sort_names(char **names, int n) {
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && strncmp(names[k - 1], names[k], 3) > 0; k--) {
      char *t = names[k];
      names[k] = names[k - 1];
      names[k - 1] = t;
    }
}
