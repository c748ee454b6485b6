/* gcd.c — Euclid's algorithm on two words of 16 bits, at most N steps. */
#include <nadir.h>
#include <stdint.h>

int main(void) {
  uint16_t a, b;
  nadir_symbolic(&a, sizeof a, "a");
  nadir_symbolic(&b, sizeof b, "b");
  for (int i = 0; i < N && b; i++) {
    uint16_t r = a % b;
    a = b;
    b = r;
  }
  if (b == 0 && a == 7) return 1;
  return 0;
}
