// Bitcode that was compiled with -fsanitize=undefined brings its checks along.
// BITCODE: -O0 -fsanitize=undefined
// RUN: run
// RUN: run --unset=error
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int table[4];
typedef enum { A, B } E;
static _Bool flag;
static int need(int *p) __attribute__((nonnull));

static int need(int *p) {
  return *p;
}

static int *gives(int *p) __attribute__((returns_nonnull));
static int *gives(int *p) {
  return p; // ERROR: bad-argument
}

static int other(int x) {
  if (x == 1) return 1;
  __builtin_unreachable(); // ERROR: unreachable
}

int main(void) {
  int kind = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  char bytes[16] = {0};
  int *p = NULL;
  double d = 1e300;
  *(char *)&flag = 3;
  switch (kind) {
  case 0: return 15 / x == 3; // ERROR: division
  case 1: return x > 0 ? 0 : x - 2 > 0; // ERROR: overflow
  case 2: return x < 0 ? 0 : x * 4 == 8; // ERROR: overflow
  case 3: return -x == 9; // ERROR: overflow
  case 4: return (unsigned)x << x; // ERROR: shift
  case 5: return table[x & 7]; // ERROR: index-bounds
  case 6: return *p; // ERROR: null-pointer
  case 7: return *(int *)(bytes + 1); // ERROR: misaligned
  case 8: return flag; // ERROR: invalid-value
  case 9: return (int)d; // ERROR: conversion
  case 10: { int vla[(x & 3) - 1]; return sizeof vla > 3; } // ERROR: array-size
  case 11: return __builtin_ctz((unsigned)x & 1); // ERROR: bad-argument
  case 12: return need(p); // ERROR: bad-argument
  case 13: return gives(p) == NULL;
  case 14: return other(x);
  case 15: return ((char *)(long)x) + ~0ul == p; // ERROR: pointer-overflow
  case 17: return (x & 0x1fffffff) << 4; // ERROR: overflow
  case 16: return (-2147483647 - 1) / (x | -1); // ERROR: division-overflow
  }
  return 0;
}
