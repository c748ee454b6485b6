/* Ackermann's function of symbolic arguments. */
#include <nadir.h>
static unsigned a(unsigned m, unsigned n) { return !m ? n + 1 : !n ? a(m - 1, 1) : a(m - 1, a(m, n - 1)); }
int main(void) {
  unsigned char m, n;
  nadir_symbolic(&m, sizeof m, "m");
  nadir_symbolic(&n, sizeof n, "n");
  return (int)a(m % 5, n % 12);
}
