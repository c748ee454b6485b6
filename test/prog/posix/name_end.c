/* What lies behind the end of a name is not read, also where only the path's condition says that it
 * ends there: this memory was never written. */
// RUN: run --unset error -- --sym-arg 1 --sym-files 1 1
// EXPECT: finished 5
#include "kernel.h"

int main(int argc, char **argv) {
  char name[200];
  name[0] = argv[1][0];
  if (name[0] == 0) return call(open, name, O_RDONLY, 0) == -ENOENT ? 1 : 2;
  name[1] = 0;
  return call(open, name, O_RDONLY, 0) < 0 ? 3 : 4;
}
