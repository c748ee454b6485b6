// What is not told: unset bytes that travel with the others, in copies of structs, in unions, in
// structs passed and returned in registers, in padding.  What is: a decision that depends on one, and an exit code.
// RUN: run
// EXPECT: finished 7
// EXPECT: warning 83
// EXPECT: warning 79
// RUN: run --unset symbolic
// EXPECT: finished 7
// RUN: run --unset zero
// EXPECT: finished 6
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

typedef struct Small {
  char c;
  short s;
  int x;
} Small;

typedef struct Odd {
  char bytes[5];
} Odd;

typedef union Either {
  double d;
  long l;
  char c[8];
} Either;

static Small pass(Small s) {
  s.s = 4;
  return s;
}

static Odd pass_odd(Odd o) {
  o.bytes[1]++;
  return o;
}

static Either pass_either(Either e) {
  return e;
}

static int same(const Small *a, const Small *b) {
  return a->c == b->c && a->x == b->x;
}

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(way < 6);
  Small s;
  s.c = 1;
  s.x = 3;
  switch (way) {
  case 0: {
    Small t = pass(s), *p = malloc(2 * sizeof *p);
    p[0] = t;
    memcpy(p + 1, p, sizeof *p);
    int is_same = same(&p[1], &s) && p[1].s == 4;
    free(p);
    return is_same ? 0 : 1;
  }
  case 1: {
    Odd o;
    o.bytes[1] = 7;
    return pass_odd(pass_odd(o)).bytes[1] == 9 ? 0 : 1;
  }
  case 2: {
    Either e;
    e.c[3] = 5;
    return pass_either(e).c[3] == 5 ? 0 : 1;
  }
  case 3: return pass(s).s == 4 ? 0 : 1;
  case 4: return pass(s).s + s.s; // the exit code
  case 5: {
    Small t = s;
    return t.s == 9 ? 1 : 0; // decides
  }
  }
  return 0;
}
