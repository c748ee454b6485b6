/* Roots, quotients and sums of symbolic doubles. */
#include <nadir.h>
int main(void) {
  double v[8], s = 1;
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 8; i++) {
    s = s * v[i] + 1 / (v[i] * v[i] + s);
    if (s > 1e100) s /= 3;
    if (s == 0.1) return 1;
  }
  return s < 0;
}
