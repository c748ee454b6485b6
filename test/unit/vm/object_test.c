/* object_test.c — loads, stores, copies and arrays over trees of forked spaces, against
 * a plain list of byte terms per space. */
#include "unit/unit.h"

#include "base/rng.h"
#include "expr/model.h"
#include "vm/memory/heap.h"
#include "vm/memory/object.h"

#include <string.h>

enum { N_OBJECTS = 7, MAX_SPACES = 6, N_MODELS = 3 };

static const u32 sizes[N_OBJECTS] = {1, 7, 16, 100, 4096, 4100, 9000};

/* One space and what must be in it. */
typedef struct Pair {
  Space space;
  u64 base[N_OBJECTS];
  Expr *bytes[N_OBJECTS]; /* owned */
  bool is_array[N_OBJECTS];
  bool is_other[N_OBJECTS]; /* equal terms, but not the same: it has bytes of an array */
} Pair;

typedef struct Bench {
  Rng rng;
  Pair pairs[MAX_SPACES];
  u32 n_pairs;
  Tlb tlb;
  ExprVec words; /* to store: of 8, 16, 32 and 64 bits */
  Input in;
  Model *models[N_MODELS];
  Eval *eval;
} Bench;

static u32 below(Bench *b, u64 n) { return (u32)rng_below(&b->rng, n); }

/* ---- set-up ---------------------------------------------------------------- */

static void mark_all(void *user) {
  Bench *b = user;
  for (u32 i = 0; i < b->n_pairs; i++) {
    space_mark(&b->pairs[i].space);
    for (u32 o = 0; o < N_OBJECTS; o++)
      for (u32 k = 0; k < sizes[o]; k++) expr_mark(b->pairs[i].bytes[o][k]);
  }
  for (u32 i = 0; i < b->words.n; i++) expr_mark(b->words.at[i]);
}

static void make_words(Bench *b) {
  b->in = input_bytes("in", 4096);
  for (u32 i = 0; i < 40; i++) {
    u32 width = 8u << below(b, 4);
    Expr x = expr_var(b->in, 8 * below(b, 16), width), y = expr_var(b->in, 8 * below(b, 16), width);
    Expr e = x;
    if (i % 4 == 1) e = expr_add(x, y);
    if (i % 4 == 2) e = expr_mul(expr_xor(x, y), expr_const(width, 3 + i));
    if (i % 4 == 3) e = expr_ite(expr_ult(x, y), x, expr_const(width, rng_u64(&b->rng)));
    if (!expr_is_const(e)) vec_push(&b->words, e);
  }
}

static Bench *bench_new(u64 seed) {
  Bench *b = NEW(Bench);
  expr_open();
  b->rng.state = seed;
  make_words(b);
  Pair *p = &b->pairs[b->n_pairs++];
  space_init(&p->space);
  for (u32 o = 0; o < N_OBJECTS; o++) {
    p->base[o] = heap_alloc(&p->space, o % 2 ? OBJECT_HEAP : OBJECT_STACK, sizes[o], 1, o);
    p->bytes[o] = mem_new(sizes[o] * sizeof(Expr));
    for (u32 k = 0; k < sizes[o]; k++) p->bytes[o][k] = expr_const(8, 0);
  }
  for (u32 m = 0; m < N_MODELS; m++) {
    b->models[m] = model_new();
    for (u32 c = 0; c < input_cells(); c++) model_set_byte(b->models[m], c, (u8)below(b, 256));
  }
  b->eval = eval_new();
  expr_roots_add(mark_all, b);
  return b;
}

static void pair_drop(Bench *b, u32 i) {
  space_done(&b->pairs[i].space);
  for (u32 o = 0; o < N_OBJECTS; o++) mem_free(b->pairs[i].bytes[o]);
  b->pairs[i] = b->pairs[--b->n_pairs];
}

static void bench_free(Bench *b) {
  while (b->n_pairs) pair_drop(b, 0);
  for (u32 m = 0; m < N_MODELS; m++) model_unref(b->models[m]);
  eval_free(b->eval);
  vec_free(&b->words);
  expr_roots_remove(mark_all, b);
  expr_close();
  mem_free(b);
}

/* ---- comparing --------------------------------------------------------------- */

static void assert_equal(Bench *b, Expr got, Expr want) {
  assert_int_equal(expr_width(got), expr_width(want));
  for (u32 m = 0; m < N_MODELS && !expr_same(got, want); m++)
    assert_int_equal(eval(b->eval, b->models[m], got), eval(b->eval, b->models[m], want));
}

