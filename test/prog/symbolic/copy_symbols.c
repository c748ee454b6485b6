// Symbolic bytes keep their identity through copies, unions, shifts and structs.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdint.h>
#include <string.h>

typedef struct Packet {
  uint8_t kind;
  uint32_t size;
  uint16_t sum[2];
} Packet;

int main(void) {
  uint8_t wire[11], back[4];
  nadir_symbolic(wire, sizeof wire, "wire");
  Packet p = {.kind = wire[0]}, q;
  memcpy(&p.size, wire + 1, 4);
  memcpy(p.sum, wire + 5, 4);
  q = p;
  assert((q.size & 0xff) == wire[1] && q.size >> 24 == wire[4]);
  assert(q.sum[1] == (wire[7] | wire[8] << 8));
  union {
    uint32_t word;
    uint8_t bytes[4];
  } u = {q.size};
  assert(u.bytes[2] == wire[3]);
  u.bytes[0] ^= u.bytes[3];
  assert((u.word ^ q.size) == wire[4]);
  for (int i = 0; i < 4; i++) back[i] = (uint8_t)(q.size >> 8 * i);
  assert(!((back[0] ^ wire[1]) | (back[3] ^ wire[4])));
  return 0;
}
