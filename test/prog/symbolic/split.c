// An index that has few values is split into them: the ends are the same, and so are the errors.
// RUN: run --output
// EXPECT: output found
// RUN: run --output --set machine.max-split=4
// EXPECT: output found
// RUN: run --output --set machine.max-split=4 --search bfs --max-states 1
// EXPECT: output found
// EXPECT: parked
// RUN: run --output --set machine.max-split=64 -O2
// EXPECT: output found
#include <assert.h>
#include <nadir.h>
#include <stdio.h>

enum { N = 7 };

/* Goes on by one after a 'b', by two after an 'a', else by three; past the end after two 'b's that
 * follow an 'a'. */
static int find(const unsigned char *text, int *ret_end) {
  int step[256];
  for (int c = 0; c < 256; c++) step[c] = 3;
  step['a'] = 2;
  step['b'] = 1;
  int end = 0;
  while (end < N) {
    end += step[text[end]];
    if (end < N && text[end] == 'x') break;
  }
  *ret_end = end;
  return end < N;
}

int main(void) {
  unsigned char text[N];
  int end, count[4] = {0};
  nadir_symbolic(text, sizeof text, "text");
  if (find(text, &end)) {
    assert(text[end] == 'x');
    assert(end != 5);  // ERROR: assert
  }
  count[text[0] & 3]++;
  assert(count[0] + count[1] + count[2] + count[3] == 1);
  if (count[3]) assert(text[0] % 4 == 3);
  if (end == N && text[6] == 'b' && text[5] == 'b') printf("found\n");
  return 0;
}
