/* Every path is long before it decides: many paths of more than 10,000,000 instructions. */
#include <nadir.h>
int main(void) {
  volatile unsigned long n = 0;
  unsigned char v[64];
  nadir_symbolic(v, sizeof v, "v");
  while (n < 2500000) n++;
  for (unsigned i = 0;; i++)
    if (v[i % 64] > i % 256) n++;
}
