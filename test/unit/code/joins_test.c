/* joins_test.c — where the sides of jumps come together, in functions where that is known. */
#include "code/joins.h"
#include "unit/code/compile.h"

typedef struct Row {
  const char *source; /* of f */
  u32 n_joined;       /* of its conditional jumps */
  u32 factor;         /* the first of them leads to where x is multiplied by this; 0: nowhere */
} Row;

static const Row rows[] = {
    {"int f(int n, int x) { if (n > 1) x++; return x * 7; }", 1, 7},
    {"int f(int n, int x) { if (n > 1) x++; else x *= 3; return x * 7; }", 1, 7},
    {"int f(int n, int x) { if (n > 1 && x < 4 || n == x) x++; return x * 7; }", 3, 7},
    {"int f(int n, int x) { if (n > 1) { if (x > 2) x = 1; x *= 5; } return x * 7; }", 2, 7},
    /* the end of a round, and the head of the loop */
    {"int f(int n, int x) { for (;;) { if (n > 1) x++; x *= 7; } return x; }", 1, 7},
    {"int f(int n, int x) { for (;;) { x *= 7; if (n > 1) continue; x *= 5; } return x; }", 1, 7},
    /* one side does not come back */
    {"void g(void); int f(int n, int x) { if (n > 1) __builtin_unreachable(); return x * 7; }", 0,
     0},
    {"int f(int n, int x) { while (x < n) x *= 3; return x * 7; }", 0, 0},
    {"int f(int n, int x) { while (x < n) { if (x == 3) break; x *= 5; } return x * 7; }", 0, 0},
};

/* Does the code from here on come to the multiplication, without a jump? */
static bool leads_to(const Fn *f, u32 pc, u32 factor) {
  for (; pc < f->n_code && !op_ends_block(f->code[pc].op) && !op_is_jump(f->code[pc].op); pc++)
    if (f->code[pc].op == OP_MUL32I && f->code[pc].c == factor) return true;
  return false;
}

static void test_joins(void **state) {
  (void)state;
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    Module *m = compile(rows[i].source, 0);
    const Fn *f = find_fn(m, "f");
    JoinTable joins = join_table_new(m);
    u32 n_joined = 0, first = NO_JOIN;
    for (u32 pc = 0; pc < f->n_code; pc++) {
      u32 join = join_table_get(&joins, (u32)(f - m->fns.at), pc);
      if (join == NO_JOIN) continue;
      assert_true(op_is_jump(f->code[pc].op) && join < f->n_code);
      if (!n_joined++) first = join;
    }
    if (n_joined != rows[i].n_joined) fail_msg("%u joins in %s", n_joined, rows[i].source);
    if (rows[i].factor && !leads_to(f, first, rows[i].factor))
      fail_msg("the join is at %u of %s", first, rows[i].source);
    join_table_done(&joins);
    module_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_joins)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
