/* A macro that expands to 2^36 tokens: the compiler never ends. */
#include <nadir.h>
#define A(x) x x x x x x x x
#define B(x) A(A(A(A(x))))
int main(void) {
  int n = 0;
  B(B(B(n++;)))
  return n;
}
