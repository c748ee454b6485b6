/* fault.c — which object a bad access is about.  This is asked only when there was such an
 * access. */
#include "vm/memory/fault.h"

/* Farther from every object than this an address is not about any of them. */
#define NEAR_BYTES (1ull << 20)

static u64 end_of(const Page *p) { return p->base + p->size; }

static Explanation about(Space *s, Fault fault, const Page *p) {
  return (Explanation){.fault = fault, .has_object = true, .object = space_object(s, p)};
}

static Fault dead(const Page *p) { return p->kind == OBJECT_STACK ? FAULT_SCOPE : FAULT_FREED; }

static Explanation inside(Space *s, const Page *p, u64 address, u64 n, bool is_write) {
  if (p->state == PAGE_FREED) return about(s, dead(p), p);
  if (address > end_of(p) || n > end_of(p) - address) {
    Explanation e = about(s, FAULT_BOUNDS, p);
    e.distance = address > end_of(p) ? address - end_of(p) : 0;
    return e;
  }
  Explanation e = about(s, is_write && p->kind == OBJECT_CONSTANT ? FAULT_CONSTANT : FAULT_NONE, p);
  return e;
}

/* Is this where a stack object was?  The 4096 bytes before and behind an object are never
 * another's. */
static bool is_returned(const Space *s, u64 address, const Page *below, const Page *above) {
  u64 top = MAX(s->next[REGION_STACK], STACK_BASE + STACK_FRESH);
  if (region_of(address) != REGION_STACK || address >= top) return false;
  if (above && above->base - address <= OBJECT_ALIGN) return false;
  u64 last = below ? below->base + MAX(below->size, 1) - 1 : STACK_BASE;
  return (address / OBJECT_ALIGN) > (last / OBJECT_ALIGN) + (below ? 1 : 0);
}

static Explanation outside(Space *s, u64 address) {
  const Page *below = space_last(s, address), *above = space_next(s, address);
  if (is_returned(s, address, below, above)) return (Explanation){FAULT_RETURNED};
  u64 behind = below ? address - end_of(below) : UINT64_MAX;
  u64 ahead = above ? above->base - address : UINT64_MAX;
  if (MIN(behind, ahead) > NEAR_BYTES) return (Explanation){FAULT_UNMAPPED};
  const Page *nearest = ahead < behind ? above : below;
  Explanation e = about(s, nearest->state == PAGE_FREED ? dead(nearest) : FAULT_BOUNDS, nearest);
  e.is_before = ahead < behind;
  e.distance = e.is_before ? ahead : behind;
  return e;
}

void explanation_settle(Explanation *e, u64 address, u64 n, u64 size) {
  e->object.size = size;
  e->object.extent = (Extent){0};
  u64 end = e->object.base + size;
  if (e->fault == FAULT_NONE && (address > end || n > end - address)) e->fault = FAULT_BOUNDS;
  if (e->fault == FAULT_BOUNDS && !e->is_before) e->distance = address > end ? address - end : 0;
}

Explanation fault_explain(Space *s, u64 address, u64 n, bool is_write) {
  if (!n) return (Explanation){FAULT_NONE};
  if (address < CODE_BASE) return (Explanation){FAULT_NULL};
  if (address < GLOBAL_BASE) return (Explanation){FAULT_CODE};
  if (region_of(address) == REGION_NONE) return (Explanation){FAULT_UNMAPPED};
  const Page *p = space_page(s, address);
  return p ? inside(s, p, address, n, is_write) : outside(s, address);
}
