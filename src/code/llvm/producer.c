/* producer.c — finds the version of LLVM that wrote a file of bitcode, for people whose file cannot be
 * read.
 *
 * Bitcode begins with a block of identification, whose first record is a text such as "LLVM19.1.7".  It is
 * an array of characters of 6, 7 or 8 bits that begins at any bit.  Its place follows from the
 * abbreviations of the block; as no other text of the file can come before it, it is found by looking for
 * its letters.
 */
#include "code/llvm/producer.h"

#include <string.h>

enum { MAGIC_BYTES = 4, FIRST_BYTES = 96, MAX_MAJOR = 999 };

static u32 bits_at(Bytes file, size_t bit, u32 n) {
  u32 value = 0;
  for (u32 i = 0; i < n; i++, bit++) value |= (u32)(file.at[bit / 8] >> bit % 8 & 1) << i;
  return value;
}

/* A zero behind the end. */
static char char_at(Bytes file, size_t bit, u32 width) {
  static const char six[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
  if (bit + width > 8 * file.n) return 0;
  u32 value = bits_at(file, bit, width);
  return width == 6 ? six[value] : (char)value;
}

static bool is_producer(Bytes file, size_t bit, u32 width) {
  static const char name[] = "LLVM";
  for (u32 i = 0; name[i]; i++)
    if (char_at(file, bit + i * width, width) != name[i]) return false;
  return true;
}

static u32 read_major(Bytes file, size_t bit, u32 width) {
  u32 major = 0;
  for (char c; (c = char_at(file, bit, width)) >= '0' && c <= '9' && major <= MAX_MAJOR;
       bit += width)
    major = 10 * major + (u32)(c - '0');
  return major;
}

u32 bitcode_producer(Bytes file) {
  static const u8 magic[MAGIC_BYTES] = {'B', 'C', 0xc0, 0xde};
  if (file.n < sizeof magic || memcmp(file.at, magic, sizeof magic) != 0) return 0;
  Bytes first = {file.at, MIN(file.n, FIRST_BYTES)};
  for (u32 width = 6; width <= 8; width++)
    for (size_t bit = 8 * MAGIC_BYTES; bit + 4 * width <= 8 * first.n; bit++)
      if (is_producer(first, bit, width)) return read_major(first, bit + 4 * width, width);
  return 0;
}
