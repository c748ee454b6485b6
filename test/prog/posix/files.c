/* Files that are given and files that are made. */
// RUN: run --output --file data/words=@FOLDER@/kernel.h
// EXPECT: finished 1
// EXPECT: output /* kernel.h
#include "kernel.h"

int main(void) {
  char b[100];
  long fd = call(open, "data/words", O_RDWR, 0);
  assert(fd == 3);
  assert(call(read, fd, b, 11) == 11);
  call(write, 1, b, 11);
  call(write, 1, "\n", 1);
  assert(call(pwrite64, fd, "//", 2) == 2); /* a copy of its own from here on */
  assert(call(lseek, fd, 0, SEEK_SET) == 0 && call(read, fd, b, 4) == 4 && !memcmp(b, "// k", 4));
  assert(call(open, "/etc/passwd", O_RDONLY, 0) == -ENOENT);
  assert(call(mkdir, "d", 0755, 0) == 0);
  long out = call(open, "d/f", O_WRONLY | O_CREAT, 0644);
  assert(call(write, out, "hello", 5) == 5);
  assert(call(rename, "d/f", "d/g", 0) == 0 && call(unlink, "d/f", 0, 0) == -ENOENT);
  struct stat s;
  assert(call(stat, "d/g", &s, 0) == 0 && s.st_size == 5);
  return 0;
}
