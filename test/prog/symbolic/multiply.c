// Products: an overflow that makes an allocation too small is found with its factors.
// RUN: run --set machine.max-values=4
// EXPECT: error 1
// EXPECT: finished 1
#include <nadir.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  uint16_t rows, columns;
  nadir_symbolic(&rows, sizeof rows, "rows");
  nadir_symbolic(&columns, sizeof columns, "columns");
  nadir_assume(rows == 256);
  nadir_assume(columns == 256 | columns == 1);
  uint16_t size = (uint16_t)(rows * columns);
  char *p = malloc(size);
  p[255] = 1; // ERROR: write-bounds
  free(p);
  return 0;
}
