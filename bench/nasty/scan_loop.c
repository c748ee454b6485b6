/* Scans numbers from a symbolic text, for ever. */
#include <nadir.h>
#include <stdio.h>
int main(void) {
  char s[64];
  int a, b, n = 0;
  nadir_symbolic(s, sizeof s - 1, "s");
  s[63] = 0;
  for (;;) n += sscanf(s + n % 32, "%d,%x", &a, &b);
}
