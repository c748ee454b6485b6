// Arithmetic on pointers: negative indices, differences, comparing, arrays of arrays, char views.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdint.h>
#include <stdio.h>

typedef struct Cell {
  char tag;
  short rows[2][3];
  struct {
    long x, y;
  } at[2];
} Cell;

int main(void) {
  int grid[3][4], *flat = &grid[0][0];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) grid[i][j] = 10 * i + j;
  int *end = flat + 12;
  int(*row)[4] = grid + 2;
  printf("%d %d %d %td %td\n", (*row)[1], row[-1][3], end[-1], end - flat, row - grid);
  for (int *p = end; p-- > flat;) printf("%d ", *p);
  volatile int k = -2;
  printf("\n%d %d %d\n", end[k], *(&grid[1][0] + k), (flat + 5)[k]);
  Cell cells[3] = {{.tag = 1}}, *c = cells + 1;
  c->rows[1][2] = 7;
  c->at[1].y = 1L << 40;
  c[1].at[0].x = -1;
  printf("%td %td\n", (char *)&c->at[1].y - (char *)cells, (char *)&c->rows[1][2] - (char *)c);
  printf("%d %ld %ld\n", cells[1].rows[1][2], cells[1].at[1].y, cells[2].at->x);
  printf("%d %d %d\n", flat < end, flat + 12 == end, (uintptr_t)end - (uintptr_t)flat == 48);
  unsigned char *bytes = (unsigned char *)&grid[2][3];
  printf("%d %d\n", bytes[0], bytes[3]);
  int **pp = &flat;
  (*pp)++;
  printf("%d %d\n", **pp, *flat++ + *flat);
  return 0;
}
