// What goes wrong in computing a result that nobody uses.
// RUN: run
// EXPECT: finished 1
// EXPECT: native differs
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

static void divide(int way) {
  int d = way - way, minus = -1, least = -2147483647 - 1;
  unsigned u = (unsigned)d;
  switch (way) {
  case 1: {
    int r = 15 / d; // ERROR: division
    (void)r;
    break;
  }
  case 2: (void)(15u % u); break; // ERROR: division
  case 3: 15 % d; break;          // ERROR: division
  case 4: least / minus; break;   // ERROR: division-overflow
  }
}

static void load(int way) {
  int *null = NULL, *freed = malloc(4), *p = malloc(4), n = way;
  free(freed);
  switch (way) {
  case 5: *null; break;           // ERROR: null-pointer
  case 6: (void)*freed; break;    // ERROR: use-freed
  case 7: (void)p[1]; break;      // ERROR: read-bounds
  case 8: (void)p[n - 9]; break;  // ERROR: read-bounds
  case 9: {
    int unused = *null; // ERROR: null-pointer
    break;
  }
  }
  free(p);
}

static void call(int way) {
  const char *null = NULL;
  char open[2] = {'a', 'b'}, *p = malloc(2);
  p[0] = p[1] = 'a';
  switch (way) {
  case 10: (void)strlen(null); break;         // ERROR: null-pointer
  case 11: (void)strlen(p); break;            // ERROR: read-bounds
  case 12: (void)memcmp(p, "aaa", 3); break;  // ERROR: read-bounds
  case 13: (void)strchr(open, 'c'); break;    // ERROR: read-bounds
  case 14: (void)!strdup(null); break;        // ERROR: null-pointer
  case 15: (void)strcmp(p, "aab"); break;     // ERROR: read-bounds
  case 16: (void)abs(atoi(null)); break;      // ERROR: null-pointer
  }
  free(p);
}

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(way < 17);
  if (way < 5)
    divide(way);
  else if (way < 10)
    load(way);
  else
    call(way);
  return 0;
}
