/* An expression of 3,000 levels of parentheses. */
#include <nadir.h>
#define D1(x) (1 + (x) * 3)
#define D10(x) D1(D1(D1(D1(D1(D1(D1(D1(D1(D1(x))))))))))
#define D100(x) D10(D10(D10(D10(D10(D10(D10(D10(D10(D10(x))))))))))
int main(void) {
  unsigned x;
  nadir_symbolic(&x, sizeof x, "x");
  return D100(D10(D10(x))) == 4711;
}
