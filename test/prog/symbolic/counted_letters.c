// How often each letter occurs, counted in a table that is part of a larger object of which most was never
// written: the counts are those of the letters, and the rest is not read.
// RUN: run
// EXPECT: finished 4
// EXPECT: error 0
// EXPECT: unknown 0
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>

enum { N = 3 };

struct coder {
  char never_written[4096];
  struct {
    unsigned short count, length; // nobody sets the length
  } tree[256];
  unsigned char code[256];
  char also_never[4096];
};

int main(void) {
  unsigned char in[N];
  struct coder *c = malloc(sizeof *c);
  nadir_symbolic(in, N, "in");
  for (int i = 0; i < 256; i++) c->tree[i].count = 0;
  for (int i = 0; i < 256; i++) c->code[i] = (unsigned char)(i ^ 0x5a);
  for (int i = 0; i < N; i++) c->tree[in[i]].count++;
  for (int i = 0; i < N; i++) assert(c->code[in[i]] == (in[i] ^ 0x5a));
  int n_a = c->tree['a'].count, n_b = c->tree['b'].count;
  assert(n_a == (in[0] == 'a') + (in[1] == 'a') + (in[2] == 'a'));
  assert(n_a + n_b <= N);
  c->code[in[0]] = (unsigned char)(c->code[in[0]] + in[1]); // not only of the place
  assert(c->code[in[0]] == (unsigned char)((in[0] ^ 0x5a) + in[1]));
  if (c->tree[in[0]].count == 3) assert(in[0] == in[1] && in[1] == in[2]);
  else if (n_a == 2) assert(in[0] == 'a' || in[1] == 'a');
  free(c);
  return 0;
}
