// Reading a union by another member shows the bytes, little end first.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef union Word {
  uint64_t whole;
  uint32_t half[2];
  uint16_t quarter[4];
  uint8_t byte[8];
  double number;
  struct {
    unsigned low : 12, high : 20;
  } bits;
} Word;

int main(void) {
  Word w = {.whole = 0x0123456789abcdef};
  printf("%x %x %x %x\n", w.half[1], w.quarter[1], w.byte[0], w.bits.high);
  w.byte[7] = 0x40;
  w.byte[6] = 0x59;
  w.half[0] = 0;
  w.quarter[2] = 0;
  printf("%g %llx\n", w.number, (unsigned long long)w.whole);
  w.number = -0.5;
  printf("%x %x\n", w.half[1], w.byte[7]);
  w.bits.low = 0xabc;
  printf("%llx\n", (unsigned long long)w.whole);
  float f = 1.0f;
  uint32_t u;
  memcpy(&u, &f, 4);
  u += 1 << 22;
  memcpy(&f, &u, 4);
  printf("%x %g\n", u, f);
  return 0;
}
