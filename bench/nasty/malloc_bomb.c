/* Allocates for ever, and writes to all of it. */
#include <nadir.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char x;
  nadir_symbolic(&x, sizeof x, "x");
  for (;;) {
    char *p = malloc(1 << 20);
    if (!p) continue;
    memset(p, x, 1 << 20);
  }
}
