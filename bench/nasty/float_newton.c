/* Newton's method on a symbolic double. */
#include <nadir.h>
int main(void) {
  double a, x = 1;
  nadir_symbolic(&a, sizeof a, "a");
  if (!(a > 0 && a < 1e6)) return 0;
  for (int i = 0; i < 60; i++) {
    double y = (x + a / x) / 2;
    if (y == x) return i;
    x = y;
  }
  return 99;
}
