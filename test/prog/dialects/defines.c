// -D, -I and --cflags reach the compiler.
// RUN: run -D LIMIT=3 --cflags -DOTHER
// EXPECT: finished 3
// EXPECT: error 0
// RUN: run -DLIMIT=5 --cflags -funsigned-char --output
// EXPECT: finished 5
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned char x;
  nadir_symbolic(&x, sizeof x, "x");
  for (unsigned char i = 0; i < LIMIT - 1; i++)
    if (x == i) return i;
  return 0;
}
