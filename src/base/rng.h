/* rng.h — the only source of randomness; the same seed gives the same run. */
#pragma once

#include "base/base.h"

typedef struct Rng {
  u64 state;
} Rng;

/* splitmix64 (Steele, Lea, Flood, OOPSLA 2014): one word of state, passes BigCrush. */
static inline u64 rng_u64(Rng *r) {
  u64 z = (r->state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/* Uniform in [0, n), n > 0; the bias of 2^-64 * n does not matter to us. */
static inline u64 rng_below(Rng *r, u64 n) { return (u64)(((u128)rng_u64(r) * n) >> 64); }

static inline bool rng_chance(Rng *r, u32 one_in) { return rng_below(r, one_in) == 0; }

/* Uniform in [0, 1). */
static inline double rng_unit(Rng *r) { return (double)(rng_u64(r) >> 11) * 0x1p-53; }
