/* A straight line of 100,000 statements: compiling, lowering and reporting take long. */
#include <nadir.h>
#define R10(x) x x x x x x x x x x
#define R100(x) R10(R10(x))
#define R1000(x) R10(R100(x))
#define R10000(x) R10(R1000(x))

int main(void) {
  unsigned x;
  nadir_symbolic(&x, sizeof x, "x");
  R10000(x = x * 3 + 1; x ^= x >> 3; x += 7; x -= 2; x |= 1; x &= ~2u; x += x << 1; x ^= 5; x += 9; x--;)
  return x == 12345;
}
