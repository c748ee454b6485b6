// fcntl and ioctl read an argument that callers may leave out.
// RUN: run
// EXPECT: finished 1
#include <fcntl.h>
#include <sys/ioctl.h>

int main(void) {
  return fcntl(77, F_GETFL) == 3 && ioctl(77, 1) == 3;
}
