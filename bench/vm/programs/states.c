/* states.c — states: N independent bits, each tested once; explored breadth first, 2^N states are
 * alive at once.  Around it stands what a program usually has: some frames and some heap. */
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 64, BLOCK_BYTES = 1024 };

static int count(const unsigned char *bits) {
  int n = 0;
  for (int i = 0; i < N; i++)
    if (bits[i] & 1) n++;
  return n;
}

int main(void) {
  static char *blocks[BLOCKS];
  unsigned char bits[N];
  for (int i = 0; i < BLOCKS; i++) {
    blocks[i] = malloc(BLOCK_BYTES);
    memset(blocks[i], i, BLOCK_BYTES);
  }
  nadir_symbolic(bits, sizeof bits, "bits");
  return count(bits) == N;
}
