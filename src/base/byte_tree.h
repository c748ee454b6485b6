/* byte_tree.h — a string of bytes that shares with its copies what they have in common.
 *
 * It is a tree of small leaves.  Setting a byte copies the nodes on the way to it: so a copy of the
 * string costs nothing, and setting a byte of it copies some hundred bytes, however long the string
 * is.  What was never set is zero and takes no room.
 */
#pragma once

#include "base/vec.h"

enum {
  BYTE_LEAF_BITS = SIZED(6, 4), /* a load of nine bytes never touches more than two leaves */
  BYTE_LEAF = 1 << BYTE_LEAF_BITS,
  BYTE_KIDS_BITS = SIZED(3, 1),
  BYTE_KIDS = 1 << BYTE_KIDS_BITS,
  BYTE_SLACK = 9, /* zeros behind the bytes of a leaf */
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are loaded from bytes");

typedef struct ByteNode {
  u32 refs;
  union {
    u8 bytes[BYTE_LEAF + BYTE_SLACK];
    struct ByteNode *kids[BYTE_KIDS]; /* shared; NULL: all zero */
  };
} ByteNode;

/* Zeroed: the empty string, all of it zero. */
typedef struct ByteTree {
  ByteNode *root; /* shared; a leaf if height is 0 */
  u32 height;
} ByteTree;

ByteTree byte_tree_copy(const ByteTree *t); /* O(1) */
void byte_tree_done(ByteTree *t);

const u8 *byte_tree_leaf(const ByteTree *t, u32 at); /* that the byte is in; its slack behind it */
u64 byte_tree_word_across(const ByteTree *t, u32 at, u8 *ret_ninth);

static inline const u8 *byte_tree_find(const ByteTree *t, u32 at) {
  bool is_small = !t->height && at < BYTE_LEAF && t->root;
  return (likely(is_small) ? t->root->bytes : byte_tree_leaf(t, at)) + at % BYTE_LEAF;
}

static inline u8 byte_tree_get(const ByteTree *t, u32 at) { return *byte_tree_find(t, at); }

/* Eight bytes from `at` on, the first lowest, and the ninth.  Only the first n of them (up to nine)
 * are asked for; the others may be anything. */
static inline u64 byte_tree_word(const ByteTree *t, u32 at, u32 n, u8 *ret_ninth) {
  if (unlikely(at % BYTE_LEAF + n > BYTE_LEAF)) return byte_tree_word_across(t, at, ret_ninth);
  const u8 *from = byte_tree_find(t, at);
  u64 word;
  memcpy(&word, from, sizeof word);
  *ret_ninth = from[8];
  return word;
}

void byte_tree_set(ByteTree *t, u32 at, u8 value);

/* Appends where the two differ, in order; what they share is not looked at. */
void byte_tree_changes(const ByteTree *a, const ByteTree *b, U32Vec *ret);
