/* A struct of 200 levels, each with an array of the last. */
#include <nadir.h>
struct s0 { int a; };
#define T(n, m) struct s##n { struct s##m a[1], *p; };
#define T10(d, e) T(d##1, e) T(d##2, d##1) T(d##3, d##2) T(d##4, d##3) T(d##5, d##4) T(d##6, d##5) T(d##7, d##6) T(d##8, d##7) T(d##9, d##8) T(d##10, d##9)
T10(a, 0) T10(b, a10) T10(c, b10) T10(d, c10) T10(e, d10) T10(f, e10) T10(g, f10) T10(h, g10) T10(i, h10) T10(j, i10)
T10(k, j10) T10(l, k10) T10(m, l10) T10(n, m10) T10(o, n10) T10(q, o10) T10(r, q10) T10(t, r10) T10(u, t10) T10(v, u10)
int main(void) {
  static struct sv10 x[100];
  unsigned char i;
  nadir_symbolic(x, sizeof x, "x");
  nadir_symbolic(&i, sizeof i, "i");
  int *p = (int *)&x[i % 100];
  return *p == 5 && p[1] == 6;
}
