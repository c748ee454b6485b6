/* A recursion that never ends, and forks at each level. */
#include <nadir.h>
static unsigned f(const unsigned char *v, unsigned n) { return v[n % 16] > n % 251 ? f(v, n + 1) + 1 : f(v, n + 2); }
int main(void) {
  unsigned char v[16];
  nadir_symbolic(v, sizeof v, "v");
  return (int)f(v, 0);
}
