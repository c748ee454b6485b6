// A text that is written out and may have no end, of symbolic bytes or of bytes that nobody set.
// RUN: run
// EXPECT: finished 15
// EXPECT: native differs
#include <err.h>
#include <nadir.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char kind;
  char b[4], *heap = malloc(3), ended[4];
  nadir_symbolic(&kind, 1, "kind");
  nadir_symbolic(b, sizeof b, "b");
  nadir_symbolic(heap, 3, "heap");
  nadir_symbolic(ended, sizeof ended, "ended");
  ended[3] = 0;
  nadir_assume(kind < 12);
  switch (kind) {
  case 0: printf("%s\n", b); break; // ERROR: read-bounds
  case 1: printf("%10s|%-10s\n", ended, heap); break; // ERROR: read-bounds
  case 2: printf("%.5s\n", b); break; // ERROR: read-bounds
  case 3: puts(b); break; // ERROR: read-bounds
  case 4: fputs(heap + 1, stdout); break; // ERROR: read-bounds
  case 5: fputs(b + 3, stderr); break; // ERROR: read-bounds
  case 6: fprintf(stderr, "%s\n", heap); break; // ERROR: read-bounds
  case 7: dprintf(STDOUT_FILENO, "%s\n", b + 2); break; // ERROR: read-bounds
  case 8: dprintf(STDERR_FILENO, "%s\n", heap + 1); break; // ERROR: read-bounds
  case 9: perror(b); break; // ERROR: read-bounds
  case 10: warnx("%s", b); break; // ERROR: read-bounds
  case 11: printf("%.4s %.*s %s\n", b, 3, heap, ended), puts(ended), fwrite(b, 1, 4, stdout); break;
  }
  return 0;
}
