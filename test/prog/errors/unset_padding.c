// A struct with padding, passed in a register and returned: its padding was never written, and
// nobody asks for it.  A word of which a part is missing is an error where it decides.
// RUN: run --unset=error
// EXPECT: finished 2
#include <nadir.h>
#include <string.h>

struct arguments {
  int x;
  unsigned char in;
};

static struct arguments same(struct arguments a) { return a; }

int main(void) {
  unsigned char in;
  nadir_symbolic(&in, sizeof in, "in");
  struct arguments a = same((struct arguments){5, in});
  if (a.x == 5 && a.in == 7) return 1;
  int half;
  memset(&half, 1, 2);
  if (in == 9 && half == 0x01010101) // ERROR: read-unset
    return 2;
  return 0;
}
