/* stdlib.c — <stdlib.h> without numbers from text (strtol.c, strtod.c), sorting (sort.c), random
 * numbers (random.c) and memory, which is the machine's.  There is no environment.
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
