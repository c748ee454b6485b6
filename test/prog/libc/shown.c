// What is printed on standard output takes no decisions, unless that is a file which can be read again:
// then every digit is right.
// RUN: run
// EXPECT: finished 3
#include <assert.h>
#include <fcntl.h>
#include <nadir.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char x;
  char text[8] = "";
  nadir_symbolic(&x, sizeof x, "x");
  if (x < 200) { /* one path */
    printf("%d\n", x);
    return 0;
  }
  nadir_assume(x != 255);
  int fd = open("file", O_RDWR | O_CREAT, 0600);
  assert(fd >= 0);
  dup2(fd, 1);
  printf("%d", x % 128); /* 72 to 99 and 100 to 126: two paths, and x % 128 is none of 0 to 71 */
  fflush(stdout);
  pread(fd, text, sizeof text - 1, 0);
  assert(atoi(text) == x % 128);
  return 1;
}
