/* 20,000 global variables, and pointers to all of them. */
#include <nadir.h>
#define G1(n) int g##n = n % 17;
#define G10(n) G1(n##0) G1(n##1) G1(n##2) G1(n##3) G1(n##4) G1(n##5) G1(n##6) G1(n##7) G1(n##8) G1(n##9)
#define G100(n) G10(n##0) G10(n##1) G10(n##2) G10(n##3) G10(n##4) G10(n##5) G10(n##6) G10(n##7) G10(n##8) G10(n##9)
#define G1000(n) G100(n##0) G100(n##1) G100(n##2) G100(n##3) G100(n##4) G100(n##5) G100(n##6) G100(n##7) G100(n##8) G100(n##9)
#define G20000 G1000(1) G1000(2) G1000(3) G1000(4) G1000(5) G1000(6) G1000(7) G1000(8) G1000(9) G1000(10) \
  G1000(11) G1000(12) G1000(13) G1000(14) G1000(15) G1000(16) G1000(17) G1000(18) G1000(19) G1000(20)
G20000
#undef G1
#define G1(n) &g##n,
static int *const all[] = {G20000};
int main(void) {
  unsigned short k;
  nadir_symbolic(&k, sizeof k, "k");
  if (k >= 20000) return 0;
  return *all[k] == 16;
}
