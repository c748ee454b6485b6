/* 65,536 states at once, each with memory of its own. */
#include <nadir.h>
static unsigned char room[1 << 16];
int main(void) {
  unsigned short x;
  nadir_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 16; i++)
    if (x >> i & 1)
      for (int k = 0; k < 1 << 16; k += 4096) room[k] += (unsigned char)i;
  for (;;) room[0]++;
}
