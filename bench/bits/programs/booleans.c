/* booleans.c — exactly so many of N conditions hold. */
#include <nadir.h>
#include <stdint.h>

int main(void) {
  uint8_t in[N];
  uint32_t n = 0, weighted = 0;
  nadir_symbolic(in, sizeof in, "in");
  for (int i = 0; i < N; i++) {
    n += (in[i] & 0x81) == 0x81;
    weighted += (uint32_t)(in[i] > 100) * (uint32_t)(i + 1);
  }
  if (n == N / 2 && weighted == N * 2) return 1;
  if (n > weighted) return 2;
  return 0;
}
