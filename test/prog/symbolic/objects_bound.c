// More objects than --set machine.max-objects=allows at once: halves of them, and in the end all.
// RUN: run --set machine.max-objects=3
// EXPECT: finished 6
// RUN: run
// EXPECT: finished 6
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  char *all[6];
  unsigned char i;
  for (int k = 0; k < 6; k++) all[k] = calloc(1, 1);
  nadir_symbolic(&i, sizeof i, "i");
  nadir_assume(i < 6);
  return *all[i];
}
