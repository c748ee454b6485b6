/* Products of symbols of 4,096 bits. */
#include <nadir.h>
int main(void) {
  unsigned _BitInt(4096) a, b;
  nadir_symbolic(&a, sizeof a, "a");
  nadir_symbolic(&b, sizeof b, "b");
  return a * b == 15 && a > 3;
}
