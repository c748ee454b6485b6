/* set_cover.c — greedy, and lazy about it: what a set would add only shrinks, so the set whose old
 * count is the highest is counted again, and wins if it stays on top.  Few others are looked at. */
#include "base/set_cover.h"

#include "base/sort.h"

typedef struct Bid {
  u32 gain; /* at least what it would add */
  u32 set;
} Bid;

typedef struct Auction {
  const NumberSet *sets; /* borrowed */
  u8 *has;               /* owned; by element */
  VEC(Bid) heap;         /* the best one first */
} Auction;

static bool is_before(Bid a, Bid b) { return a.gain != b.gain ? a.gain > b.gain : a.set < b.set; }

static void sink(Auction *a, u32 i) {
  for (;;) {
    u32 best = i, kid = 2 * i + 1;
    for (u32 k = kid; k < kid + 2 && k < a->heap.n; k++)
      if (is_before(a->heap.at[k], a->heap.at[best])) best = k;
    if (best == i) return;
    Bid moved = a->heap.at[i];
    a->heap.at[i] = a->heap.at[best];
    a->heap.at[best] = moved;
    i = best;
  }
}

static u32 count_missing(const Auction *a, u32 set) {
  u32 n = 0;
  for (u32 i = 0; i < a->sets[set].n; i++) n += !a->has[a->sets[set].at[i]];
  return n;
}

static Auction auction_new(const NumberSet *sets, u32 n) {
  Auction a = {.sets = sets};
  u32 max = 0;
  for (u32 i = 0; i < n; i++) {
    for (u32 k = 0; k < sets[i].n; k++) max = MAX(max, sets[i].at[k]);
    vec_push(&a.heap, ((Bid){sets[i].n, i}));
  }
  a.has = mem_new((size_t)max + 1);
  for (u32 i = n; i > 0; i--) sink(&a, i - 1);
  return a;
}

void set_cover(const NumberSet *sets, u32 n, U32Vec *ret_chosen) {
  Auction a = auction_new(sets, n);
  u32 first = ret_chosen->n;
  while (a.heap.n && a.heap.at[0].gain) {
    u32 gain = count_missing(&a, a.heap.at[0].set);
    if (gain && gain == a.heap.at[0].gain) {
      const NumberSet *s = &sets[a.heap.at[0].set];
      for (u32 i = 0; i < s->n; i++) a.has[s->at[i]] = 1;
      vec_push(ret_chosen, a.heap.at[0].set);
      gain = 0;
    }
    a.heap.at[0].gain = gain;
    sink(&a, 0);
  }
  if (ret_chosen->n > first) u32_sort(ret_chosen->at + first, ret_chosen->n - first);
  mem_free(a.has);
  vec_free(&a.heap);
}
