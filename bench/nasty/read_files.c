/* Reads symbolic standard input in pieces of symbolic sizes. args: --sym-stdin 200 --sym-files 1 200 */

#include <fcntl.h>
#include <unistd.h>
int main(void) {
  unsigned char b[256], n = 1;
  int fd = open("A", O_RDONLY), s = 0;
  for (long got; (got = read(0, b, n)) > 0; n = b[0] % 50 + 1) s += b[got - 1] > 9;
  for (long got; (got = read(fd, b, n)) > 0; n = b[0] % 50 + 1) s += b[got - 1] > 9;
  return s;
}
