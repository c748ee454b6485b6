/* A term of 100,000 nodes in one condition. */
#include <nadir.h>
int main(void) {
  unsigned x, y;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&y, sizeof y, "y");
  for (int i = 0; i < 30000; i++) x = (x << 5 | x >> 27) * y + (y ^ (unsigned)i), y += x >> 3;
  if (x == 77) return 1;
  if (y == 78) return 2;
  return x == y;
}
