/* rc4.c — N steps of RC4's output from a known state with two unknown indices. */
#include <nadir.h>
#include <stdint.h>

int main(void) {
  uint8_t state[256], i, j, out = 0;
  for (int k = 0; k < 256; k++) state[k] = (uint8_t)(k * 167 + 13);
  nadir_symbolic(&i, 1, "i");
  nadir_symbolic(&j, 1, "j");
  for (int step = 0; step < N; step++) {
    i++;
    j += state[i];
    uint8_t t = state[i];
    state[i] = state[j];
    state[j] = t;
    out = state[(uint8_t)(state[i] + state[j])];
  }
  if (out == 0x42) return 1;
  return 0;
}
