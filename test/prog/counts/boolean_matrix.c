// The product of two boolean matrices, with the inner loop ended by the first hit.  A row and a
// column of length n are compared in order; paths for n = 1 and 2: 3 and 121.
// RUN: run --size 1
// EXPECT: finished 3
// RUN: run --size 2
// EXPECT: finished 121
// RUN: run --size 2 --search bfs
// EXPECT: finished 121
// RUN: run --size 2 --search random
// EXPECT: finished 121
// RUN: run --size 2 --search random-path
// EXPECT: finished 121
#include <nadir.h>
#include <stdbool.h>

int main(void) {
  int n = (int)nadir_size();
  bool a[2][2], b[2][2], c[2][2] = {{false}};
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      char x, y;
      nadir_symbolic(&x, 1, "a");
      nadir_symbolic(&y, 1, "b");
      a[i][j] = x & 1;
      b[i][j] = y & 1;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n && !c[i][j]; k++)
        if (a[i][k] && b[k][j]) c[i][j] = true;
  return 0;
}
