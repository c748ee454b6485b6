/* hash.h — mixing of words; the same on every host. */
#pragma once

#include "base/base.h"

/* The finaliser of MurmurHash3 (Austin Appleby, public domain constants):
 * each input bit flips each output bit with probability about one half. */
static inline u64 hash_u64(u64 x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdull;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ull;
  x ^= x >> 33;
  return x;
}

static inline u64 hash_pair(u64 a, u64 b) { return hash_u64(a * 0x9e3779b97f4a7c15ull + b); }

u64 hash_bytes(const void *p, size_t n);
