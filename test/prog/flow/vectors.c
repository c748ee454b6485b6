// Vectors of gcc: lanes computed, compared, shuffled, converted and stored.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

typedef int Ints __attribute__((vector_size(16)));
typedef unsigned char Bytes __attribute__((vector_size(8)));
typedef float Floats __attribute__((vector_size(16)));
typedef short Shorts __attribute__((vector_size(8)));

static Ints clamp(Ints x, int most) {
  Ints over = x > most;
  return (over & most) | (~over & x);
}

int main(void) {
  volatile int k = 3;
  Ints a = {1, -2, 3, -4}, b = {10, 20, 30, 40}, c = a * k + b;
  c[2] <<= k;
  Ints d = clamp(c, 50), e = c / a, s = c >> 1;
  Bytes u = {250, 251, 252, 253, 254, 255, 0, 1};
  Bytes v = u + (unsigned char)(k * 2), w = __builtin_shufflevector(u, v, 7, 8, 0, 15, 1, 2, 3, 4);
  Floats f = __builtin_convertvector(b, Floats) / 4;
  Shorts n = __builtin_convertvector(c, Shorts);
  for (int i = 0; i < 4; i++) printf("%d %d %d %d %g %d\n", c[i], d[i], e[i], s[i], f[i], n[i]);
  for (int i = 0; i < 8; i++) printf("%d %d, ", v[i], w[i]);
  Ints many = f > 5;
  Floats g = (Floats)((Ints)f ^ (many & (int)0x80000000));
  Ints rotated = __builtin_shufflevector(a, a, 1, 2, 3, 0);
  printf("\n%g %g %d %d\n", g[0], g[3], rotated[k], (a == rotated)[0]);
  return 0;
}
