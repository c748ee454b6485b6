/* random.c — the random numbers of <stdlib.h>: the same in every run, from whatever seed.
 *
 * 64 bits of x = x * 6364136223846793005 + 1442695040888963407 (Knuth, MMIX), the upper 31 of them.
 * They differ from glibc's; a path that depends on them differs in a native replay.
 */
#define _GNU_SOURCE
#include <stdlib.h>

static unsigned long random_state = 1;

static unsigned long next_random(unsigned long x) {
  return x * 6364136223846793005ul + 1442695040888963407ul;
}

void srand(unsigned seed) {
  random_state = seed;
}

int rand(void) {
  random_state = next_random(random_state);
  return (int)(random_state >> 33);
}

/* The caller's seed has 32 bits only: two steps, for the upper half of the second. */
int rand_r(unsigned *seed) {
  unsigned long x = next_random(next_random(*seed));
  *seed = (unsigned)(x >> 32);
  return (int)(x >> 33);
}

void srandom(unsigned seed) {
  srand(seed);
}

long random(void) {
  return rand();
}

/* In [0, 1): 53 bits, 31 of the first number and 22 of the second. */
double drand48(void) {
  unsigned long high = (unsigned long)rand(), low = (unsigned long)rand();
  return (double)((high << 22) | (low >> 9)) / 9007199254740992.0;
}

void srand48(long seed) {
  random_state = (unsigned long)seed;
}

long lrand48(void) {
  return rand();
}
