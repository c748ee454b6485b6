/* chances.h — how often a searcher picks each leaf is what its weight says. */
#pragma once

#include "explore/searcher.h"
#include "unit/unit.h"

/* Chi-square below its 99.99th percentile, for up to 5 leaves with slots below 8, and no others. */
static inline void check_chances(Searcher *s, Leaf *const *leaves, const double *weights, u32 n) {
  enum { PICKS = 20000 };
  u32 n_picked[8] = {0};
  double sum = 0, chi = 0;
  for (u32 i = 0; i < PICKS; i++) {
    const Leaf *leaf = searcher_pick(s);
    assert_true(leaf && leaf->slot < ARRAY_LEN(n_picked));
    n_picked[leaf->slot]++;
  }
  for (u32 i = 0; i < n; i++) sum += weights[i];
  for (u32 i = 0; i < n; i++) {
    double expected = PICKS * weights[i] / sum, off = n_picked[leaves[i]->slot] - expected;
    chi += off * off / expected;
  }
  assert_true(n <= 5 && chi < 23.5);
}
