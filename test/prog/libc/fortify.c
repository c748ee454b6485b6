// With _FORTIFY_SOURCE the checked forms of the string functions are called.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#define _FORTIFY_SOURCE 2
#include <stdio.h>
#include <string.h>

int main(void) {
  char to[16];
  volatile int n = 5;
  memcpy(to, "fortified", 10);
  memset(to + 4, '.', n);
  puts(to);
  strcpy(to, "abc");
  strcat(to, "def");
  printf("%s %d\n", to, snprintf(to, sizeof to, "%d+%d", n, n));
  sprintf(to, "%s", "done");
  puts(to);
  return 0;
}
