/* What is inlined even at -O0 runs where it was called: the caller's locals live on. */
// RUN: run
// EXPECT: finished 1
#include <assert.h>

static inline __attribute__((always_inline)) int set(char *m, int ch) {
  int at = ch;
  {
    int before = at;
    m[at] = 1;
    at = before;
  }
  return at;
}

int main(int argc, char **argv) {
  char m[256] = {0};
  unsigned long bits[4] = {5, 1, 2, (unsigned long)argc};
  int i, ch, last = 0;
  (void)argv;
  for (i = 0, ch = 0; i < 4; i++) {
    int j;
    unsigned long w = bits[i];
    for (j = 0; j < 64; ++j, ++ch)
      if (w & 1ul << j) last = set(m, ch);
  }
  assert(m[0] && m[2] && m[64] && m[129] && m[192] && last == 192);
  return 0;
}
