// ctype.h for every character and EOF.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <ctype.h>
#include <stdio.h>

int main(void) {
  for (int c = EOF; c < 256; c++) {
    int classes = !!isalnum(c) | !!isalpha(c) << 1 | !!isdigit(c) << 2 | !!isspace(c) << 3 |
                  !!isupper(c) << 4 | !!islower(c) << 5 | !!ispunct(c) << 6 | !!isprint(c) << 7 |
                  !!isgraph(c) << 8 | !!iscntrl(c) << 9 | !!isxdigit(c) << 10 | !!isblank(c) << 11;
    printf("%d:%x,%d,%d%c", c, classes, toupper(c), tolower(c), c % 8 == 7 ? '\n' : ' ');
  }
  return 0;
}
