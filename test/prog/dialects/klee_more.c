// The other functions of klee.h: choices, values, sizes, hints, messages.
// RUN: run
// EXPECT: finished 3
// EXPECT: error 1
// EXPECT: native differs
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int i = klee_int("i");
  char *p = malloc(12);
  klee_assume(i > 5);
  klee_prefer_cex(&i, i < 100);
  klee_warning_once("only text");
  klee_print_expr("i", i);
  klee_open_merge();
  klee_close_merge();
  klee_assert(klee_get_obj_size(p) == 12);
  klee_assert(klee_get_value_i32(i) > 5);
  klee_assert(!klee_is_symbolic(4) && klee_is_symbolic(i) && !klee_is_replay());
  klee_check_memory_access(p, 12);
  switch (klee_choose(4)) {
  case 0: return 0;
  case 1: klee_check_memory_access(p, 13); return 1; // ERROR: read-bounds
  case 2: return i == 5;
  }
  return i < 10;
}
