/* reads.c — N reads of a table of 4 KB at indices from the input, one after the other. */
#include <nadir.h>
#include <stdint.h>

static uint8_t bytes[4096];

int main(void) {
  uint16_t at[N];
  uint32_t sum = 0;
  for (uint32_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 2654435761u >> 13);
  nadir_symbolic(at, sizeof at, "at");
  for (int i = 0; i < N; i++) {
    nadir_assume(at[i] < sizeof bytes);
    if (i) nadir_assume(at[i - 1] < at[i]);
    uint8_t value = bytes[at[i]];
    if (value > 250) return 1;
    sum += value;
    if (i % 4 == 0) bytes[at[i]] = (uint8_t)i;
  }
  if (sum == 1000) return 1;
  return 0;
}
