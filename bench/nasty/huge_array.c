/* Writes 1 GB, byte by byte. */
#include <nadir.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  unsigned long n = 1ul << 30;
  nadir_symbolic(&x, sizeof x, "x");
  unsigned char *p = malloc(n);
  for (unsigned long i = 0; p && i < n; i++) p[i] = (unsigned char)(i + x);
  return p && p[n - 1] == x;
}
