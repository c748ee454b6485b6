/* heap_test.c — addresses, lifetimes, and what a bad access is told to be. */
#include "unit/unit.h"

#include "expr/input.h"
#include "vm/memory/heap.h"
#include "vm/memory/object_impl.h"

static int setup(void **state) {
  expr_open();
  Space *s = NEW(Space);
  space_init(s);
  *state = s;
  return 0;
}

static int teardown(void **state) {
  space_done(*state);
  mem_free(*state);
  expr_close();
  assert_int_equal(space_memory(), 0);
  return 0;
}

static Fault fault_at(Space *s, u64 address, u32 n) {
  Word w;
  return object_load(s, address, n, &w);
}

static void test_addresses(void **state) {
  Space *s = *state;
  u64 a = heap_alloc(s, OBJECT_HEAP, 1, 1, 0), b = heap_alloc(s, OBJECT_HEAP, 4097, 16, 0);
  u64 c = heap_alloc(s, OBJECT_HEAP, 0, 1 << 16, 0), d = heap_alloc(s, OBJECT_HEAP, 8, 8, 0);
  assert_int_equal(a, HEAP_BASE + 0x1000);
  assert_int_equal(b, a + 0x2000);
  assert_true(c >= b + 0x3000 && c % (1 << 16) == 0);
  assert_int_equal(d, c + 0x2000);
  assert_int_equal(heap_alloc(s, OBJECT_GLOBAL, 5, 1, 0), GLOBAL_BASE + 0x1000);
  assert_int_equal(heap_alloc(s, OBJECT_STACK, 5, 1, 0), STACK_BASE + 0x1000);
  assert_int_equal(heap_alloc(s, OBJECT_HEAP, 1ull << 44, 1, 0), 0);
  assert_int_equal(heap_alloc(s, OBJECT_HEAP, UINT64_MAX, 1, 0), 0);
  assert_int_equal(heap_alloc(s, OBJECT_HEAP, 8, 1ull << 63, 0), 0);
  assert_int_equal(heap_free(s, d, 0), FAULT_NONE);
  assert_int_equal(heap_alloc(s, OBJECT_HEAP, 8, 8, 0), d + 0x2000);
}

static void test_lifetimes(void **state) {
  Space *s = *state;
  Object o;
  u64 a = heap_alloc(s, OBJECT_HEAP, 100, 1, 17), g = heap_alloc(s, OBJECT_GLOBAL, 10, 1, 0);
  assert_int_equal(s->heap_bytes, 100);
  assert_int_equal(heap_free(s, 0, 1), FAULT_NONE);
  assert_int_equal(heap_free(s, a + 1, 1), FAULT_INVALID_FREE);
  assert_int_equal(heap_free(s, g, 1), FAULT_INVALID_FREE);
  assert_int_equal(heap_free(s, 12345, 1), FAULT_INVALID_FREE);
  Space child = space_fork(s);
  assert_int_equal(heap_free(s, a, 42), FAULT_NONE);
  assert_int_equal(heap_free(s, a, 43), FAULT_DOUBLE_FREE);
  assert_int_equal(fault_at(s, a + 5, 1), FAULT_FREED);
  assert_int_equal(object_store(s, a, 1, word_of(1)), FAULT_FREED);
  assert_true(object_find(s, a + 5, &o));
  assert_true(o.site == 42 && o.base == a && o.size == 100 && !o.is_live);
  assert_int_equal(s->heap_bytes, 0);
  heap_alloc(s, OBJECT_HEAP, 10, 1, 0);
  assert_int_equal(s->heap_bytes, 10);
  assert_int_equal(s->heap_peak, 100);
  assert_int_equal(fault_at(&child, a + 5, 1), FAULT_NONE);
  assert_true(object_find(&child, a + 5, &o) && o.is_live && o.site == 17);
  assert_false(object_find(&child, a + 100, &o));
  space_done(&child);
}

