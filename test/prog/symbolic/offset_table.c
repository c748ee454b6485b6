// Offsets into an object, read from a table that a hash of the input chooses: one that is zero is the
// object's beginning, not a null pointer (pr keeps the lines of a page so).
// RUN: run
// EXPECT: finished 63
#include <nadir.h>
#include <stdlib.h>

enum { N = 64 };

int main(void) {
  unsigned char key[4];
  nadir_symbolic(key, sizeof key, "key");
  char *text = calloc(N, 1);
  int *starts = malloc(N * sizeof *starts);
  for (int i = 0; i < N; i++) starts[i] = i == 5 ? 1000 : (i * 7) % N;
  unsigned hash = 0;
  for (unsigned i = 0; i < sizeof key; i++) hash = hash * 31 + key[i];
  nadir_assume(hash % N != 5);
  char c = text[starts[hash % N]];
  free(text);
  free(starts);
  return c;
}
