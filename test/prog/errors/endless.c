// Loops that come back to where they were: under a condition on the input, through memory, through
// calls, over several places, and after long ways.  Each is told once, at its outermost loop.
// RUN: run
// EXPECT: error 8
// EXPECT: finished 3
// EXPECT: assume 1
// RUN: run --search dfs
// EXPECT: error 8
// EXPECT: finished 3
// EXPECT: assume 1
// RUN: run --search random-path --seed 3 --max-states 2
// EXPECT: error 8
// EXPECT: finished 3
// EXPECT: assume 1
// EXPECT: parked
#include <nadir.h>
#include <stddef.h>

static int skips(const int *a, int n) {
  int i = 0;
  while (i < n) { // ERROR: endless
    if (a[i] == 7) continue;
    i++;
  }
  return i;
}

struct node {
  struct node *next;
};

/* A list with a circle in it. */
static int length(const struct node *p) {
  int n = 0;
  for (; p; p = p->next) n ^= 1; // ERROR: endless
  return n;
}

static int local(int x) {
  int room[3] = {x, 1, 2};
  return room[x % 3];
}

/* Locals have another address in each round, for a while. */
static int calls(int x) {
  for (;;) x = local(x); // ERROR: endless
}

static unsigned state = 1;

/* A circle of 251 numbers, and a way to it. */
static unsigned generator(void) {
  for (int i = 0; i < 1000; i++) state++;
  do {
    state = state * 6 % 251;
  } while (state != 251); // ERROR: endless
  return state;
}

static int bisect(int x) {
  int low = 0, high = 9;
  while (low < high) { // ERROR: endless
    int middle = (low + high) / 2;
    if (middle < x)
      low = middle;
    else
      high = middle;
  }
  return low;
}

int main(void) {
  unsigned char way;
  int a[2], x;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_symbolic(a, sizeof a, "a");
  nadir_symbolic(&x, sizeof x, "x");
  struct node last = {NULL}, first = {&last};
  if (way == 1) return skips(a, 2);
  if (way == 2) last.next = a[0] ? &first : NULL;
  if (way == 2) return length(&first);
  if (way == 3) return calls(4);
  if (way == 4) return (int)generator();
  nadir_assume(x > 0 && x < 4);
  if (way == 5) return bisect(x);
  return 0;
}
