// Bit-fields wrap and extend by their own width, and share their words with their neighbours.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>
#include <string.h>

typedef struct Fields {
  unsigned a : 1, b : 3, c : 12;
  int d : 5;
  unsigned long e : 40;
  int : 0;
  signed char f : 2;
  _Bool g : 1;
} Fields;

static void print(const Fields *x) {
  printf("%u %u %u %d %lu %d %d\n", x->a, x->b, x->c, x->d, (unsigned long)x->e, x->f, x->g);
}

int main(void) {
  Fields x;
  memset(&x, 0, sizeof x);
  print(&x);
  volatile int v = 27;
  x.a = v;
  x.b = v;
  x.c = -v;
  x.d = v;
  x.e = -1;
  x.f = v;
  x.g = v;
  print(&x);
  x.b++;
  x.c += 100;
  x.d--;
  x.e <<= 4;
  x.f ^= 1;
  x.g = 0;
  print(&x);
  printf("%d %d\n", (x.b += 7), x.d < x.b);
  const unsigned char *bytes = (const unsigned char *)&x;
  for (unsigned i = 0; i < 9; i++) printf("%02x", bytes[i]);
  printf(" %zu\n", sizeof x);
  return 0;
}
