/* sums128.c — sums of numbers of 128 bits made of words, with their carries. */
#include <nadir.h>
#include <stdint.h>

int main(void) {
  uint64_t in[N][2];
  unsigned __int128 sum = 0;
  nadir_symbolic(in, sizeof in, "in");
  for (int i = 0; i < N; i++) {
    unsigned __int128 x = (unsigned __int128)in[i][1] << 64 | in[i][0], before = sum;
    sum += x;
    if (sum < before) return 1;
  }
  if ((uint64_t)(sum >> 64) == 0x123456789 && (uint64_t)sum == 42) return 2;
  return 0;
}
