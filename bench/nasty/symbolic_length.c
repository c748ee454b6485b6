/* A length of many values decides in each of 1,000 rounds: a million leaves, all at once at the end. */
#include <nadir.h>
#include <string.h>
static char a[1 << 16], b[1 << 16];
int main(void) {
  unsigned n;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_symbolic(a, sizeof a, "a");
  if (n > sizeof a) return 0;
  for (int i = 0; i < 1000; i++) {
    memcpy(b, a, n);
    if (b[i] == 7) b[i + 1]++;
  }
  return b[100] == 3;
}
