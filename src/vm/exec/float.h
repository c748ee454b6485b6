/* float.h — floats as the bit patterns that registers hold. */
#pragma once

#include "expr/float.h"

#include <string.h>

static inline float as_f32(u64 bits) {
  u32 low = (u32)bits;
  float x;
  memcpy(&x, &low, sizeof x);
  return x;
}
static inline u64 of_f32(float x) {
  u32 bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline double as_f64(u64 bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static inline u64 of_f64(double x) {
  u64 bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
/* How one is to the other: one of the bits that a comparison asks for. */
#define RELATION(b, c) \
  ((b) == (c) ? FLOAT_EQUAL : (b) > (c) ? FLOAT_GREATER : (b) < (c) ? FLOAT_LESS : FLOAT_UNORDERED)

/* The x87 format: 64 bits of mantissa, then 16 of sign and exponent. */
static inline long double as_f80(const u64 *pair) {
  long double x = 0;
  memcpy(&x, pair, 10);
  return x;
}
static inline void of_f80(long double x, u64 *ret_pair) {
  ret_pair[1] = 0;
  memcpy(ret_pair, &x, 10);
}
