/* heap.c — addresses for new objects, and what is left of old ones; see heap.h. */
#include "vm/heap.h"

#include "vm/object_impl.h"

static const Region regions[] = {
    [OBJECT_GLOBAL] = REGION_GLOBAL,
    [OBJECT_CONSTANT] = REGION_GLOBAL,
    [OBJECT_HEAP] = REGION_HEAP,
    [OBJECT_STACK] = REGION_STACK,
};

static u64 round_up(u64 n, u64 to) {
  return (n + to - 1) & ~(to - 1);
}

static void count(Space *s, Object o) {
  if (o.kind == OBJECT_STACK) s->stack_bytes += o.size;
  if (o.kind == OBJECT_HEAP) s->heap_bytes += o.size;
  s->heap_peak = MAX(s->heap_peak, s->heap_bytes);
}

u64 heap_alloc(Space *s, ObjectKind kind, u64 size, u64 align, u32 site) {
  Region r = regions[kind];
  u64 end = region_end(r);
  if (size >= end || align >= end) return 0;
  u64 base = round_up(s->next[r], MAX(align, OBJECT_ALIGN));
  u64 next = base + round_up(MAX(size, 1), OBJECT_ALIGN) + OBJECT_ALIGN;
  if (next >= end) return 0;
  s->next[r] = next;
  Object o = {base, size, site, kind, true};
  object_map(s, o, s->tracks_unset && (kind == OBJECT_HEAP || kind == OBJECT_STACK));
  count(s, o);
  return base;
}

Fault heap_free(Space *s, u64 address, u32 site) {
  if (!address) return FAULT_NONE;
  const Page *p = space_page(s, address);
  if (!p || p->kind != OBJECT_HEAP || p->base != address) return FAULT_INVALID_FREE;
  if (p->state == PAGE_FREED) return FAULT_DOUBLE_FREE;
  Object o = page_object(p);
  s->heap_bytes -= o.size;
  o.site = site;
  object_map_state(s, o, PAGE_FREED, EXPR_NONE);
  return FAULT_NONE;
}

void heap_seal(Space *s, u64 address) {
  Object o = page_object(space_page(s, address));
  for (u64 a = o.base; a < object_pages_end(o); a += PAGE_BYTES)
    space_own(s, a)->kind = OBJECT_CONSTANT;
}

u64 heap_mark(const Space *s) {
  return s->next[REGION_STACK];
}

void heap_pop(Space *s, u64 mark) {
  u64 end = s->next[REGION_STACK];
  bool has_any = false;
  for (Page *p = space_next(s, mark); p; p = space_next(s, object_pages_end(page_object(p)))) {
    s->stack_bytes -= p->size;
    has_any = true;
  }
  if (has_any) space_put(s, mark, end, NULL);
  if (end - STACK_BASE > STACK_FRESH) s->next[REGION_STACK] = mark;
}
