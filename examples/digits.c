/* digits.c — reads a number and uses it, with four mistakes that four digits can reach.
 *
 *     script/nadir run examples/digits.c
 *
 * Four symbolic characters: nadir follows every path and finds an input for each mistake. */
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>

static int parse(const char *s) {
  int v = 0;
  for (int i = 0; s[i]; i++) {
    if (s[i] < '0' || s[i] > '9') return -1;
    v = v * 10 + (s[i] - '0');
  }
  return v;
}

int main(void) {
  char text[5];
  nadir_symbolic(text, 4, "text");
  text[4] = 0;

  int v = parse(text);
  int *seen = malloc(10 * sizeof *seen);
  if (v >= 0 && v < 20) seen[v] = 1;
  assert(v != 777);
  if (v == 1234) free(seen);
  free(seen);
  return 100 / (v - 42);
}
