// A local variable does not outlive its block, nor one run of a loop's body.
// RUN: run
// EXPECT: finished 3
// EXPECT: error 4
#include <nadir.h>

static int *kept;

static void *same(void *p) {
  return p;
}

static int of_block(void) {
  int *p;
  {
    int x = 1;
    p = &x;
    *p += 1;
  }
  return *p; // ERROR: use-scope
}

static int of_loop(int n) {
  char *last = 0;
  for (int i = 0; i < n; i++) {
    char line[40];
    line[0] = (char)i;
    last = same(line);
    if (i == 7) continue;
  }
  return n == 3 ? *last : 1; // ERROR: use-scope
}

/* Too large for a page, and left by break and continue. */
static int of_large(int n) {
  int *p = 0, sum = 0;
  while (1) {
    int table[2000];
    table[n] = 3;
    p = table;
    sum += p[n];
    if (sum > 5) break;
    if (sum) continue;
  }
  p[n] = 1; // ERROR: use-scope
  return 0;
}

static void keep(int *p) {
  kept = p;
}

/* Each way out and back in: nothing is wrong here. */
static int goes_in_and_out(int n) {
  int sum = 0;
again:
  for (int i = 0; i < 3; i++) {
    int x = i + n;
    keep(&x);
    sum += *kept;
    if (x == 4) break;
    {
      int y = x;
      keep(&y);
      if (y == 3) continue;
      if (y == 2) goto next;
      sum += *kept;
    }
  }
next:
  if (n-- > 2) goto again;
  switch (n) {
    int z;
  case 1:
    z = 5;
    keep(&z);
    return sum + *kept;
  default:
    z = 6;
    keep(&z);
    sum += *kept;
  }
  return sum;
}

/* The jump passes the declaration, so that the variable lives all the time. */
static int passes(int n) {
  int sum = 0;
  if (n) goto inside;
  {
    int x;
    x = 2;
  inside:
    x = 3;
    keep(&x);
    sum = *kept;
  }
  return sum;
}

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  switch (way) {
  case 0: return of_block();
  case 1: return of_loop(3);
  case 2: return of_large(5);
  case 3: return of_loop(2) == 1 ? 0 : 1;
  case 4: return goes_in_and_out(4) + passes(0) + passes(1) > 0 ? 0 : 1;
  case 5: {
    {
      int x = 4;
      keep(&x);
    }
    return *kept; // ERROR: use-scope
  }
  }
  return 0;
}
