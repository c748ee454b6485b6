/* Decides by memory that was never written, 10,000 times. */
#include <nadir.h>
#include <stdlib.h>
int main(void) {
  unsigned char *p = malloc(10000);
  unsigned n = 0;
  for (int i = 0; p && i < 10000; i++) n += p[i] > 7;
  return (int)n;
}
