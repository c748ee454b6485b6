/* Prints a symbolic double with 1,000 digits. */
#include <nadir.h>
#include <stdio.h>
int main(void) {
  double x;
  nadir_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 1000; i++) printf("%.1000f %a %g\n", x, x, x);
  return 0;
}
