// The classic: a copy that forgets the room of the terminating zero.
// RUN: run
// EXPECT: error 1
// EXPECT: text right behind a heap object of 3 bytes
#include <nadir.h>
#include <stdlib.h>

static char *copy(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  char *to = malloc(n ? n : 1);
  for (size_t i = 0; i < n; i++) to[i] = s[i];
  if (n == 3) to[n] = 0; // ERROR: write-bounds
  return to;
}

int main(void) {
  char s[4];
  nadir_symbolic(s, 3, "s");
  s[3] = 0;
  free(copy(s));
  return 0;
}
