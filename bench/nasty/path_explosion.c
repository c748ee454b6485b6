/* 2^1000 paths. */
#include <nadir.h>
int main(void) {
  unsigned char v[1000];
  unsigned n = 0;
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 1000; i++) n += v[i] > 127;
  return n == 500;
}
