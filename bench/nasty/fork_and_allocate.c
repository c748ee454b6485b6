/* Each side of each of 40 branches allocates 1 MB of its own. */
#include <nadir.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char v[40];
  int n = 0;
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 40; i++) {
    char *p = malloc(1 << 20);
    memset(p, v[i] > 100 ? 1 : 2, 1 << 20);
    n += p[i];
  }
  return n == 60;
}
