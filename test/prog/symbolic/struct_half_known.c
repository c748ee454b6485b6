// A struct of two ints travels in one register.  Its known half stays known beside a symbolic one:
// `to` is neither asked about nor counted.
// RUN: run --output
// EXPECT: finished 2
// EXPECT: output known
#include <nadir.h>
#include <stdio.h>

struct Edge {
  int length, to;
};

static struct Edge kept;

static void keep(struct Edge e) {
  kept = e;
}

static struct Edge get(void) {
  struct Edge e = kept;
  return e;
}

int main(void) {
  int x;
  nadir_symbolic(&x, sizeof x, "x");
  keep((struct Edge){x, 5});
  puts(nadir_is_symbolic(get().to) || nadir_is_symbolic(kept.to) ? "symbolic" : "known");
  if (get().length > 3) return 1;
  return 0;
}
