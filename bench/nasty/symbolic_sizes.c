/* Arrays of symbolic sizes, filled to their end. */
#include <nadir.h>
#include <stdlib.h>
int main(void) {
  unsigned short n[8];
  nadir_symbolic(n, sizeof n, "n");
  for (int i = 0; i < 8; i++) {
    char *p = malloc(n[i]);
    for (unsigned k = 0; p && k < n[i]; k++) p[k] = (char)k;
    if (p && n[i] > 77 && p[n[i] - 1] == 5) return i;
  }
  return 0;
}
