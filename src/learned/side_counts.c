/* side_counts.c — counts by hashed views, and their mixture. */
#include "learned/side_counts.h"

#include "base/hash.h"

enum { VIEWS = 3 };

void side_counts_done(SideCounts *h) { map_done(&h->counts); }

/* DecisionMark.here has the last decisions at the site, two bits each. */
static void views_of(const DecisionMark *marks, u32 n, u64 *ret) {
  assert(n);
  const DecisionMark *m = &marks[n - 1];
  u64 before = n > 1 ? hash_pair((u64)marks[n - 2].site, (u64)marks[n - 2].action) : 0;
  ret[0] = hash_pair(1, (u64)m->site);
  ret[1] = hash_pair(hash_pair(2, (u64)m->site), (u64)(m->here & 3));
  ret[2] = hash_pair(hash_pair(hash_pair(3, (u64)m->site), (u64)(m->here & 15)), before);
}

static void count(SideCounts *h, const DecisionMark *marks, u32 n, u64 by) {
  u64 views[VIEWS];
  bool is_fresh;
  views_of(marks, n, views);
  for (u32 i = 0; i < VIEWS; i++) *map_at(&h->counts, views[i], &is_fresh) += by;
}

static u64 one(bool side) { return (u64)side << 32 | 1; }

void side_counts_add(SideCounts *h, const DecisionMark *marks, u32 n, bool side) {
  count(h, marks, n, one(side));
}

void side_counts_remove(SideCounts *h, const DecisionMark *marks, u32 n, bool side) {
  count(h, marks, n, -one(side));
}

/* What a view has seen; side_counts of another size count as so many decisions at most. */
static void look(const SideCounts *h, u64 view, double most, double *io_true, double *io_all) {
  u64 c;
  if (!map_get(&h->counts, view, &c) || !(u32)c) return;
  double n_all = (double)(u32)c, part = MIN(most / n_all, 1.0);
  *io_true += part * (double)(c >> 32);
  *io_all += part * n_all;
}

double side_counts_true(const SideCounts *h, const SideCounts *before, const DecisionMark *marks,
                        u32 n) {
  static const double coarser = 2, other_size = 8, no_limit = 1e18;
  u64 views[VIEWS];
  double p = 0.5;
  views_of(marks, n, views);
  for (u32 i = 0; i < VIEWS; i++) {
    double n_true = 0, n_all = 0;
    look(h, views[i], no_limit, &n_true, &n_all);
    look(before, views[i], other_size, &n_true, &n_all);
    p = (n_true + coarser * p) / (n_all + coarser);
  }
  return p;
}

void side_counts_copy(SideCounts *to, const SideCounts *from) {
  map_clear(&to->counts);
  for (u32 i = 0; i < from->counts.cap; i++)
    if (from->counts.generations[i] == from->counts.generation)
      map_put(&to->counts, from->counts.slots[i].key, from->counts.slots[i].value);
}
