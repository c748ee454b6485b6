/* Symbolic files; a symbolic name is one of them, or none, in as many decisions as there are files.
 * A symbolic size is as many as there are bytes, or less. */
// RUN: run -- --sym-arg 1 --sym-files 2 3
// EXPECT: finished 12
// RUN: run --sym-stat -- A --sym-files 1 1
// EXPECT: finished 6
#include "kernel.h"

int main(int argc, char **argv) {
  char b[8] = {0};
  struct stat s;
  long fd = call(open, argv[1], O_RDONLY, 0);
  if (fd == -ENOENT) return 1; /* another name, or none */
  if (fd == -EACCES) return 2; /* with --sym-stat */
  if (call(fstat, fd, &s, 0)) return 3;
  if (S_ISDIR(s.st_mode)) return 4; /* `.` or `/` */
  if (s.st_size == 1) return s.st_mtime > 5;
  assert(call(read, fd, b, 8) == 3);
  if (b[2] == 'x') return 5;
  assert(call(lseek, fd, 0, SEEK_SET) == 0);
  long n = b[1] & 7; /* symbolic */
  if (n == 0 || n == 6) assert(call(read, fd, b, n) == (n ? 3 : 0));
  return 6;
}
