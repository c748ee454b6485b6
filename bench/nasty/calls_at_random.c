/* Calls through a table by symbols, 1,000 times. */
#include <nadir.h>
static unsigned f0(unsigned x) { return x + 1; }
static unsigned f1(unsigned x) { return x * 3; }
static unsigned f2(unsigned x) { return x ^ 0x55; }
static unsigned f3(unsigned x) { return x >> 1; }
int main(void) {
  static unsigned (*const all[])(unsigned) = {f0, f1, f2, f3};
  unsigned char v[250];
  unsigned x = 1;
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 1000; i++) x = all[v[i % 250] >> (i & 3) & 3](x);
  return x == 42;
}
