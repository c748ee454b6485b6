/* Which of 12 symbols is a permutation of the others. */
#include <nadir.h>
int main(void) {
  unsigned char v[12];
  unsigned seen = 0;
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 12; i++) {
    if (v[i] >= 12 || seen >> v[i] & 1) return 1;
    seen |= 1u << v[i];
  }
  return 0;
}