static void test_constant(void **state) {
  Space *s = *state;
  Tlb tlb = {0};
  space_run(s, &tlb);
  u64 g = heap_alloc(s, OBJECT_GLOBAL, 3 * PAGE_BYTES, 1, 0);
  object_put(s, g, "abc", 3);
  assert_int_equal(object_store(s, g + 1, 1, word_of('x')), FAULT_NONE);
  assert_non_null(tlb_write(&tlb, g, 1));
  heap_seal(s, g);
  assert_null(tlb_write(&tlb, g, 1));
  assert_int_equal(object_store(s, g + 1, 1, word_of('y')), FAULT_CONSTANT);
  assert_int_equal(object_store(s, g + 3 * PAGE_BYTES - 1, 1, word_of('y')), FAULT_CONSTANT);
  assert_int_equal(object_store(s, g + 3 * PAGE_BYTES - 1, 2, word_of('y')), FAULT_BOUNDS);
  assert_int_equal(fault_at(s, g, 3), FAULT_NONE);
  assert_null(tlb_write(&tlb, g, 1));
  assert_memory_equal(tlb_read(&tlb, g, 3), "axc", 3);
}

static void check_explained(Space *s, u64 address, u32 n, Fault fault, u64 base, i64 distance) {
  Explanation e = fault_explain(s, address, n, false);
  assert_int_equal(e.fault, fault);
  assert_int_equal(fault_at(s, address, n), fault);
  assert_int_equal(e.has_object, base != 0);
  if (base) assert_int_equal(e.object.base, base);
  if (fault == FAULT_BOUNDS)
    assert_int_equal(e.is_before ? -(i64)e.distance : (i64)e.distance, distance);
}

static void test_explained(void **state) {
  Space *s = *state;
  u64 a = heap_alloc(s, OBJECT_HEAP, 100, 1, 0), b = heap_alloc(s, OBJECT_HEAP, 8192, 1, 0);
  u64 z = heap_alloc(s, OBJECT_HEAP, 0, 1, 0);
  check_explained(s, 0, 1, FAULT_NULL, 0, 0);
  check_explained(s, 0xffff, 8, FAULT_NULL, 0, 0);
  check_explained(s, 0x10000, 8, FAULT_CODE, 0, 0);
  check_explained(s, a + 96, 4, FAULT_NONE, a, 0);
  check_explained(s, a + 97, 4, FAULT_BOUNDS, a, 0);
  check_explained(s, a + 100, 1, FAULT_BOUNDS, a, 0);
  check_explained(s, a + 103, 1, FAULT_BOUNDS, a, 3);
  check_explained(s, a + 4096, 1, FAULT_BOUNDS, a, 3996);
  check_explained(s, b - 1, 1, FAULT_BOUNDS, b, -1);
  check_explained(s, b - 8, 8, FAULT_BOUNDS, b, -8);
  check_explained(s, b + 8190, 4, FAULT_BOUNDS, b, 0);
  check_explained(s, b + 8192, 4, FAULT_BOUNDS, b, 0);
  check_explained(s, z, 1, FAULT_BOUNDS, z, 0);
  check_explained(s, z + (1 << 24), 1, FAULT_UNMAPPED, 0, 0);
  check_explained(s, UINT64_MAX, 8, FAULT_UNMAPPED, 0, 0);
  check_explained(s, STACK_BASE, 8, FAULT_UNMAPPED, 0, 0);
  assert_int_equal(object_check(s, a + 200, 0, true), FAULT_NONE);
  assert_int_equal(object_check(s, a, UINT64_MAX, true), FAULT_BOUNDS);
  assert_int_equal(object_check(s, b, 8192, true), FAULT_NONE);
  assert_int_equal(object_check(s, b, 8193, true), FAULT_BOUNDS);
}

static void test_stack(void **state) {
  Space *s = *state;
  u64 outer = heap_mark(s), a = heap_alloc(s, OBJECT_STACK, 8, 1, 0);
  u64 inner = heap_mark(s), b = heap_alloc(s, OBJECT_STACK, 8, 1, 0);
  u64 c = heap_alloc(s, OBJECT_STACK, 10000, 1, 0);
  assert_int_equal(s->stack_bytes, 10016);
  assert_int_equal(fault_at(s, c + 9999, 1), FAULT_NONE);
  heap_pop(s, inner);
  assert_int_equal(s->stack_bytes, 8);
  assert_int_equal(fault_at(s, a, 8), FAULT_NONE);
  check_explained(s, a + 8, 1, FAULT_BOUNDS, a, 0);
  check_explained(s, b, 1, FAULT_RETURNED, 0, 0);
  check_explained(s, c + 9999, 1, FAULT_RETURNED, 0, 0);
  u64 d = heap_alloc(s, OBJECT_STACK, 8, 1, 0);
  assert_true(d > c);
  check_explained(s, b, 1, FAULT_RETURNED, 0, 0);
  check_explained(s, d - 1, 1, FAULT_BOUNDS, d, -1);
  heap_pop(s, outer);
  assert_int_equal(s->stack_bytes, 0);
  assert_int_equal(space_memory(), 0);
  check_explained(s, a, 1, FAULT_RETURNED, 0, 0);
}

