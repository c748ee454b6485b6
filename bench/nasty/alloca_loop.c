/* alloca in an endless loop. */
#include <nadir.h>
#include <alloca.h>
int main(void) {
  unsigned char n;
  nadir_symbolic(&n, sizeof n, "n");
  for (;;) {
    volatile char *p = alloca(n + 1);
    p[0] = 1;
  }
}
