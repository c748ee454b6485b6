/* space_test.c — the tree of pages against a plain array of slots, over forked spaces. */
#include "unit/unit.h"

#include "base/rng.h"
#include "vm/memory/space.h"

enum { N_SLOTS = 3000, MAX_SPACES = 8 };

/* Slot i holds a page whose first byte is value[i], or nothing (-1). */
typedef struct Pair {
  Space space;
  int value[N_SLOTS];
} Pair;

static u64 address_of(u32 slot) { return HEAP_BASE + (u64)slot * PAGE_BYTES; }

static Page *page_with(int value) {
  Page *p = page_new((Object){.base = HEAP_BASE, .kind = OBJECT_HEAP}, PAGE_PLAIN, 1);
  p->bytes[0] = (u8)value;
  return p;
}

static void check(Pair *p, u32 slot) {
  const Page *page = space_page(&p->space, address_of(slot));
  assert_int_equal(page ? page->bytes[0] : -1, p->value[slot]);
}

static void check_neighbours(Pair *p, u32 slot) {
  u32 up = slot, down = slot + 1;
  while (up < N_SLOTS && p->value[up] < 0) up++;
  while (down > 0 && p->value[down - 1] < 0) down--;
  const Page *next = space_next(&p->space, address_of(slot));
  const Page *last = space_last(&p->space, address_of(slot));
  assert_int_equal(next ? next->bytes[0] : -1, up < N_SLOTS ? p->value[up] : -1);
  assert_int_equal(last ? last->bytes[0] : -1, down > 0 ? p->value[down - 1] : -1);
}

static void put(Rng *rng, Pair *p) {
  u32 most = rng_chance(rng, 3) ? N_SLOTS : 4;
  u32 from = (u32)rng_below(rng, N_SLOTS), n = (u32)rng_below(rng, most) + 1;
  u32 to = MIN(from + n, N_SLOTS);
  int value = rng_chance(rng, 3) ? -1 : (int)rng_below(rng, 256);
  space_put(&p->space, address_of(from), address_of(to), value < 0 ? NULL : page_with(value));
  for (u32 i = from; i < to; i++) p->value[i] = value;
}

static void write(Rng *rng, Pair *p) {
  u32 slot = (u32)rng_below(rng, N_SLOTS);
  u8 value = (u8)rng_below(rng, 256);
  if (p->value[slot] < 0) return;
  if (p->space.tlb && rng_chance(rng, 2)) {
    space_page(&p->space, address_of(slot));
    u8 *fast = tlb_write(p->space.tlb, address_of(slot), 1);
    if (fast) {
      *fast = value;
      p->value[slot] = value;
    }
    return;
  }
  space_own(&p->space, address_of(slot))->bytes[0] = value;
  p->value[slot] = value;
}

static void read(Rng *rng, Pair *p) {
  u32 slot = (u32)rng_below(rng, N_SLOTS);
  const u8 *fast = p->space.tlb ? tlb_read(p->space.tlb, address_of(slot), 1) : NULL;
  if (fast) assert_int_equal(*fast, p->value[slot]);
  check(p, slot);
}

/* Spaces are equal when the same was written to them, and only then. */
static void check_equal(Rng *rng, Pair *pairs, u32 n) {
  Pair *p = &pairs[rng_below(rng, n)];
  u64 hint = 0;
  Space copy = space_fork(&p->space);
  assert_true(space_equal(&copy, &p->space, &hint));
  u32 slot = (u32)rng_below(rng, N_SLOTS);
  for (u32 flip = 0; p->value[slot] >= 0 && flip < 2; flip++) {
    space_own(&p->space, address_of(slot))->bytes[0] ^= 1;
    assert_true(space_equal(&copy, &p->space, &hint) == (flip == 1));
  }
  space_done(&copy);
}

static void switch_to(Pair *pairs, u32 n, u32 to, Tlb *tlb) {
  for (u32 i = 0; i < n; i++) space_stop(&pairs[i].space);
  space_run(&pairs[to].space, tlb);
}

static void test_random(void **state) {
  (void)state;
  static Pair pairs[MAX_SPACES];
  Tlb tlb = {0};
  Rng rng = {7};
  u32 n = 1;
  space_init(&pairs[0].space);
  for (u32 i = 0; i < N_SLOTS; i++) pairs[0].value[i] = -1;
  for (u32 step = 0; step < 100000; step++) {
    u32 at = (u32)rng_below(&rng, n), choice = (u32)rng_below(&rng, 40);
    Pair *p = &pairs[at];
    if (choice < 2)
      put(&rng, p);
    else if (choice < 18)
      write(&rng, p);
    else if (choice < 34)
      read(&rng, p);
    else if (choice < 36)
      check_neighbours(p, (u32)rng_below(&rng, N_SLOTS));
    else if (choice < 37)
      check_equal(&rng, pairs, n);
    else if (choice < 38)
      switch_to(pairs, n, at, &tlb);
    else if (n < MAX_SPACES) {
      pairs[n] = *p;
      pairs[n++].space = space_fork(&p->space);
    } else {
      space_done(&p->space);
      *p = pairs[--n];
    }
    for (u32 i = 0; step % 500 == 0 && i < n; i++)
      for (u32 slot = 0; slot < N_SLOTS; slot++) check(&pairs[i], slot);
  }
  while (n) space_done(&pairs[--n].space);
  assert_int_equal(space_memory(), 0);
}

/* A page over 2^30 slots costs as little as the tree is high. */
static void test_large_range(void **state) {
  (void)state;
  Space s;
  space_init(&s);
  u64 from = HEAP_BASE + 3 * OBJECT_ALIGN, to = from + (1ull << 42);
  space_put(&s, from, to, page_with(5));
  assert_true(space_memory() < 20000);
  assert_int_equal(space_page(&s, from)->bytes[0], 5);
  assert_int_equal(space_page(&s, from + (1ull << 41))->bytes[0], 5);
  assert_null(space_page(&s, from - 1));
  assert_null(space_page(&s, to));
  space_own(&s, to - 1)->bytes[0] = 6;
  assert_int_equal(space_page(&s, to - 1)->bytes[0], 6);
  assert_int_equal(space_page(&s, to - 1 - PAGE_BYTES)->bytes[0], 5);
  space_put(&s, from, to, NULL);
  assert_int_equal(space_memory(), 0);
  space_done(&s);
}

/* After the other side is gone nothing is copied any more. */
static void test_survivor_owns(void **state) {
  (void)state;
  Space s, child;
  space_init(&s);
  space_put(&s, HEAP_BASE, HEAP_BASE + PAGE_BYTES, page_with(1));
  Page *page = space_own(&s, HEAP_BASE);
  child = space_fork(&s);
  assert_ptr_not_equal(space_own(&s, HEAP_BASE), page);
  assert_ptr_equal(space_own(&child, HEAP_BASE), page);
  space_done(&s);
  s = space_fork(&child);
  space_done(&s);
  assert_ptr_equal(space_own(&child, HEAP_BASE), page);
  space_done(&child);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_large_range),
      cmocka_unit_test(test_survivor_owns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
