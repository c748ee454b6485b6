/* size_ramp.c — which smaller sizes there are, and what each may spend. */
#include "search/size_ramp.h"

static void add(SizeRamp *r, u64 size, u64 weight) {
  assert(!r->n || size > r->sizes[r->n - 1]);
  if (r->n == MAX_RAMP_SIZES) return;
  r->sizes[r->n] = size;
  r->weights[r->n++] = weight;
}

SizeRamp size_ramp_halves(u64 size, u64 least) {
  SizeRamp r = {0};
  for (u32 i = 2; i; i--)
    if (size >> i >= MAX(least, 1u)) add(&r, size >> i, 1);
  return r;
}

static u64 part_of(u64 all, u64 weight, u64 sum) {
  return all == UINT64_MAX ? all : (u64)((u128)all * weight / sum);
}

Err size_ramp_run(SizeSearch *t, const SizeRamp *ramp, u64 part, u64 max_paths, VisitSmaller *visit,
                  void *user) {
  u64 left = clock_left(t->budget.deadline_ns), sum = 0;
  Err err = OK;
  for (u32 i = 0; i < ramp->n; i++) sum += part * ramp->weights[i];
  for (u32 i = 0; i < ramp->n && err == OK && !size_search_is_spent(t); i++) {
    if (search_at_size(t->search, ramp->sizes[i])) continue;
    u64 ns = part_of(left, ramp->weights[i], sum);
    SizeSearch *smaller = search_training(t->search, ramp->sizes[i]);
    smaller->budget = t->budget;
    smaller->budget.max_paths = part_of(max_paths, ramp->weights[i], sum);
    if (ns != UINT64_MAX) smaller->budget.deadline_ns = MIN(clock_after(ns), t->budget.deadline_ns);
    err = visit(smaller, user);
    size_search_rest(smaller);
  }
  return err;
}
