/* 10,000 functions, each with a branch. */
#include <nadir.h>
#define F1(n) static int f##n(int x) { return x > n ? x - n : n - x; }
#define F10(n) F1(n##0) F1(n##1) F1(n##2) F1(n##3) F1(n##4) F1(n##5) F1(n##6) F1(n##7) F1(n##8) F1(n##9)
#define F100(n) F10(n##0) F10(n##1) F10(n##2) F10(n##3) F10(n##4) F10(n##5) F10(n##6) F10(n##7) F10(n##8) F10(n##9)
#define F1000(n) F100(n##0) F100(n##1) F100(n##2) F100(n##3) F100(n##4) F100(n##5) F100(n##6) F100(n##7) F100(n##8) F100(n##9)
#define F10000 F1000(1) F1000(2) F1000(3) F1000(4) F1000(5) F1000(6) F1000(7) F1000(8) F1000(9) F1000(10)
F10000
#undef F1
#define F1(n) f##n,
static int (*const all[])(int) = {F10000};
int main(void) {
  int x;
  unsigned short k;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&k, sizeof k, "k");
  return all[k % 10000](x) == 77;
}
