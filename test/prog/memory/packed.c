// Packed and aligned structs: words at odd addresses.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct __attribute__((packed)) Head {
  uint8_t kind;
  uint32_t size;
  uint16_t sum;
  uint64_t stamp;
} Head;

typedef struct Wide {
  char c;
  _Alignas(16) int x;
} Wide;

int main(void) {
  unsigned char wire[40];
  for (unsigned i = 0; i < sizeof wire; i++) wire[i] = (unsigned char)(i * 17);
  Head head;
  for (volatile int at = 0; at < 4; at++) {
    memcpy(&head, wire + at, sizeof head);
    printf("%x %x %x %llx\n", head.kind, head.size, head.sum, (unsigned long long)head.stamp);
    head.size += 0x01010101;
    head.stamp = ~head.stamp;
    memcpy(wire + 20 + at, &head, sizeof head);
  }
  for (unsigned i = 20; i < sizeof wire; i++) printf("%02x", wire[i]);
  Head *in = (Head *)(wire + 3);
  in->sum++;
  printf("\n%x %zu %zu %zu\n", in->sum, sizeof(Head), sizeof(Wide), offsetof(Wide, x));
  return 0;
}
