/* memory_fill.c — copies numbers into a buffer of 16 cells: all of them if there is room,
 * otherwise as many as fit of those that are not zero.
 *
 * Symbolic: the N numbers.
 *
 *     nadir worst examples/memory_fill.c --call 'memory_fill(int list[N], N)' --size 1:16,50,100 \
 *         --cost statements
 *
 * Worst: 2*N + 5 statements on the only path if there is room, else 4*N + 4 and one for each cell,
 * on a list without zeros; then there are 2^N paths.  The list is looked at to its end though the
 * buffer is full, and nothing that is seen at small sizes tells so. */
#include <string.h>

#ifndef N_CELLS
#define N_CELLS 16
#endif

static int memory[N_CELLS];

void memory_fill(const int *list, size_t n) {
  memset(memory, 0, sizeof memory);
  int n_free = N_CELLS;
  if (n <= N_CELLS) {
    for (size_t i = 0; i < n; i++) {
      memory[i] = list[i];
    }
    return;
  }

  for (size_t i = 0; i < n; i++) {
    if (list[i] != 0) {
      n_free--;
      if (n_free >= 0) {
        memory[n_free] = list[i];
      }
    }
  }
}
