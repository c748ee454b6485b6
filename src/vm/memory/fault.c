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

/* Where stack objects were, between those that are there: from, and the first address behind.  The 4096
 * bytes before and behind an object are never another's. */
typedef struct Zone {
  u64 from, end;
} Zone;

static Zone returned_zone(const Space *s, u64 address, const Page *below, const Page *above) {
  if (region_of(address) != REGION_STACK) return (Zone){0};
  u64 top = MAX(s->next[REGION_STACK], STACK_BASE + STACK_FRESH);
  u64 last = below ? below->base + MAX(below->size, 1) - 1 : STACK_BASE;
  u64 from = (last / OBJECT_ALIGN + (below ? 2 : 1)) * OBJECT_ALIGN;
  return (Zone){from, above ? MIN(top, above->base - OBJECT_ALIGN) : top};
}

static Explanation outside(Space *s, u64 address) {
  const Page *below = space_last(s, address), *above = space_next(s, address);
  Zone returned = returned_zone(s, address, below, above);
  if (address >= returned.from && address < returned.end) return (Explanation){FAULT_RETURNED};
  u64 behind = below ? address - end_of(below) : UINT64_MAX;
  u64 ahead = above ? above->base - address : UINT64_MAX;
  if (MIN(behind, ahead) > NEAR_BYTES) return (Explanation){FAULT_UNMAPPED};
  const Page *nearest = ahead < behind ? above : below;
  Explanation e = about(s, nearest->state == PAGE_FREED ? dead(nearest) : FAULT_BOUNDS, nearest);
  e.is_before = ahead < behind;
  e.distance = e.is_before ? ahead : behind;
  return e;
}

static void cut(Gap *io, u64 address, u64 first_other) {
  if (first_other <= address)
    io->from = MAX(io->from, first_other);
  else
    io->to = MIN(io->to, first_other - 1);
}

void fault_narrow(Space *s, u64 address, Gap *io) {
  const Page *below = space_last(s, address), *above = space_next(s, address);
  Zone returned = returned_zone(s, address, below, above);
  if (returned.from < returned.end) {
    cut(io, address, returned.from);
    cut(io, address, returned.end);
  }
  bool is_below_dead = below && below->state == PAGE_FREED;
  bool is_above_dead = above && above->state == PAGE_FREED;
  if (!is_below_dead && !is_above_dead) return; /* bounds, near and far */
  if (below) cut(io, address, end_of(below) + NEAR_BYTES + 1);
  if (above) cut(io, address, above->base - NEAR_BYTES);
  if (below && above) cut(io, address, end_of(below) + (above->base - end_of(below)) / 2 + 1);
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
