// memcpy, memmove and memset with symbolic lengths do exactly so many bytes.
// RUN: run
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <string.h>

int main(void) {
  char a[9] = "abcdefgh", b[9] = "--------", c[9] = "12345678";
  unsigned char n;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_assume(n <= 6);
  memcpy(b, a, n);
  memset(a, '.', n);
  memmove(c + 2, c, n);
  for (int i = 0; i < 8; i++) {
    assert(b[i] == (i < n ? 'a' + i : '-'));
    assert(a[i] == (i < n ? '.' : 'a' + i));
    assert(c[i] == (i >= 2 && i < n + 2 ? '1' + i - 2 : '1' + i));
  }
  return 0;
}
