/* An input of 64 MB. */
#include <nadir.h>
static unsigned char v[64 << 20];
int main(void) {
  unsigned n = 0;
  nadir_symbolic(v, sizeof v, "v");
  for (unsigned i = 0; i < sizeof v; i += 4096) n += v[i] > 3;
  return n == 7;
}
