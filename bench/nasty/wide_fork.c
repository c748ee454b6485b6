/* A fork of 65,536 sides by an index into pointers. */
#include <nadir.h>
static int a[65536], *p[65536];
int main(void) {
  unsigned short i;
  for (int k = 0; k < 65536; k++) p[k] = &a[65535 - k];
  nadir_symbolic(&i, sizeof i, "i");
  *p[i] = 7;
  return *p[(unsigned short)(i * 3 + 1)] == 7;
}
