// Reading arrays at symbolic indices: words, structs, two dimensions; one object, so no fork.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

typedef struct Row {
  char key;
  int value;
} Row;

static const int squares[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
static const Row rows[4] = {{'a', 10}, {'b', 20}, {'c', 30}, {'d', 40}};
static unsigned short grid[4][8];

int main(void) {
  unsigned i, j;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_symbolic(&j, sizeof j, "j");
  nadir_assume(i < 4);
  nadir_assume(j < 8);
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 8; b++) grid[a][b] = (unsigned short)(1000 * a + b);
  assert(squares[i] == (int)(i * i));
  assert(rows[i].value == 10 * (rows[i].key - 'a' + 1));
  assert(grid[i][j] == 1000 * i + j);
  return 0;
}