static Expr wanted(const Expr *bytes, u32 n) {
  Expr e = bytes[0];
  for (u32 i = 1; i < n; i++) e = expr_concat(bytes[i], e);
  return e;
}

/* As the interpreter does it: the fast path first. */
static Fault load(Bench *b, Pair *p, u64 address, u32 n, Word *ret) {
  const void *fast = p->space.tlb ? tlb_read(&b->tlb, address, n) : NULL;
  if (!fast) return object_load(&p->space, address, n, ret);
  *ret = word_of(0);
  memcpy(&ret->value, fast, n);
  return FAULT_NONE;
}

static Fault store(Bench *b, Pair *p, u64 address, u32 n, Word w) {
  bool can_try = p->space.tlb && !word_is_symbolic(w);
  void *fast = can_try ? tlb_write(&b->tlb, address, n) : NULL;
  if (!fast) return object_store(&p->space, address, n, w);
  memcpy(fast, &w.value, n);
  return FAULT_NONE;
}

static void check_load(Bench *b, Pair *p, u32 o, u32 at, u32 n) {
  Word w;
  Fault fault = load(b, p, p->base[o] + at, n, &w);
  if (at + n > sizes[o]) {
    assert_int_equal(fault, FAULT_BOUNDS);
    return;
  }
  assert_int_equal(fault, FAULT_NONE);
  Expr got = word_expr(w, n), want = wanted(p->bytes[o] + at, n);
  assert_true(word_is_symbolic(w) || expr_is_const(got));
  /* The rules put together what was cut: the very same term, not only an equal one. */
  if (!p->is_other[o]) assert_int_equal(got.id, want.id);
  assert_equal(b, got, want);
}

static void check_all(Bench *b) {
  for (u32 i = 0; i < b->n_pairs; i++)
    for (u32 o = 0; o < N_OBJECTS; o++)
      for (u32 at = 0; at < sizes[o]; at += sizes[o] > 200 ? 1 + below(b, 60) : 1)
        check_load(b, &b->pairs[i], o, at, 1);
}

/* ---- operations --------------------------------------------------------------- */

static Word some_word(Bench *b, u32 n) {
  for (u32 tries = 0; tries < 20 && rng_chance(&b->rng, 2); tries++) {
    Expr e = b->words.at[below(b, b->words.n)];
    if (expr_width(e) == 8 * n) return (Word){0, e};
  }
  return word_of(n == 8 ? rng_u64(&b->rng) : rng_below(&b->rng, 1ull << 8 * n));
}

static void note(Pair *p, u32 o, u32 at, u32 n, Word w) {
  for (u32 i = 0; i < n; i++) p->bytes[o][at + i] = expr_extract(word_expr(w, n), 8 * i, 8);
}

static void op_store(Bench *b, Pair *p, u32 o) {
  u32 n = 1u << below(b, 4), at = below(b, sizes[o] + 2);
  Word w = some_word(b, n);
  Fault fault = store(b, p, p->base[o] + at, n, w);
  assert_int_equal(fault, at + n > sizes[o] ? FAULT_BOUNDS : FAULT_NONE);
  if (!fault) note(p, o, at, n, w);
}

static void op_copy(Bench *b, Pair *p, u32 o) {
  u32 from = below(b, N_OBJECTS), n = below(b, MIN(sizes[o], sizes[from]) + 1);
  if (rng_chance(&b->rng, 2)) n = MIN(n, 12);
  u32 at = below(b, sizes[o] - n + 1), from_at = below(b, sizes[from] - n + 1);
  /* Of arrays each byte is a store: few. */
  if (p->is_array[o] || p->is_array[from]) n = MIN(n, 5);
  assert_int_equal(object_check(&p->space, p->base[o] + at, n, true), FAULT_NONE);
  object_copy(&p->space, p->base[o] + at, p->base[from] + from_at, n);
  p->is_other[o] |= p->is_other[from];
  memmove(p->bytes[o] + at, p->bytes[from] + from_at, n * sizeof(Expr));
}

static void op_fill(Bench *b, Pair *p, u32 o) {
  u32 n = rng_chance(&b->rng, 3) ? sizes[o] : below(b, MIN(sizes[o], 9)) + 1;
  u32 at = below(b, sizes[o] - n + 1);
  Word w = rng_chance(&b->rng, 3) ? word_of(0) : some_word(b, 1);
  object_fill(&p->space, p->base[o] + at, w, n);
  for (u32 i = 0; i < n; i++) note(p, o, at + i, 1, w);
  if (n == sizes[o]) p->is_array[o] = p->is_other[o] = false;
}

