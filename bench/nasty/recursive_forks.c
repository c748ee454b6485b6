/* Forks below a recursion of 10,000 levels: each state has a deep stack. */
#include <nadir.h>
static int g(const unsigned char *v) {
  int n = 0;
  for (int i = 0; i < 16; i++) n += v[i] > 100;
  return n;
}
static int f(int n, const unsigned char *v) { return n ? f(n - 1, v) + 1 : g(v); }
int main(void) {
  unsigned char v[16];
  nadir_symbolic(v, sizeof v, "v");
  return f(10000, v) & 1;
}