/* A block is left and entered again: small and large variables, and those that are arrays. */
static void test_scope(void **state) {
  Space *s = *state;
  u64 outer = heap_mark(s);
  for (u32 size = 0; size <= 10000; size = 3 * size + 8) {
    u64 a = heap_alloc(s, OBJECT_STACK, size, 1, 0), last = a + MAX(size, 1) - 1;
    for (u32 round = 0; round < 3; round++) {
      if (size) object_fill(s, a, word_of(7), size);
      if (size && round == 1)
        object_map_state(s, page_object(space_page(s, a)), PAGE_ARRAY, object_array(s, a));
      heap_revive(s, a); /* it lives already */
      if (size) assert_int_equal(object_peek(s, last, 1).value, 7);
      heap_kill(s, a);
      heap_kill(s, a);
      check_explained(s, last, 1, FAULT_SCOPE, a, 0);
      assert_int_equal(object_check(s, a, 1, true), FAULT_SCOPE);
      heap_revive(s, a);
      assert_int_equal(object_check(s, a, size, true), FAULT_NONE);
      if (size) assert_int_equal(object_peek(s, last, 1).value, 0);
    }
    heap_kill(s, a);
  }
  heap_pop(s, outer);
  assert_int_equal(s->stack_bytes, 0);
  assert_int_equal(space_memory(), 0);
}

/* A function that calls another again and again, until the stack falls back below the place
 * where the function began, and then makes an object of its own. */
static void test_stack_falls_back(void **state) {
  Space *s = *state;
  u64 a = heap_alloc(s, OBJECT_STACK, 8, 1, 0), begin = heap_mark(s);
  u64 held = space_memory(), most = 0, last = 0, n_back = 0;
  for (u32 i = 0; i < 1000; i++) {
    u64 mark = heap_mark(s), b = heap_alloc(s, OBJECT_STACK, 10000, 1, 0);
    assert_true(b > a + 4096);
    n_back += b < last;
    most = MAX(most, last = b);
    heap_pop(s, mark);
    if (i > 0 && i < 50) check_explained(s, b, 1, FAULT_RETURNED, 0, 0);
  }
  assert_true(n_back > 5 && most > STACK_BASE + STACK_FRESH / 2);
  assert_true(most < STACK_BASE + 2 * STACK_FRESH);
  assert_true(space_memory() <= held + 20 * 300); /* the tree is higher now */
  u64 c = heap_alloc(s, OBJECT_STACK, 8, 1, 0);
  assert_int_equal(fault_at(s, c, 8), FAULT_NONE);
  assert_int_equal(s->stack_bytes, 16);
  heap_pop(s, begin);
  assert_int_equal(fault_at(s, c, 8), FAULT_RETURNED);
  assert_int_equal(fault_at(s, a, 8), FAULT_NONE);
  assert_int_equal(s->stack_bytes, 8);
}

static void test_next(void **state) {
  Space *s = *state;
  Object o;
  u64 g = heap_alloc(s, OBJECT_GLOBAL, 9000, 1, 0), a = heap_alloc(s, OBJECT_HEAP, 0, 1, 0);
  u64 b = heap_alloc(s, OBJECT_HEAP, 9000, 1, 0), c = heap_alloc(s, OBJECT_STACK, 1, 1, 0);
  const u64 want[] = {g, a, b, c};
  assert_int_equal(heap_free(s, a, 3), FAULT_NONE);
  u64 from = 0;
  for (u32 i = 0; i < 4; i++, from = o.base + 1) {
    assert_true(object_next(s, from, &o));
    assert_int_equal(o.base, want[i]);
    assert_int_equal(o.is_live, i != 1);
  }
  assert_false(object_next(s, from, &o));
  assert_true(object_next(s, b, &o) && o.base == b);
}

