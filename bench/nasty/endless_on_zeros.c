/* Never ends on zeros; with any other input it does. */
#include <nadir.h>
int main(void) {
  unsigned x, n = nadir_size(), s = 0;
  unsigned v[128];
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(v, sizeof v, "v");
  for (unsigned i = 0; i < n && i < 128; i++) s += v[i] > 5;
  while (!x) s = s * 5 + 1;
  return (int)s;
}
