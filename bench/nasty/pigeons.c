/* 13 pigeons in 12 holes, as one condition. */
#include <nadir.h>
int main(void) {
  unsigned char v[13], bad = 0;
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 13; i++) bad |= v[i] >= 12;
  for (int i = 0; i < 13; i++)
    for (int k = 0; k < i; k++) bad |= v[i] == v[k];
  return bad == 0;
}
