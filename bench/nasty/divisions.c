/* Divisions and remainders of symbols by symbols, 50 in a row. */
#include <nadir.h>
int main(void) {
  unsigned long x, y, n = 0;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&y, sizeof y, "y");
  for (int i = 0; i < 50; i++) {
    if (!(y | 1)) return 0;
    x = x % (y | 1) * 31 + x / (y | 1);
    y = y * x + 7;
    if ((x ^ y) % 97 == 13) n++;
  }
  return n == 5;
}
