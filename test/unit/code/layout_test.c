/* layout_test.c — addresses, and the bytes that globals start with. */
#include "unit/code/compile.h"

static const Global *find_global(const Module *m, const char *name) {
  for (u32 k = 0; k < m->globals.n; k++)
    if (!strcmp(m->globals.at[k].name, name)) return &m->globals.at[k];
  fail_msg("no global '%s'", name);
  return NULL;
}

static u64 word_at(const Global *g, u64 offset, u32 n_bytes) {
  u64 x = 0;
  assert_non_null(g->bytes);
  assert_true(offset + n_bytes <= g->n_bytes);
  memcpy(&x, g->bytes + offset, n_bytes);
  return x;
}

static void test_addresses(void **state) {
  (void)state;
  Module *m =
      compile("char a = 1; int b[3000] = {1}; static const long c = 3; long *p = (long *)&c;\n"
              "int f(void) { return 1; } int g(void) { return f(); }\n",
              0);
  const Global *a = find_global(m, "a"), *b = find_global(m, "b"), *c = find_global(m, "c");
  assert_int_equal(m->globals.at[0].address, GLOBAL_ADDRESS_BASE);
  for (u32 k = 0; k < m->globals.n; k++) {
    const Global *g = &m->globals.at[k];
    assert_int_equal(g->address % GLOBAL_ALIGN, 0);
    assert_ptr_equal(module_global_at(m, g->address), g);
    assert_ptr_equal(module_global_at(m, g->address + g->n_bytes - 1), g);
    assert_null(module_global_at(m, g->address + g->n_bytes));
    /* At least one page of nobody before the next object. */
    if (k + 1 < m->globals.n)
      assert_true(g[1].address >=
                  ((g->address + g->n_bytes - 1) / GLOBAL_ALIGN + 2) * GLOBAL_ALIGN);
  }
  assert_true(c->is_constant && !a->is_constant && !b->is_constant);
  assert_int_equal(word_at(find_global(m, "p"), 0, 8), c->address);
  u32 f = module_find_fn(m, "f"), g = module_find_fn(m, "g");
  assert_int_equal(m->fns.at[f].address, FN_ADDRESS_BASE + 16 * f);
  assert_int_equal(module_fn_at(m, m->fns.at[g].address), g);
  assert_int_equal(module_fn_at(m, m->fns.at[g].address + 1), 0);
  module_free(m);
}

static void test_images(void **state) {
  (void)state;
  Module *m =
      compile("struct S { char c; short s; int *p; double d; char t[5]; } x[2] = {\n"
              "  {1, -2, 0, 1.5, \"ab\"}, {3, 4, (int *)&x[1].d, -0.0, {9}}};\n"
              "char *str = \"hello\" + 1; int zero[100]; extern int out; int *pout = &out;\n"
              "int f(int a) { return a; } int (*pf)(int) = f; long diff = (long)&zero[7];\n"
              "__int128 w = ((__int128)0x1122334455667788 << 64) - 1; long double l = 1.0L; float "
              "fl = 1.0f;\n"
              "struct B { unsigned a : 3, b : 7; } bits = {5, 100};\n",
              0);
  const Global *x = find_global(m, "x");
  assert_int_equal(x->n_bytes, 64);
  assert_int_equal(word_at(x, 0, 1), 1);
  assert_int_equal(word_at(x, 2, 2), 0xfffe);
  assert_int_equal(word_at(x, 16, 8), 0x3ff8000000000000);
  assert_int_equal(word_at(x, 24, 2), 'a' | 'b' << 8);
  assert_int_equal(word_at(x, 32 + 8, 8), x->address + 32 + 16);
  assert_int_equal(word_at(x, 32 + 16, 8), 1ull << 63);
  const Global *text = module_global_at(m, word_at(find_global(m, "str"), 0, 8));
  assert_non_null(text);
  assert_int_equal(word_at(find_global(m, "str"), 0, 8), text->address + 1);
  assert_memory_equal(text->bytes, "hello", 6);
  assert_true(text->is_constant);
  assert_null(find_global(m, "zero")->bytes);
  assert_true(find_global(m, "out")->is_extern);
  assert_int_equal(word_at(find_global(m, "pout"), 0, 8), find_global(m, "out")->address);
  assert_int_equal(word_at(find_global(m, "pf"), 0, 8), m->fns.at[module_find_fn(m, "f")].address);
  assert_int_equal(word_at(find_global(m, "diff"), 0, 8), find_global(m, "zero")->address + 28);
  assert_int_equal(word_at(find_global(m, "w"), 0, 8), UINT64_MAX);
  assert_int_equal(word_at(find_global(m, "w"), 8, 8), 0x1122334455667787);
  assert_int_equal(word_at(find_global(m, "l"), 0, 8), 1ull << 63);
  assert_int_equal(word_at(find_global(m, "l"), 8, 2), 0x3fff);
  assert_int_equal(word_at(find_global(m, "fl"), 0, 4), 0x3f800000);
  assert_int_equal(word_at(find_global(m, "bits"), 0, 2), 5 | 100 << 3);
  module_free(m);
}

static void test_ctors(void **state) {
  (void)state;
  Module *m = compile("__attribute__((constructor(300))) void late(void) {}\n"
                      "__attribute__((constructor(200))) void early(void) {}\n"
                      "__attribute__((constructor)) void last(void) {}\n"
                      "__attribute__((destructor)) void second(void) {}\n"
                      "__attribute__((destructor(200))) void third(void) {}\n"
                      "__attribute__((destructor)) void first(void) {}\n",
                      0);
  assert_int_equal(m->ctors.n, 3);
  assert_string_equal(m->fns.at[m->ctors.at[0].fn].name, "early");
  assert_string_equal(m->fns.at[m->ctors.at[1].fn].name, "late");
  assert_string_equal(m->fns.at[m->ctors.at[2].fn].name, "last");
  assert_int_equal(m->dtors.n, 3);
  assert_string_equal(m->fns.at[m->dtors.at[0].fn].name, "first");
  assert_string_equal(m->fns.at[m->dtors.at[1].fn].name, "second");
  assert_string_equal(m->fns.at[m->dtors.at[2].fn].name, "third");
  module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_addresses),
      cmocka_unit_test(test_images),
      cmocka_unit_test(test_ctors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
