// Calls that the program promises to be without effects, whose results nobody uses.
// RUN: run --check=leak
// EXPECT: finished 1
// EXPECT: error leak 44
// EXPECT: error leak 76
// EXPECT: native differs
// RUN: run
// EXPECT: finished 3
// EXPECT: native differs
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

__attribute__((pure)) static int checks(int x) {
  assert(x != 1); // ERROR: assert
  return x;
}

__attribute__((const)) static int divides(int x) {
  return 10 / (x - 2); // ERROR: division
}

__attribute__((pure)) int reads(const int *p) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += p[i]; // ERROR: read-bounds
  return sum;
}

__attribute__((const)) int recurs(int x) {
  return recurs(x + 1) + 1; // ERROR: stack-overflow
}

__attribute__((pure)) static int nests(int x) {
  return checks(x - 4);
}

__attribute__((const)) static int gives_up(int x) {
  if (x == 6) abort(); // ERROR: abort
  return x;
}

__attribute__((malloc, alloc_size(1))) static void *allocates(unsigned long n) {
  return malloc(n);
}

int main(void) {
  unsigned char way;
  int two[2] = {1, 2};
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(way < 9);
  switch (way) {
  case 1:
    checks(way);
    break;
  case 2: {
    int unused = divides(way);
    break;
  }
  case 3:
    reads(two);
    break;
  case 4:
    recurs(way);
    break;
  case 5:
    nests(way);
    break;
  case 6:
    gives_up(way);
    break;
  case 7:
    allocates(strlen("leaks"));
    break;
  case 8:
    strdup("leaks");
    break;
  }
  return 0;
}