static void op_bytes(Bench *b, Pair *p, u32 o) {
  u8 bytes[64], back[64];
  u32 n = below(b, MIN(sizes[o], sizeof bytes)) + 1, at = below(b, sizes[o] - n + 1);
  for (u32 i = 0; i < n; i++) bytes[i] = (u8)below(b, 256);
  object_put(&p->space, p->base[o] + at, bytes, n);
  for (u32 i = 0; i < n; i++) note(p, o, at + i, 1, word_of(bytes[i]));
  assert_true(object_get(&p->space, p->base[o] + at, back, n));
  assert_memory_equal(bytes, back, n);
}

static void op_input(Bench *b, Pair *p, u32 o) {
  u32 n = MIN(sizes[o], 4096), first = sizes[o] < 4096 ? below(b, 5) : 0, unit = 1u << below(b, 4);
  if (p->is_array[o]) n = MIN(n, 3);
  object_put_input(&p->space, p->base[o], b->in, first, n, unit);
  for (u32 i = 0; i < n; i++) p->bytes[o][i] = expr_var(b->in, 8 * (first + i), 8);
  assert_true(object_get(&p->space, p->base[o], &unit, 0));
  assert_false(object_get(&p->space, p->base[o], &unit, 1));
}

/* An offset that cannot leave the object, as a term. */
static Expr some_offset(Bench *b, u32 o, u32 n) {
  Expr x = expr_zext(expr_var(b->in, 8 * below(b, 8), 8), 64);
  u32 room = sizes[o] - n + 1, first = room > 40 ? below(b, room - 40) : 0;
  return expr_add(expr_urem(x, expr_const(64, MIN(room, 40))), expr_const(64, first));
}

/* The offsets that some_offset can take from `first` on: everything else stays. */
static void op_update(Bench *b, Pair *p, u32 o) {
  u32 n = MIN(1u << below(b, 3), sizes[o]);
  Expr offset = some_offset(b, o, n);
  Word w = some_word(b, n);
  object_update(&p->space, p->base[o], offset, n, w);
  p->is_array[o] = p->is_other[o] = true;
  for (u32 i = 0; i < sizes[o]; i++) {
    for (u32 k = 0; k < n && k <= i; k++) {
      Expr hit = expr_eq(offset, expr_const(64, i - k));
      Expr byte = expr_extract(word_expr(w, n), 8 * k, 8);
      p->bytes[o][i] = expr_ite(hit, byte, p->bytes[o][i]);
    }
  }
}

/* As the machine reads at a symbolic offset, byte by byte. */
static Expr select_bytes(Space *s, u64 base, Expr offset, u32 n) {
  Expr array = object_array(s, base), e = expr_select(array, offset);
  for (u32 i = 1; i < n; i++)
    e = expr_concat(expr_select(array, expr_add(offset, expr_const(64, i))), e);
  return e;
}

static void op_select(Bench *b, Pair *p, u32 o) {
  u32 n = MIN(1u << below(b, 3), sizes[o]);
  Expr offset = some_offset(b, o, n), got = select_bytes(&p->space, p->base[o], offset, n);
  assert_int_equal(object_array(&p->space, p->base[o] + sizes[o] - 1).id,
                   object_array(&p->space, p->base[o]).id);
  for (u32 m = 0; m < N_MODELS; m++) {
    u64 at = eval(b->eval, b->models[m], offset);
    Expr want = wanted(p->bytes[o] + at, n);
    assert_int_equal(eval(b->eval, b->models[m], got), eval(b->eval, b->models[m], want));
  }
}

static void op_fork(Bench *b, Pair *p) {
  if (b->n_pairs == MAX_SPACES) {
    pair_drop(b, below(b, b->n_pairs));
    return;
  }
  Pair *child = &b->pairs[b->n_pairs++];
  *child = *p;
  child->space = space_fork(&p->space);
  for (u32 o = 0; o < N_OBJECTS; o++)
    child->bytes[o] = mem_dup(p->bytes[o], sizes[o] * sizeof(Expr));
}

