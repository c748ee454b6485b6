/* A product of two symbols of 64 bits is a product of two primes. */
#include <nadir.h>
int main(void) {
  unsigned long a, b;
  nadir_symbolic(&a, sizeof a, "a");
  nadir_symbolic(&b, sizeof b, "b");
  if (a < 2 || b < 2 || a >> 32 || b >> 32) return 0;
  return a * b == 4294967291ul * 4294967279ul;
}
