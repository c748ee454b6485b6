/* xorshift.c — which seed gives this number after N steps of a xorshift generator? */
#include <nadir.h>
#include <stdint.h>

int main(void) {
  uint64_t x;
  nadir_symbolic(&x, sizeof x, "seed");
  for (int i = 0; i < N; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  if (x == 0x0123456789abcdef) return 1;
  return 0;
}
