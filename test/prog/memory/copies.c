// memcpy, memmove and memset: all overlaps and lengths, inside structs and across elements.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>
#include <string.h>

static void print(const char *a, int n) {
  for (int i = 0; i < n; i++) putchar(a[i] ? a[i] : '.');
  putchar('\n');
}

int main(void) {
  char a[17], b[17];
  for (volatile int n = 0; n < 6; n++)
    for (int to = 0; to < 10; to += 3) {
      memcpy(a, "abcdefghijklmnop", 17);
      memmove(a + to, a + 4, n);
      memset(b, '-', sizeof b - 1);
      memcpy(b + n, a, 16 - n);
      print(a, 16);
      print(b, 16);
    }
  struct {
    int x;
    char c[3];
    short s[4];
  } s, t;
  memset(&s, 0, sizeof s);
  s.x = -5;
  memset(s.s, 0x11, sizeof s.s);
  memcpy(s.c, &s.x, 3);
  t = s;
  printf("%d %d %x\n", t.x, t.c[2], t.s[3]);
  memmove(t.s, t.s + 1, 3 * sizeof *t.s);
  memset(&t.s[3], 0xff, 1);
  printf("%x %x\n", t.s[0], t.s[3]);
  return 0;
}
