/* setjmp and longjmp in an endless loop with a fork in each round. */
#include <nadir.h>
#include <setjmp.h>
static jmp_buf at;
int main(void) {
  volatile unsigned n = 0;
  unsigned char v[64];
  nadir_symbolic(v, sizeof v, "v");
  setjmp(at);
  n++;
  if (v[n & 63] > 7) longjmp(at, 1);
  longjmp(at, 2);
}
