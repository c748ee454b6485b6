/* Sorts 300 symbols by exchanging neighbours. */
#include <nadir.h>
int main(void) {
  int v[300];
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 300; i++)
    for (int k = 0; k + 1 < 300; k++)
      if (v[k] > v[k + 1]) {
        int t = v[k];
        v[k] = v[k + 1];
        v[k + 1] = t;
      }
  return v[0] > v[299];
}
