/* null_buffer.c — a read or write without a buffer fails with EFAULT, as on Linux. */
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

static void show(const char *what, ssize_t got) {
  printf("%s %zd %d\n", what, got, got < 0 ? errno == EFAULT : 0);
}

int main(void) {
  int ends[2];
  char text[3] = "";
  struct iovec nowhere = {NULL, 1};
  if (pipe(ends) || write(ends[1], "ab", 2) != 2) return 1;
  show("read", read(ends[0], NULL, 1));
  show("readv", readv(ends[0], &nowhere, 1));
  show("write", write(ends[1], NULL, 1));
  show("writev", writev(ends[1], &nowhere, 1));
  show("nothing", read(ends[0], NULL, 0));
  show("rest", read(ends[0], text, 2));
  printf("%s\n", text);
}
