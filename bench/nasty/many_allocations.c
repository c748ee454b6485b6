/* 200,000 objects on the heap, and a symbolic pointer among them. */
#include <nadir.h>
#include <stdlib.h>
int main(void) {
  static char *all[200000];
  unsigned i;
  nadir_symbolic(&i, sizeof i, "i");
  for (int k = 0; k < 200000; k++) all[k] = malloc(16), all[k][0] = (char)k;
  return all[i % 200000][0] == 5;
}
