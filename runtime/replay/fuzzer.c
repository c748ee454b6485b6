/* fuzzer.c — main of a program that has only libFuzzer's LLVMFuzzerTestOneInput.
 *
 * A file of its own, so that a linker takes it from the library only if there is no other main.
 */
#include "replay.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int main(void) {
  size_t n = replay_next_size();
  uint8_t *data = malloc(n);
  if (n && !data) abort();
  replay_input(data, n, "data");
  LLVMFuzzerTestOneInput(data, n);
  free(data);
  return 0;
}
