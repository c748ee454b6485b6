/* Structs of 256 KB that are passed and returned by value in a loop with forks. */
#include <nadir.h>
struct large { unsigned v[1 << 16]; };
static struct large turn(struct large x, unsigned i) {
  x.v[i & 0xffff] += x.v[(i * 7) & 0xffff] > 5 ? 1 : 2;
  return x;
}
int main(void) {
  static struct large x;
  nadir_symbolic(&x, 64, "x");
  for (unsigned i = 0; i < 100000; i++) x = turn(x, i);
  return (int)x.v[3];
}
