/* heap.c — gives out addresses and marks what has ended.
 *
 * Each region has the next free address, which only the stack ever takes back.  The pages of a
 * freed object stay as tombstones with the place of the free, so that a later use can be
 * explained.  Locals of a loop end and begin again in each round, so one that fits into a page
 * keeps its page.
 */
#include "vm/memory/heap.h"

#include "expr/facts.h"
#include "vm/memory/object_impl.h"

static const Region regions[] = {
    [OBJECT_GLOBAL] = REGION_GLOBAL,
    [OBJECT_CONSTANT] = REGION_GLOBAL,
    [OBJECT_HEAP] = REGION_HEAP,
    [OBJECT_STACK] = REGION_STACK,
};

static u64 round_up(u64 n, u64 to) { return (n + to - 1) & ~(to - 1); }

/* The first address that another object can have. */
static u64 after(Object o) {
  return o.base + round_up(MAX(o.size, 1), OBJECT_ALIGN) + OBJECT_ALIGN;
}

u64 heap_alloc_symbolic(Space *s, ObjectKind kind, u64 most, Expr size, u64 align, u32 site) {
  Region r = regions[kind];
  u64 end = region_end(r);
  if (most >= end || align >= end) return 0;
  Object o = {round_up(s->next[r], MAX(align, OBJECT_ALIGN)), most, site, kind, true, {size, 0}};
  if (after(o) >= end) return 0;
  /* Nothing lives here, nor in the gap before: accesses beyond an object meet no other. */
  assert(!(o.base & (OBJECT_ALIGN - 1)) && region_of(o.base) == r);
  assert(!space_page(s, o.base) && !space_page(s, o.base - OBJECT_ALIGN));
  s->next[r] = after(o);
  if (kind == OBJECT_STACK) s->stack_end = after(o);
  if (object_has_symbolic_size(o)) o.extent.sure = MIN(expr_facts(size).umin, most);
  object_map(s, o, s->tracks_uninit && (kind == OBJECT_HEAP || kind == OBJECT_STACK));
  space_count(s, o, object_sure(o));
  return o.base;
}

u64 heap_alloc(Space *s, ObjectKind kind, u64 size, u64 align, u32 site) {
  return heap_alloc_symbolic(s, kind, size, EXPR_NONE, align, site);
}

Fault heap_free(Space *s, u64 address, u32 site) {
  if (!address) return FAULT_NONE;
  const Page *p = space_page(s, address);
  if (!p || p->kind != OBJECT_HEAP || p->base != address) return FAULT_INVALID_FREE;
  if (p->state == PAGE_FREED) return FAULT_DOUBLE_FREE;
  Object o = page_object(p);
  assert(s->heap_bytes >= object_sure(o) && object_sure(o) <= o.size);
  s->heap_bytes -= object_sure(o);
  o.site = site;
  object_map_state(s, o, PAGE_FREED, EXPR_NONE);
  return FAULT_NONE;
}

void heap_unmap(Space *s, u64 address) {
  const Page *p = address ? space_page(s, address) : NULL;
  if (!p || p->kind != OBJECT_GLOBAL || p->base != address || p->state == PAGE_FREED) return;
  object_map_state(s, page_object(p), PAGE_FREED, EXPR_NONE);
}

/* Locals of a loop die and live again in each round: where there is only a page, it stays. */
static bool keeps_page(const Page *p) { return p->n == p->size; }

void heap_kill(Space *s, u64 address) {
  const Page *p = space_page(s, address);
  assert(p->kind == OBJECT_STACK && p->base == address);
  if (p->state == PAGE_PLAIN && keeps_page(p))
    space_own(s, address)->state = PAGE_FREED;
  else if (p->state != PAGE_FREED)
    object_map_state(s, page_object(p), PAGE_FREED, EXPR_NONE);
}

void heap_revive(Space *s, u64 address) {
  const Page *p = space_page(s, address);
  assert(p->kind == OBJECT_STACK && p->base == address);
  if (p->state != PAGE_FREED) return;
  if (keeps_page(p)) {
    page_renew(space_own(s, address), s->tracks_uninit);
    space_page(s, address); /* opens the fast path again */
  } else {
    object_map(s, page_object(p), s->tracks_uninit);
  }
}

void heap_seal(Space *s, u64 address) {
  Object o = page_object(space_page(s, address));
  assert(o.kind == OBJECT_GLOBAL && o.base == address);
  for (u64 a = o.base; a < object_pages_end(o); a += PAGE_BYTES)
    space_own(s, a)->kind = OBJECT_CONSTANT;
}

void heap_pop(Space *s, u64 mark) {
  assert(mark <= s->stack_end);
  if (mark == s->stack_end) return;
  for (u64 at = mark; at < s->stack_end;) {
    Object o = page_object(space_next(s, at));
    assert(o.kind == OBJECT_STACK && o.base >= at && after(o) <= s->stack_end);
    assert(s->stack_bytes >= object_sure(o));
    space_put(s, o.base, object_pages_end(o), NULL);
    s->stack_bytes -= object_sure(o);
    at = after(o);
  }
  s->stack_end = mark;
  assert(s->stack_end <= s->next[REGION_STACK]);
  if (s->next[REGION_STACK] - STACK_BASE > STACK_FRESH) s->next[REGION_STACK] = mark;
}
