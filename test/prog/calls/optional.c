// fcntl and ioctl read a word that callers may leave out, or give as an int.
// RUN: run
// EXPECT: finished 1
#include <fcntl.h>
#include <sys/ioctl.h>

int main(void) {
  int fd = 78;
  return fcntl(77, F_GETFL) == 3 && ioctl(77, 1) == 3 && ioctl(77, 1, fd) == 3 &&
         fcntl(77, F_SETFD, fd) == 3;
}
