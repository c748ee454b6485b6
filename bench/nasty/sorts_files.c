/* qsort of 5,000 symbols with a comparison that is no order. */
#include <nadir.h>
#include <stdlib.h>
static int by_chance(const void *a, const void *b) { return *(const int *)a % 7 - *(const int *)b % 5; }
int main(void) {
  static int v[5000];
  nadir_symbolic(v, sizeof v, "v");
  qsort(v, 5000, sizeof *v, by_chance);
  return v[0] > v[1];
}
