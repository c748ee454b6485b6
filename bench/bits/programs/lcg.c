/* lcg.c — which seed of a linear congruential generator gives these N outputs of 15 bits? */
#include <nadir.h>
#include <stdint.h>

int main(void) {
  uint32_t seed, x, secret = 20231117;
  nadir_symbolic(&seed, sizeof seed, "seed");
  x = seed;
  for (int i = 0; i < N; i++) {
    x = x * 1103515245 + 12345;
    secret = secret * 1103515245 + 12345;
    if ((x >> 16 & 0x7fff) != (secret >> 16 & 0x7fff)) return 1;
  }
  return 0;
}
