/* fuzzer.c — main of a program that has only libFuzzer's LLVMFuzzerTestOneInput.
 *
 * A file of its own, so that a linker takes it from the library only if there is no other main.
 */
#include "replay.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak)); /* a target may have it */

int main(int argc, char **argv) {
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  size_t n = nadir_replay_next_size();
  uint8_t *data = malloc(n);
  if (n && !data) abort();
  nadir_replay_input(data, n, "data");
  LLVMFuzzerTestOneInput(data, n);
  free(data);
  return 0;
}
