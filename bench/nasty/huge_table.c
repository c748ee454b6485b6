/* A constant table of 64 MB that is read at a symbolic index. */
#include <nadir.h>
static int table[16 << 20] = {[5] = 7, [9999999] = 8};
int main(void) {
  unsigned i, j;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_symbolic(&j, sizeof j, "j");
  i %= 16 << 20, j %= 16 << 20;
  table[j] = 3;
  return table[i] == 8;
}
