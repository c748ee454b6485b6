/* alternate_0.c — does a task for each number that is where it should be: zeros at even places,
 * all others at odd ones.
 *
 * Symbolic: the N numbers.
 *
 *     nadir worst examples/alternate_0.c --call 'alternate_0(int list[N], N)' --size 1:8,100 \
 *         --cost statements
 *
 * Worst: 6*N + 1 statements, when zeros and other numbers alternate.  There are 2^N paths. */
#include <stddef.h>

static unsigned n_done;

static void do_expensive_task(void) {
  n_done++;
}

void alternate_0(const int *list, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int check;
    if (list[i] == 0) {
      check = 1 - i % 2;
    } else {
      check = i % 2;
    }
    if (check != 0) {
      do_expensive_task();
    }
  }
}
