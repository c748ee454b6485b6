/* Local arrays of 8 MB in a recursion that is limited by a symbol. */
#include <nadir.h>
static int f(unsigned n) {
  volatile char room[8 << 20];
  room[n] = 1;
  return n ? f(n - 1) + room[n] : room[0];
}
int main(void) {
  unsigned char n;
  nadir_symbolic(&n, sizeof n, "n");
  return f(n);
}
