/* memcpy of a symbolic length, in a loop. */
#include <nadir.h>
#include <string.h>
static char a[1 << 20], b[1 << 20];
int main(void) {
  unsigned n;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_symbolic(a, 4096, "a");
  if (n > sizeof a / 2) return 0;
  for (int i = 0; i < 1000; i++) {
    memcpy(b, a, n);
    memcpy(a + 1, b, n);
  }
  return b[100] == 3;
}
