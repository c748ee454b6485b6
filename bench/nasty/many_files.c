/* Makes files of all names for ever. */
#include <nadir.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char x, name[64];
  nadir_symbolic(&x, sizeof x, "x");
  for (int i = 0;; i++) {
    snprintf(name, sizeof name, "file%d", i);
    int fd = open(name, O_CREAT | O_WRONLY, 0600);
    if (fd >= 0) write(fd, &x, 1), close(fd);
  }
}
