/* loops_test.c — natural loops of functions whose loops are known. */
#include "code/loops.h"
#include "unit/code/compile.h"

/* Where the function multiplies by this number. */
static u32 place_of(const Fn *f, u32 factor) {
  for (u32 pc = 0; pc < f->n_code; pc++)
    if (f->code[pc].op == OP_MUL32I && f->code[pc].c == factor) return pc;
  fail_msg("nothing is multiplied by %u", factor);
  return 0;
}

/* How many loops are around the place, and that the chain of parents says the same as `contain`. */
static u32 depth_at(const Loops *l, u32 pc) {
  u32 depth = 0, n_around = 0;
  for (u32 at = l->of.at[pc]; at != NO_LOOP; at = l->all.at[at].parent) depth++;
  for (u32 i = 0; i < l->all.n; i++) n_around += loops_contain(l, i, pc);
  assert_int_equal(depth, n_around);
  return depth;
}

/* What holds of all loops: headers are inside, parents come first and contain them. */
static void check_loops(const Loops *l) {
  for (u32 i = 0; i < l->all.n; i++) {
    const Loop *loop = &l->all.at[i];
    assert_true(loops_contain(l, i, loop->header));
    assert_int_equal(l->of.at[loop->header], i);
    if (loop->parent == NO_LOOP) continue;
    assert_true(loop->parent < i);
    assert_true(loops_contain(l, loop->parent, loop->header));
    assert_false(loops_contain(l, i, l->all.at[loop->parent].header));
  }
}

typedef struct Row {
  const char *source; /* of f; what is multiplied by 3, 5, 7 is looked at */
  u32 n_loops;
  u32 n_factors;
  u32 depth[3]; /* of x *= 3, x *= 5, x *= 7 */
} Row;

static const Row rows[] = {
    {"int f(int n, int x) { x *= 3; return x; }", 0, 1, {0}},
    {"int f(int n, int x) { x *= 3; for (int i = 0; i < n; i++) x *= 5; return x * 7; }",
     1,
     3,
     {0, 1, 0}},
    {"int f(int n, int x) { for (int i = 0; i < n; i++) { x *= 3; for (int j = 0; j < i; j++) {"
     "  x *= 5; for (int k = 0; k < j; k++) x *= 7; } } return x; }",
     3,
     3,
     {1, 2, 3}},
    /* side by side in another one */
    {"int f(int n, int x) { while (n--) { for (int i = 0; i < n; i++) x *= 3;"
     "  for (int i = 0; i < n; i++) x *= 5; x *= 7; } return x; }",
     3,
     3,
     {2, 2, 1}},
    /* two exits, and what leads to the second */
    {"int g(int x) { return x > 4; } int f(int n, int x) { while (n-- > 0) { x *= 3; if (g(x)) { x "
     "*= 5; break; } }"
     "  return x * 7; }",
     1,
     3,
     {1, 0, 0}},
    {"int g(int x) { return x > 4; } int f(int n, int x) { for (;;) { x *= 3; if (g(x)) return x * "
     "5; if (g(n))"
     "  return x * 7; } }",
     1,
     3,
     {1, 0, 0}},
    {"int f(int n, int x) { do x *= 3; while (x < n); return x * 5; }", 1, 2, {1, 0}},
    {"int f(int n, int x) { do { x *= 3; do x *= 5; while (x < n); } while (x < 2 * n);"
     "  return x * 7; }",
     2,
     3,
     {1, 2, 0}},
    /* two ways back are one loop */
    {"int g(int x) { return x > 4; } int f(int n, int x) { while (x < n) { x *= 3; if (g(x)) { x "
     "*= 5; continue; }"
     "  x *= 7; } return x; }",
     1,
     3,
     {1, 1, 1}},
    /* two ways in: no natural loop; the loop around it is one */
    {"int f(int n, int x) { if (n > 5) goto second; first: x *= 3; if (x > 9) return x;"
     "  second: x *= 5; if (x < n) goto first; return x * 7; }",
     0,
     3,
     {0, 0, 0}},
    {"int f(int n, int x) { while (x < n) { if (n > 5) goto second; first: x *= 3;"
     "  if (x > 9) continue; second: x *= 5; if (x < n) goto first; } return x * 7; }",
     1,
     3,
     {1, 1, 0}},
    /* what cannot be reached is no loop */
    {"int f(int n, int x) { x *= 3; return x; while (n--) x++; }", 0, 1, {0}},
};

static void test_depths(void **state) {
  (void)state;
  static const u32 factors[] = {3, 5, 7};
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    Module *m = compile(rows[i].source, 0);
    const Fn *f = find_fn(m, "f");
    cleanup(loops_done) Loops l;
    loops_make(f, &l);
    check_loops(&l);
    if (l.all.n != rows[i].n_loops) fail_msg("%u loops in %s", l.all.n, rows[i].source);
    for (u32 k = 0; k < rows[i].n_factors; k++) {
      u32 depth = depth_at(&l, place_of(f, factors[k]));
      if (depth != rows[i].depth[k])
        fail_msg("*= %u is in %u loops: %s", factors[k], depth, rows[i].source);
    }
    module_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_depths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
