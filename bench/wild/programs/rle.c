/* Run-length coding of bytes.
 *
 * call: rle(unsigned char in[N], N)
 * class: n
 * values: in range(3)
 * killer: in_ = [i % 2 for i in range(N)]
 */
#include <stdlib.h>

int rle(const unsigned char *in, int n) {
  unsigned char *out = malloc(2 * n + 2);
  int used = 0;
  for (int i = 0; i < n;) {
    int run = 1;
    while (i + run < n && run < 255 && in[i + run] == in[i]) run++;
    out[used++] = (unsigned char)run;
    out[used++] = in[i];
    i += run;
  }
  free(out);
  return used;
}