static void step(Bench *b, bool has_arrays) {
  Pair *p = &b->pairs[below(b, b->n_pairs)];
  if (!p->space.tlb) {
    for (u32 i = 0; i < b->n_pairs; i++) space_stop(&b->pairs[i].space);
    space_run(&p->space, &b->tlb);
  }
  for (u32 k = below(b, 20); k; k--) {
    u32 o = below(b, N_OBJECTS), choice = below(b, has_arrays ? 40 : 36);
    if (choice < 12)
      op_store(b, p, o);
    else if (choice < 26)
      check_load(b, p, o, below(b, sizes[o] + 2), 1u << below(b, 4));
    else if (choice < 29)
      op_copy(b, p, o);
    else if (choice < 31)
      op_fill(b, p, o);
    else if (choice < 33)
      op_bytes(b, p, o);
    else if (choice < 34)
      op_input(b, p, o);
    else if (choice < 36)
      op_select(b, p, o);
    else
      op_update(b, p, below(b, 4));
  }
  if (rng_chance(&b->rng, 4)) op_fork(b, p);
}

static void run(u64 seed, u32 n_steps, bool has_arrays) {
  Bench *b = bench_new(seed);
  for (u32 i = 0; i < n_steps; i++) {
    step(b, has_arrays);
    if (i % 20 == 19) check_all(b);
    if (i % 50 == 49) expr_sweep();
  }
  check_all(b);
  bench_free(b);
  assert_int_equal(space_memory(), 0);
}

static void test_plain(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= SIZED(12, 6); seed++) run(seed, 200, false);
}

static void test_arrays(void **state) {
  (void)state;
  for (u64 seed = 100; seed <= SIZED(112, 106); seed++) run(seed, 100, true);
}

/* ---- single cases --------------------------------------------------------------- */

static u64 one_object(Space *s, u64 size) {
  space_init(s);
  return heap_alloc(s, OBJECT_HEAP, size, 1, 0);
}

/* A word stored and loaded makes no term at all, nor does copying it. */
static void test_whole_words_make_no_terms(void **state) {
  (void)state;
  Space s;
  Word w;
  expr_open();
  u64 a = one_object(&s, 64);
  Expr e = expr_mul(expr_var(input_bits("x", 32), 0, 32), expr_var(input_bits("y", 32), 0, 32));
  u32 before = expr_count();
  assert_int_equal(object_store(&s, a + 3, 4, word_of_expr(e)), FAULT_NONE);
  object_copy(&s, a + 20, a + 3, 4);
  assert_int_equal(object_load(&s, a + 20, 4, &w), FAULT_NONE);
  assert_int_equal(w.expr.id, e.id);
  assert_int_equal(expr_count(), before);
  space_done(&s);
  expr_close();
}

/* The plane goes when the last symbolic byte does, and the fast path comes back. */
static void test_plane_goes(void **state) {
  (void)state;
  Space s;
  Tlb tlb = {0};
  expr_open();
  u64 a = one_object(&s, 32);
  space_run(&s, &tlb);
  u64 before = space_memory();
  assert_int_equal(object_store(&s, a, 8, word_of(1)), FAULT_NONE);
  assert_non_null(tlb_write(&tlb, a + 8, 8));
  Word x = {0, expr_var(input_bits("x", 16), 0, 16)};
  assert_int_equal(object_store(&s, a + 4, 2, x), FAULT_NONE);
  assert_true(space_memory() > before);
  assert_null(tlb_read(&tlb, a + 8, 8));
  assert_null(tlb_write(&tlb, a + 8, 8));
  assert_int_equal(object_store(&s, a + 4, 1, word_of(2)), FAULT_NONE);
  assert_null(tlb_read(&tlb, a + 8, 8));
  object_fill(&s, a + 5, word_of(3), 4);
  assert_int_equal(space_memory(), before);
  assert_int_equal(object_store(&s, a, 1, word_of(9)), FAULT_NONE);
  assert_memory_equal(tlb_read(&tlb, a, 9), "\x09\0\0\0\x02\x03\x03\x03\x03", 9);
  space_done(&s);
  expr_close();
}

/* Terms that only a space holds survive a sweep; what nothing holds does not. */
static Space *only_root;

static void mark_root(void *user) {
  (void)user;
  space_mark(only_root);
}

