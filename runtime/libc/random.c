/* random.c — the random numbers of <stdlib.h>: the same in every run, from whatever seed.
 *
 * Of our own for native runs that are compared with the machine's: linked with the host's library, they
 * get the numbers of musl, too.  (The family of drand48 is defined by POSIX and the same everywhere.)
 *
 * rand is the upper half of 64 bits of x = x * 6364136223846793005 + 1 (Knuth, MMIX); random an additive
 * generator, x[i] = x[i - 31] + x[i - 3], whose state rand's formula fills.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

static uint64_t next(uint64_t x) { return x * 6364136223846793005u + 1; }

static uint64_t rand_state;

void srand(unsigned seed) { rand_state = seed - 1; }

int rand(void) {
  rand_state = next(rand_state);
  return (int)(rand_state >> 33);
}

/* A linear congruence of 32 bits, whose bits are mixed (the end of Mersenne Twister). */
int rand_r(unsigned *seed) {
  unsigned x = *seed = *seed * 1103515245 + 12345;
  x ^= x >> 11;
  x ^= x << 7 & 0x9D2C5680;
  x ^= x << 15 & 0xEFC60000;
  x ^= x >> 18;
  return (int)(x / 2);
}

/* ---- random -------------------------------------------------------------------------------------- */

/* A state is a word that tells the other variables, and the numbers. */
#define WORDS 32
static uint32_t first_state[WORDS];
static uint32_t *numbers; /* NULL: nobody has set a seed */
static unsigned n_numbers = WORDS - 1, front, rear;

static void fill(uint64_t seed) {
  front = n_numbers == 31 || n_numbers == 7 ? 3 : 1;
  rear = 0;
  if (!n_numbers) {
    numbers[0] = (uint32_t)seed;
    return;
  }
  for (unsigned k = 0; k < n_numbers; k++) {
    seed = next(seed);
    numbers[k] = (uint32_t)(seed >> 32);
  }
  numbers[0] |= 1; /* an odd one is needed */
}

static void begin(void) {
  if (numbers) return;
  numbers = first_state + 1;
  fill(1);
}

void srandom(unsigned seed) {
  begin();
  fill(seed);
}

static char *keep(void) {
  begin();
  numbers[-1] = n_numbers << 16 | front << 8 | rear;
  return (char *)(numbers - 1);
}

char *initstate(unsigned seed, char *state, size_t n_bytes) {
  if (n_bytes < 8) return NULL;
  char *old = keep();
  n_numbers = n_bytes < 32 ? 0 : n_bytes < 64 ? 7 : n_bytes < 128 ? 15 : n_bytes < 256 ? 31 : 63;
  numbers = (uint32_t *)(void *)state + 1;
  fill(seed);
  keep();
  return old;
}

char *setstate(char *state) {
  char *old = keep();
  numbers = (uint32_t *)(void *)state + 1;
  n_numbers = numbers[-1] >> 16;
  front = numbers[-1] >> 8 & 255;
  rear = numbers[-1] & 255;
  return old;
}

long random(void) {
  begin();
  if (!n_numbers) return numbers[0] = (numbers[0] * 1103515245 + 12345) & 0x7fffffff;
  numbers[front] += numbers[rear];
  long k = numbers[front] >> 1;
  if (++front == n_numbers) front = 0;
  if (++rear == n_numbers) rear = 0;
  return k;
}
