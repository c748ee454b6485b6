// Loops that look as if they would not end, and do, or may: each round reads from outside.
// RUN: run --set explore.max-path-instructions=3000000 --max-depth 400000
// EXPECT: finished 8
// EXPECT: budget 4
#include <nadir.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>

static volatile int flag;
static atomic_int lock;

/* An interrupt may set it. */
static int waits(void) {
  while (!flag) {}
  return 1;
}

static int spins(void) {
  while (atomic_exchange(&lock, 1)) {}
  while (atomic_load(&lock)) {}
  return 1;
}

/* Four bytes of counter, each of which has been everything. */
static int counts(void) {
  unsigned char low = 0, high = 0;
  do {
    if (!++low) high++;
  } while (low || high);
  return 1;
}

/* The same memory and the same place, and another input. */
static int reads(void) {
  for (int k = 0; k < 3;) {
    char c;
    nadir_symbolic(&c, sizeof c, "c");
    if (c != 'x') return k;
    c = 0;
    k++;
  }
  return 4;
}

/* Each object has an address of its own, whatever is decided in between. */
static int allocates(const int *a) {
  while (*a == 7) free(malloc(1));
  return 1;
}

static jmp_buf back;

static int jumps(void) {
  static int n;
  if (setjmp(back) == 0 || n++ < 70000) longjmp(back, 1);
  return 1;
}

/* It ends, but not soon. */
static unsigned long long adds(void) {
  unsigned long long sum = 0;
  for (unsigned long long i = 0; i < 1ull << 40; i++) sum += i & 1;
  return sum;
}

int main(void) {
  unsigned char way;
  int seven;
  nadir_symbolic(&seven, sizeof seven, "seven");
  nadir_symbolic(&way, sizeof way, "way");
  switch (way) {
  case 1:
    return waits();
  case 2:
    return spins();
  case 3:
    return counts();
  case 4:
    nadir_assume(way == 4);
    return jumps();
  case 5:
    return (int)adds();
  case 6:
    return reads() == 4;
  case 7:
    return allocates(&seven);
  default:
    return 0;
  }
}
