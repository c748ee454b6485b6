// A parser whose next token is one of three: its stack and tables are read and written at places that one
// byte chooses.  Every path is the one that the letters say, and each sum is right.
// RUN: run
// EXPECT: finished 3
// EXPECT: error 0
// EXPECT: unknown 0
#include <assert.h>
#include <nadir.h>

static const unsigned char pops[128] = {['['] = 0, [','] = 1, [';'] = 2};
static const short action[3] = {70, 300, 900};

int main(void) {
  unsigned char c, twin;
  long stack[8]; // some of it is never written
  nadir_symbolic(&c, 1, "c");
  nadir_assume((c == '[') | (c == ',') | (c == ';'));
  for (int i = 2; i < 6; i++) stack[i] = i;
  long *top = stack + 5 - pops[c]; // 5, 4 or 3
  assert(*top == 5 - pops[c]);
  *top = action[pops[c]];
  *(short *)((char *)(stack + 4) + 2 * pops[c]) += 1; // overlaps what was written
  long sum = 0;
  for (int i = 2; i < 6; i++) sum += stack[i];
  twin = c;
  if (sum > 100) assert(twin != '[');
  else assert(twin == '[' && sum == 2 + 3 + 5 + 70);
  if (twin == ',') assert(stack[4] == 300 + (1L << 16));
  if (twin == ';') assert(stack[3] == 900 && stack[4] == 4 + (1L << 32));
  if (twin == '[') assert(stack[5] == 70 && stack[4] == 5);
  return 0;
}
