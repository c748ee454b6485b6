// memcpy between blocks that overlap: by known and by unknown lengths and distances.  What lies just
// beside, is the same, or is moved is fine.
// RUN: run
// EXPECT: assume 2
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  char bytes[24];
};

int main(void) {
  unsigned char which, at, n;
  nadir_symbolic(&which, sizeof which, "which");
  nadir_symbolic(&at, sizeof at, "at");
  nadir_symbolic(&n, sizeof n, "n");
  char text[16] = "0123456789abcde";
  nadir_assume(which < 7 && at <= 4 && n <= 8);
  switch (which) {
  case 0: memcpy(text, text + 8, 8); break;
  case 1: memcpy(text, text + 7, 8); break;      // ERROR: overlap
  case 2: memcpy(text + 1 + at, text, 4); break; // ERROR: overlap
  case 3: memcpy(text, text + 4, n); break;      // ERROR: overlap
  case 4: memmove(text, text + at, n); break;
  case 5: memcpy(text + 8, text, n); break;
  case 6: memcpy(text, text, n); break;
  }
  struct pair *p = calloc(1, sizeof *p), *q = p;
  *p = *q;
  free(p);
  return 0;
}
