/* x^3 + y^3 + z^3 = 42. */
#include <nadir.h>
int main(void) {
  __int128 s = 0;
  long v[3];
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 3; i++) s += (__int128)v[i] * v[i] * v[i];
  return s == 42;
}
