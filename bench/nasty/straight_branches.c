/* 20,000 branches in a row, each with a symbol: as many paths as there are atoms. */
#include <nadir.h>
#define R10(x) x x x x x x x x x x
#define R100(x) R10(R10(x))
#define R1000(x) R10(R100(x))
#define R10000(x) R10(R1000(x))

int main(void) {
  unsigned x, n = 0;
  nadir_symbolic(&x, sizeof x, "x");
  R10000(n += 3; if ((x ^ n) & 16) n++; if ((x + n) % 7 == 3) n += 2;)
  return n & 1;
}
