// strcmp with a constant string: the one input that is equal is found.
// RUN: run --output
// EXPECT: output found it
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char s[6];
  nadir_symbolic(s, sizeof s, "s");
  s[5] = 0;
  if (!strcmp(s, "nadir")) {
    assert(strlen(s) == 5 && strchr(s, 'd') == s + 2);
    puts("found it");
  }
  return 0;
}
