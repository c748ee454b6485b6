/* Computed gotos by symbolic indices, for ever. */
#include <nadir.h>
int main(void) {
  static void *const to[] = {&&a, &&b, &&c, &&d};
  unsigned char v[256], n = 0;
  nadir_symbolic(v, sizeof v, "v");
a: goto *to[v[n++] & 3];
b: goto *to[v[n += 3] & 3];
c: goto *to[v[n += 5] & 3];
d: goto *to[v[n += 7] & 3];
}
