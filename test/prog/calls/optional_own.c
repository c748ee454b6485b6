// A program's own function of a name in optional.def reads an argument that is not there.
// RUN: run
// EXPECT: error 1
// EXPECT: native differs
#include <stdarg.h>

int ioctl(int fd, unsigned long request, ...) {
  va_list ap;
  va_start(ap, request);
  long given = va_arg(ap, long); // ERROR: read-bounds
  va_end(ap);
  return fd + (int)request + (int)given;
}

int main(void) {
  return ioctl(1, 2);
}