static void test_sweep(void **state) {
  (void)state;
  Space s, child;
  Word w;
  expr_open();
  u64 a = one_object(&s, 16);
  Input in = input_bits("x", 32);
  Expr x = expr_var(in, 0, 32);
  assert_int_equal(object_store(&s, a, 4, word_of_expr(expr_mul(x, x))), FAULT_NONE);
  child = space_fork(&s);
  assert_int_equal(object_store(&s, a, 4, word_of(5)), FAULT_NONE);
  Expr array = object_array(&child, a);
  only_root = &child;
  expr_roots_add(mark_root, NULL);
  expr_sweep();
  expr_sweep();
  assert_int_equal(object_array(&child, a).id, array.id);
  assert_int_equal(object_load(&child, a, 4, &w), FAULT_NONE);
  assert_int_equal(expr_kind(w.expr), EXPR_MUL);
  assert_int_equal(expr_kid(w.expr, 0).id, expr_var(in, 0, 32).id);
  only_root = &s;
  expr_sweep();
  assert_int_equal(expr_count(), 0);
  expr_roots_remove(mark_root, NULL);
  space_done(&s);
  space_done(&child);
  expr_close();
}

/* The bytes of an input are read as that input, not as a chain of stores. */
static void test_array_of_input(void **state) {
  (void)state;
  Space s;
  expr_open();
  u64 a = one_object(&s, 100);
  Input in = input_bytes("in", 100);
  object_put_input(&s, a, in, 0, 100, 4);
  assert_int_equal(object_array(&s, a).id, expr_array_input(in).id);
  assert_int_equal(object_store(&s, a + 7, 1, word_of(1)), FAULT_NONE);
  Expr array = object_array(&s, a);
  assert_int_equal(expr_kind(array), EXPR_STORE);
  assert_int_equal(expr_kid(array, 0).id, expr_array_input(in).id);
  assert_int_equal(object_array(&s, a).id, array.id);
  space_done(&s);
  expr_close();
}

/* A page that two spaces share, in one of which its neighbour changed. */
static void test_array_after_fork(void **state) {
  (void)state;
  Space s, child;
  expr_open();
  u64 a = one_object(&s, 4 * PAGE_BYTES);
  child = space_fork(&s);
  assert_int_equal(object_store(&child, a + PAGE_BYTES, 1, word_of(7)), FAULT_NONE);
  Expr index = expr_const(64, PAGE_BYTES);
  assert_true(expr_is_value(expr_select(object_array(&child, a), index), 7));
  assert_true(expr_is_value(expr_select(object_array(&s, a), index), 0));
  assert_true(expr_is_value(expr_select(object_array(&child, a), index), 7));
  space_done(&s);
  space_done(&child);
  expr_close();
}

static void test_uninit(void **state) {
  (void)state;
  Space s;
  Tlb tlb = {0};
  Word w;
  expr_open();
  space_init(&s);
  s.tracks_uninit = true;
  space_run(&s, &tlb);
  u64 a = heap_alloc(&s, OBJECT_HEAP, 100, 1, 0), g = heap_alloc(&s, OBJECT_GLOBAL, 8, 1, 0);
  assert_int_equal(object_load(&s, g, 8, &w), FAULT_NONE);
  assert_int_equal(object_load(&s, a, 1, &w), FAULT_UNINIT);
  assert_int_equal(object_store(&s, a + 8, 4, word_of(1)), FAULT_NONE);
  assert_null(tlb_read(&tlb, a + 8, 4));
  assert_int_equal(object_load(&s, a + 8, 4, &w), FAULT_NONE);
  assert_int_equal(object_load(&s, a + 7, 4, &w), FAULT_UNINIT);
  assert_int_equal(object_load(&s, a + 9, 4, &w), FAULT_UNINIT);
  object_copy(&s, a + 9, a + 7, 6); /* being uninitialised is copied */
  assert_int_equal(object_load(&s, a + 9, 1, &w), FAULT_UNINIT);
  assert_int_equal(object_load(&s, a + 10, 4, &w), FAULT_NONE);
  assert_int_equal(object_load(&s, a + 14, 1, &w), FAULT_UNINIT);
  object_fill(&s, a, word_of(2), 100);
  assert_int_equal(object_load(&s, a + 92, 8, &w), FAULT_NONE);
  assert_non_null(tlb_read(&tlb, a + 96, 4));
  space_done(&s);
  expr_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),
      cmocka_unit_test(test_arrays),
      cmocka_unit_test(test_whole_words_make_no_terms),
      cmocka_unit_test(test_plane_goes),
      cmocka_unit_test(test_sweep),
      cmocka_unit_test(test_array_of_input),
      cmocka_unit_test(test_array_after_fork),
      cmocka_unit_test(test_uninit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
