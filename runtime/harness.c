/* harness.c — the parts of the harness dialects that are plain C: linked to each program like the C
 * library.
 *
 * A program with LLVMFuzzerTestOneInput and no main gets the main below; --size is the length of
 * its data.  Programs with a main of their own keep it.
 */
#include <stdint.h>
#include <stdlib.h>

#include "include/klee/klee.h"
#include "include/nadir.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak)); /* a target may have it */

uintptr_t klee_choose(uintptr_t n) {
  uintptr_t x;
  klee_make_symbolic(&x, sizeof x, "klee_choose");
  klee_assume(x < n);
  return x;
}

int main(int argc, char **argv) {
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  size_t n = nadir_size();
  uint8_t *data = malloc(n);
  if (!data) abort();
  nadir_symbolic(data, n, "data");
  LLVMFuzzerTestOneInput(data, n);
  free(data);
  return 0;
}
