/* Reads a table at an index that is read from the table, 500 times. */
#include <nadir.h>
int main(void) {
  static unsigned char t[256];
  unsigned char x;
  nadir_symbolic(t, sizeof t, "t");
  nadir_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 500; i++) t[x] = (unsigned char)(t[t[x]] + i), x = t[(unsigned char)(x + i)];
  return x == 9;
}
