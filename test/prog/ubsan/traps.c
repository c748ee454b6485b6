// With -fsanitize-trap a check is a trap with a number.
// BITCODE: -O0 -fsanitize=undefined -fsanitize-trap=undefined
// RUN: run
int __VERIFIER_nondet_int(void);

static int table[4];

int main(void) {
  int kind = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  double d = 1e300;
  switch (kind) {
  case 0: return 15 / x == 3; // ERROR: trap
  case 1: return x > 0 ? 0 : x - 2 > 0; // ERROR: overflow
  case 2: return x < 0 ? 0 : x * 4 == 8; // ERROR: overflow
  case 3: return x + 1 > x; // ERROR: overflow
  case 4: return -x == 9; // ERROR: overflow
  case 5: return (unsigned)x << x; // ERROR: trap
  case 6: return table[x & 7]; // ERROR: index-bounds
  case 7: return (int)d; // ERROR: conversion
  case 8: { int vla[(x & 3) - 1]; return sizeof vla > 3; } // ERROR: array-size
  case 9: return __builtin_ctz((unsigned)x & 1); // ERROR: bad-argument
  case 10: __builtin_unreachable(); // ERROR: unreachable
  case 11: return ((char *)(long)x) + ~0ul == 0; // ERROR: pointer-overflow
  }
  return 0;
}
