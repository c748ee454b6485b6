/* An endless loop that forks in each round. */
#include <nadir.h>
int main(void) {
  unsigned x, n = 0;
  nadir_symbolic(&x, sizeof x, "x");
  for (;;) {
    n++;
    if ((x * n) % 1000 == 7) n++;
  }
}
