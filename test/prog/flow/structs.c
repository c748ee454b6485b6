// Structs by value: in registers, in memory, returned, nested, copied, compared.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>
#include <string.h>

typedef struct Small {
  char a;
  short b;
} Small;
typedef struct Mixed {
  double x;
  int n;
} Mixed;
typedef struct Floats {
  float x, y, z;
} Floats;
typedef struct Big {
  int a[10];
  Small inner;
} Big;

static Small small(Small s, int k) { return (Small){(char)(s.a + k), (short)(s.b * k)}; }
static Mixed mixed(Mixed m) { return (Mixed){m.x * m.n, m.n + 1}; }
static Floats floats(Floats f) { return (Floats){f.z, f.x, f.y}; }
static Big big(Big b, int k) {
  for (int i = 0; i < 10; i++) b.a[i] += k;
  b.inner = small(b.inner, k);
  return b;
}
static int by_pointer(const Big *b) { return b->a[9] + b->inner.b; }

int main(void) {
  Small s = small((Small){1, 2}, 3);
  Mixed m = mixed(mixed((Mixed){1.5, 4}));
  Floats f = floats((Floats){1, 2, 3});
  Big b = {{1, 2, 3}, {4, 5}}, c = big(b, 10);
  printf("%d %d %g %d %g %g %g\n", s.a, s.b, m.x, m.n, f.x, f.y, f.z);
  printf("%d %d %d %d %d\n", b.a[0], c.a[0], c.a[9], c.inner.a, by_pointer(&c));
  printf("%d\n", big(big(b, 1), 2).a[2]);
  Big d = c;
  d.a[3]++;
  printf("%d %d\n", memcmp(&c, &c, sizeof c), d.a[3] - c.a[3]);
  struct {
    Big row[2];
  } both = {{b, c}};
  printf("%d %zu\n", both.row[1].inner.b, sizeof both);
  return 0;
}
