/* hash.c — hashing of byte strings, eight bytes at a time. */
#include "base/hash.h"

#include <string.h>

u64 hash_bytes(const void *p, size_t n) {
  const u8 *at = p;
  u64 h = n;
  for (; n >= 8; at += 8, n -= 8) {
    u64 word;
    memcpy(&word, at, 8);
    h = hash_pair(h, word);
  }
  u64 rest = 0;
  if (n) memcpy(&rest, at, n);
  return hash_pair(h, rest);
}
