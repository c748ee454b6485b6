/* stdlib.c — <stdlib.h> without numbers from text (strtol.c, strtod.c), sorting (sort.c) and
 * memory, which is the machine's.
 *
 * There is no environment.  Random numbers are the same in every run, from whatever seed: 64 bits
 * of x = x * 6364136223846793005 + 1442695040888963407 (Knuth, MMIX), the upper 31 of them.  They
 * differ from glibc's; a path that depends on them differs in a native replay.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>

#include "libc.h"

/* ---- errors ---------------------------------------------------------------------------------- */

int *__errno_location(void) {
  static int value;
  return &value;
}

/* ---- the end --------------------------------------------------------------------------------- */

typedef struct Handler {
  struct Handler *next;
  void (*call)(void);
} Handler;

static Handler *handlers; /* the newest first */

int atexit(void (*f)(void)) {
  Handler *h = malloc(sizeof *h);
  if (!h) return -1;
  *h = (Handler){handlers, f};
  handlers = h;
  return 0;
}

/* exit and the return from main are the machine's, which calls destructors; the last one linked is
 * the first to run, so this one comes before those of the program, as handlers must. */
static __attribute__((destructor)) void run_handlers(void) {
  while (handlers) {
    Handler h = *handlers;
    free(handlers);
    handlers = h.next;
    h.call();
  }
}

char *getenv(const char *name) {
  (void)name;
  return NULL;
}

char *secure_getenv(const char *name) {
  return getenv(name);
}

int system(const char *command) {
  (void)command;
  return command ? -1 : 0; /* there is no shell */
}

/* ---- integers -------------------------------------------------------------------------------- */

int abs(int x) {
  return x < 0 ? -x : x;
}

long labs(long x) {
  return x < 0 ? -x : x;
}

long long llabs(long long x) {
  return x < 0 ? -x : x;
}

div_t div(int a, int b) {
  return (div_t){.quot = a / b, .rem = a % b};
}

ldiv_t ldiv(long a, long b) {
  return (ldiv_t){.quot = a / b, .rem = a % b};
}

lldiv_t lldiv(long long a, long long b) {
  return (lldiv_t){.quot = a / b, .rem = a % b};
}

/* ---- random numbers -------------------------------------------------------------------------- */

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

/* ---- memory ---------------------------------------------------------------------------------- */

/* Of no bytes it frees, as glibc has it: a symbolic size is decided here. */
void *realloc(void *p, size_t n) {
  if (!p || n) return nadir_realloc(p, n);
  free(p);
  return NULL;
}

void *reallocarray(void *p, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(p, bytes);
}
