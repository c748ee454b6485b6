/* Open addressing with linear probing and a multiplicative hash, in a table of 256 places.
 *
 * call: count_distinct(unsigned key[N], N)
 * small: 1:4
 * class: n^2
 * values: key [0, 1, 2, 3, 259, 261, 620, 883] if N < 10 else range(5000)
 * killer: key = [k for k in range(1, 2000000) if (k * 2654435769 & 0xffffffff) >> 24 == 7][:N]
 */
#include <stdint.h>
#include <string.h>

#define BITS 8
#define SLOTS (1 << BITS)

static uint32_t slot_key[SLOTS];
static unsigned char slot_used[SLOTS];

int count_distinct(const uint32_t *key, int n) {
  int count = 0;
  memset(slot_used, 0, sizeof slot_used);
  for (int i = 0; i < n; i++) {
    uint32_t h = key[i] * 2654435769u >> (32 - BITS);
    while (slot_used[h] && slot_key[h] != key[i]) h = (h + 1) & (SLOTS - 1);
    if (!slot_used[h]) {
      slot_used[h] = 1;
      slot_key[h] = key[i];
      count++;
    }
  }
  return count;
}