/* An object of symbolic size: what is sure needs no question, growing is this space's knowledge. */
static void test_open(void **state) {
  Space *s = *state;
  Expr n = expr_var(input_bits("n", 64), 0, 64);
  Expr size = expr_add(expr_and(n, expr_const(64, 0xffff)), expr_const(64, 8));
  u64 a = heap_alloc_symbolic(s, OBJECT_HEAP, 1 << 20, size, 1, 7),
      b = heap_alloc(s, OBJECT_HEAP, 4, 1, 0);
  assert_true(b > a + (1 << 20));
  assert_int_equal(s->heap_bytes, 8 + 4);
  assert_int_equal(fault_at(s, a, 8), FAULT_NONE);
  assert_int_equal(fault_at(s, a + 1, 8), FAULT_SYMBOLIC_SIZE);
  assert_int_equal(fault_at(s, a + 5000, 4), FAULT_SYMBOLIC_SIZE);
  assert_int_equal(fault_at(s, a + (1 << 20), 1), FAULT_BOUNDS);
  Space child = space_fork(s);
  object_grow(&child, a + 5000, 4);
  assert_int_equal(fault_at(&child, a + 100, 8), FAULT_NONE);
  assert_int_equal(fault_at(&child, a + 5001, 4), FAULT_SYMBOLIC_SIZE);
  assert_int_equal(object_store(&child, a + 5000, 4, word_of(77)), FAULT_NONE);
  assert_int_equal(fault_at(&child, a + 5000, 4), FAULT_NONE);
  assert_int_equal(fault_at(s, a + 100, 8), FAULT_SYMBOLIC_SIZE);
  assert_int_equal(child.heap_bytes, 5004 + 4);
  assert_int_equal(heap_free(&child, a, 9), FAULT_NONE);
  assert_int_equal(child.heap_bytes, 4);
  assert_int_equal(fault_at(&child, a, 1), FAULT_FREED);
  space_done(&child);
  Explanation e = fault_explain(s, a + 200, 4, true);
  explanation_settle(&e, a + 200, 4, 100);
  assert_true(e.fault == FAULT_BOUNDS && e.distance == 100 && e.object.size == 100);
  e = fault_explain(s, a + 96, 8, true);
  explanation_settle(&e, a + 96, 8, 100);
  assert_true(e.fault == FAULT_BOUNDS && !e.distance);
}

/* Memory filled at once costs a page however large it is, also when it is copied and read as an
 * array; so does what the array is remembered in. */
static void test_large(void **state) {
  Space *s = *state;
  const u64 n = 1ull << 32;
  Expr c = expr_var(input_bits("c", 8), 0, 8), i = expr_var(input_bits("i", 64), 0, 64);
  u64 a = heap_alloc(s, OBJECT_HEAP, n, 1, 0), b = heap_alloc(s, OBJECT_HEAP, n + 5, 1, 0);
  object_fill(s, a, word_of_expr(c), n);
  object_copy(s, b, a, n);
  Word w = word_of(0);
  assert_int_equal(object_load(s, b + n - 1, 1, &w), FAULT_NONE);
  assert_true(expr_same(w.expr, c));
  assert_int_equal(object_load(s, b + n, 1, &w), FAULT_NONE);
  assert_true(!word_is_symbolic(w) && !w.value);
  assert_true(expr_same(expr_select(object_array(s, a), i), c));
  assert_true(expr_same(object_array(s, a), object_array(s, a)));
  Space child = space_fork(s);
  assert_int_equal(object_store(&child, a + 123456789, 1, word_of(5)), FAULT_NONE);
  assert_true(expr_is_value(expr_select(object_array(&child, a), expr_const(64, 123456789)), 5));
  assert_true(expr_same(expr_select(object_array(s, a), i), c));
  assert_int_equal(object_store(&child, a + 123456789, 1, word_of_expr(c)), FAULT_NONE);
  assert_true(expr_same(expr_select(object_array(&child, a), i), c));
  space_done(&child);
  assert_true(space_memory() < 1 << 17);
}

int main(void) {
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
  const struct CMUnitTest tests[] = {
      CASE(test_addresses), CASE(test_lifetimes), CASE(test_constant),         CASE(test_explained),
      CASE(test_stack),     CASE(test_scope),     CASE(test_stack_falls_back), CASE(test_next),
      CASE(test_open),      CASE(test_large),
  };
#undef CASE
  return cmocka_run_group_tests(tests, NULL, NULL);
}
