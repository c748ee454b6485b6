// Each limit ends the run and says so; what is left is counted, not forgotten.
// RUN: run --size 4 --max-paths 5 --search dfs
// EXPECT: finished 5
// EXPECT: budget 3
// EXPECT: limit paths
// RUN: run --size 4 --max-depth 2
// EXPECT: finished 0
// EXPECT: budget 4
// RUN: run --size 4 --search bfs --max-instructions 100
// EXPECT: finished 0
// EXPECT: budget 7
// EXPECT: limit instructions
// RUN: run --size 1000 --max-time 200ms --search dfs
// EXPECT: finished 0
// EXPECT: budget 1
// EXPECT: limit time
#include <nadir.h>

int main(void) {
  unsigned n = (unsigned)nadir_size();
  char s[8];
  for (volatile unsigned i = 0; n == 1000; i++) {}
  nadir_symbolic(s, n, "s");
  int ones = 0;
  for (unsigned i = 0; i < n; i++)
    if (s[i] == 1) ones++;
  return ones;
}
