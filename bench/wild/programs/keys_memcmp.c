/* Insertion sort of fixed-size keys compared with memcmp.
 *
 * call: sort_keys(unsigned char keys[N][4], N)
 * small: 1:4
 * class: n^2
 * values: keys range(2)
 * killer: keys = [b for i in range(N) for b in (0, 0, 0, N - i)]
 */
#include <string.h>

#define KEY 4

void sort_keys(unsigned char (*keys)[KEY], int n) {
  unsigned char moving[KEY];
  for (int i = 1; i < n; i++) {
    memcpy(moving, keys[i], KEY);
    int k = i;
    while (k > 0 && memcmp(moving, keys[k - 1], KEY) < 0) {
      memcpy(keys[k], keys[k - 1], KEY);
      k--;
    }
    memcpy(keys[k], moving, KEY);
  }
}
