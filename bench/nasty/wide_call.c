/* A function of 2,000 parameters that is called with a symbol. */
#include <nadir.h>
#define P1(n) int a##n,
#define P10(n) P1(n##0) P1(n##1) P1(n##2) P1(n##3) P1(n##4) P1(n##5) P1(n##6) P1(n##7) P1(n##8) P1(n##9)
#define P100(n) P10(n##0) P10(n##1) P10(n##2) P10(n##3) P10(n##4) P10(n##5) P10(n##6) P10(n##7) P10(n##8) P10(n##9)
#define A10 x, x, x, x, x, x, x, x, x, x,
#define A100 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10
static int f(P100(1) P100(2) P100(3) P100(4) P100(5) P100(6) P100(7) P100(8) P100(9) P100(10) int n) {
  return n ? a1000 + a999 : a100;
}

int main(void) {
  int x, n = 0;
  nadir_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 100000; i++) n += f(A100 A100 A100 A100 A100 A100 A100 A100 A100 A100 i & 1);
  return n == 3;
}
