/* object.c — finding objects; words in and out at concrete addresses. */
#include "vm/memory/object_impl.h"

/* ---- finding --------------------------------------------------------------- */

bool object_find(Space *s, u64 address, Object *ret_object) {
  const Page *p = space_page(s, address);
  if (!p || address - p->base >= MAX(p->size, 1)) return false;
  *ret_object = space_object(s, p);
  assert(region_of(p->base) == region_of(address) && object_sure(*ret_object) <= p->size);
  return true;
}

bool object_next(Space *s, u64 from, Object *ret_object) {
  for (u32 r = 0; r < REGION_COUNT; r++) {
    u64 at = MAX(from, region_base((Region)r));
    const Page *p = space_next(s, at);
    /* In the middle of an object: the one behind it. */
    if (p && p->base < at) p = space_next(s, object_pages_end(page_object(p)));
    if (!p) continue;
    *ret_object = space_object(s, p);
    return true;
  }
  return false;
}

/* Without asking anybody. */
static bool has_bytes(Extent x, u64 n) {
  return n <= x.sure || expr_is_value(expr_ule(expr_const(64, n), x.size), 1);
}

Fault object_check(Space *s, u64 address, u64 n, bool is_write) {
  const Page *p = space_page(s, address);
  bool fits = p && p->state != PAGE_FREED && address - p->base <= p->size &&
              n <= p->size - (address - p->base) && !(is_write && p->kind == OBJECT_CONSTANT);
  if (unlikely(!fits)) return fault_explain(s, address, n, is_write).fault;
  if (likely(!p->has_symbolic_size) || !n) return FAULT_NONE;
  return has_bytes(space_object(s, p).extent, address - p->base + n) ? FAULT_NONE
                                                                     : FAULT_SYMBOLIC_SIZE;
}

void object_grow(Space *s, u64 address, u64 n) {
  u64 base = space_page(s, address)->base, sure = address - base + n;
  Object o = page_object(space_page(s, base));
  assert(object_has_symbolic_size(o) && o.is_live && sure <= o.size);
  if (sure <= o.extent.sure) return;
  page_extent(space_own(s, base))->sure = sure;
  space_count(s, o, sure - o.extent.sure);
  space_page(s, address); /* opens the fast path */
}

/* ---- mapping ---------------------------------------------------------------- */

static Page *fresh_page(Object o, u32 n, bool is_uninit) {
  assert(n <= o.size);
  Page *p = page_new(o, PAGE_PLAIN, n);
  if (is_uninit) page_forget(p);
  return p;
}

void object_map(Space *s, Object o, bool is_uninit) {
  u64 tail = o.base + (o.size & ~(u64)PAGE_MASK), end = object_pages_end(o);
  assert(o.base < end && tail <= end);
  if (tail > o.base) space_put(s, o.base, tail, fresh_page(o, PAGE_BYTES, is_uninit));
  if (tail < end) space_put(s, tail, end, fresh_page(o, o.size & PAGE_MASK, is_uninit));
}

void object_map_state(Space *s, Object o, PageState state, Expr array) {
  Page *p = page_new(o, state, 0);
  p->array = array;
  space_put(s, o.base, object_pages_end(o), p);
}

/* ---- words ------------------------------------------------------------------ */

/* Bytes of an access that lie in the page of its address. */
static u32 in_first_page(u64 address, u32 n) {
  return MIN(n, PAGE_BYTES - ((u32)address & PAGE_MASK));
}

Word object_peek(Space *s, u64 address, u32 n) {
  const Page *p = space_page(s, address);
  assert(p && address - p->base + n <= p->size);
  u32 here = in_first_page(address, n);
  if (p->state == PAGE_ARRAY) {
    u64 offset = address - p->base;
    Word w = array_byte(p->array, offset);
    for (u32 i = 1; i < n; i++) w = word_join(array_byte(p->array, offset + i), 1, w, i);
    return w;
  }
  Word low = page_load(p, (u32)address & PAGE_MASK, here);
  return here == n ? low : word_join(object_peek(s, address + here, n - here), n - here, low, here);
}

void object_poke(Space *s, u64 address, u32 n, Word w) {
  const Page *p = space_page(s, address);
  assert(p && p->state != PAGE_FREED && address - p->base + n <= p->size);
  assert(!word_is_symbolic(w) || expr_width(w.expr) == 8 * n);
  if (p->state == PAGE_ARRAY) {
    Object o = space_object(s, p);
    Expr array = p->array;
    for (u32 i = 0; i < n; i++)
      array = array_with(array, address - o.base + i, word_slice(w, i, 1));
    object_map_state(s, o, PAGE_ARRAY, array);
    return;
  }
  for (u32 i = 0, here; i < n; i += here) {
    here = in_first_page(address + i, n - i);
    page_store(space_own(s, address + i), (u32)(address + i) & PAGE_MASK, here, w, i);
    space_page(s, address + i); /* opens the fast path again */
  }
}

bool object_is_set(Space *s, u64 address, u32 n) {
  u32 here = in_first_page(address, n);
  const Page *p = space_page(s, address);
  if (p->state != PAGE_PLAIN) return true;
  if (p->n_uninit && !page_is_set(p, (u32)address & PAGE_MASK, here)) return false;
  return here == n || object_is_set(s, address + here, n - here);
}

Fault object_load(Space *s, u64 address, u32 n, Word *ret_word) {
  Fault fault = object_check(s, address, n, false);
  if (unlikely(fault)) return fault;
  if (unlikely(s->tracks_uninit) && !object_is_set(s, address, n)) return FAULT_UNINIT;
  *ret_word = object_peek(s, address, n);
  return FAULT_NONE;
}

Fault object_store(Space *s, u64 address, u32 n, Word w) {
  Fault fault = object_check(s, address, n, true);
  if (unlikely(fault)) return fault;
  object_poke(s, address, n, w);
  return FAULT_NONE;
}
