// Random numbers are those of musl, from each generator and seed.
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

static void show(const char *name) {
  printf("%s:", name);
  for (int i = 0; i < 70; i++) printf(" %ld", random());
  putchar('\n');
}

int main(void) {
  char small[8] __attribute__((aligned(8))), middle[64] __attribute__((aligned(8))),
      large[256] __attribute__((aligned(8)));
  unsigned seed = 7;
  for (int i = 0; i < 5; i++) printf("%d %d %ld\n", rand(), rand_r(&seed), lrand48());
  srand(42);
  srand48(42);
  for (int i = 0; i < 5; i++) printf("%d %.17g\n", rand(), drand48());
  show("unset");
  srandom(42);
  show("42");
  char *first = initstate(1, small, sizeof small);
  show("small");
  initstate(2, middle, sizeof middle);
  show("middle");
  initstate(3, large, sizeof large);
  show("large");
  setstate(middle);
  show("middle");
  setstate(first);
  show("first");
  return 0;
}
