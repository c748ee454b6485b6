/* byte_tree.c — the copy-on-write tree behind a string of bytes; see byte_tree.h.
 *
 * A tree changes a node in place if it alone holds the node and everything above it, and copies the
 * node otherwise.  Zeros follow the bytes of a leaf, so that a load of eight bytes must test for
 * the end only where it crosses into the next leaf.
 */
#include "base/byte_tree.h"

/* A tree of this height holds what is below 1 << bits_of(height). */
static u32 bits_of(u32 height) { return BYTE_LEAF_BITS + height * BYTE_KIDS_BITS; }

static u32 kid_of(u32 at, u32 height) { return at >> bits_of(height - 1) & (BYTE_KIDS - 1); }

static ByteNode *node_new(u32 height) {
  ByteNode *n = mem_new(height ? offsetof(ByteNode, kids) + BYTE_KIDS * sizeof(ByteNode *)
                               : offsetof(ByteNode, bytes) + BYTE_LEAF + BYTE_SLACK);
  n->refs = 1;
  return n;
}

static void node_unref(ByteNode *n, u32 height) {
  if (!n || --n->refs) return;
  for (u32 i = 0; height && i < BYTE_KIDS; i++) node_unref(n->kids[i], height - 1);
  mem_free(n);
}

/* Makes the node at this place one that only this place holds. */
static ByteNode *node_own(ByteNode **io, u32 height) {
  ByteNode *old = *io;
  if (!old) return *io = node_new(height);
  if (old->refs == 1) return old;
  ByteNode *n = *io = node_new(height);
  if (!height) memcpy(n->bytes, old->bytes, BYTE_LEAF);
  for (u32 i = 0; height && i < BYTE_KIDS; i++) {
    n->kids[i] = old->kids[i];
    if (n->kids[i]) n->kids[i]->refs++;
  }
  old->refs--;
  return n;
}

static bool reaches(const ByteTree *t, u32 at) {
  u32 bits = bits_of(t->height);
  return t->root && (bits >= 32 || !(at >> bits));
}

static void reach(ByteTree *t, u32 at) {
  if (!t->root) t->root = node_new(t->height);
  while (!reaches(t, at)) {
    ByteNode *above = node_new(++t->height);
    above->kids[0] = t->root;
    t->root = above;
  }
}

static void node_changes(const ByteNode *a, const ByteNode *b, u32 height, u32 first, U32Vec *ret) {
  if (a == b) return;
  if (!height) {
    for (u32 i = 0; i < BYTE_LEAF; i++)
      if ((a ? a->bytes[i] : 0) != (b ? b->bytes[i] : 0)) vec_push(ret, first + i);
    return;
  }
  for (u32 i = 0; i < BYTE_KIDS; i++)
    node_changes(a ? a->kids[i] : NULL, b ? b->kids[i] : NULL, height - 1,
                 first + (i << bits_of(height - 1)), ret);
}

/* ---- public ------------------------------------------------------------------------------------ */

ByteTree byte_tree_copy(const ByteTree *t) {
  if (t->root) t->root->refs++;
  return *t;
}

void byte_tree_done(ByteTree *t) {
  node_unref(t->root, t->height);
  *t = (ByteTree){0};
}

const u8 *byte_tree_leaf(const ByteTree *t, u32 at) {
  static const u8 zeros[BYTE_LEAF + BYTE_SLACK];
  if (!reaches(t, at)) return zeros;
  const ByteNode *n = t->root;
  for (u32 h = t->height; n && h; h--) n = n->kids[kid_of(at, h)];
  return n ? n->bytes : zeros;
}

u64 byte_tree_word_across(const ByteTree *t, u32 at, u8 *ret_ninth) {
  u8 nine[BYTE_SLACK] = {0};
  u32 here = BYTE_LEAF - at % BYTE_LEAF;
  memcpy(nine, byte_tree_leaf(t, at) + at % BYTE_LEAF, here);
  bool has_next = at + here > at;
  if (has_next) memcpy(nine + here, byte_tree_leaf(t, at + here), BYTE_SLACK - here);
  u64 word;
  memcpy(&word, nine, sizeof word);
  *ret_ninth = nine[8];
  return word;
}

void byte_tree_set(ByteTree *t, u32 at, u8 value) {
  if (byte_tree_get(t, at) == value) return;
  reach(t, at);
  ByteNode **io = &t->root;
  for (u32 h = t->height; h; h--) io = &node_own(io, h)->kids[kid_of(at, h)];
  node_own(io, 0)->bytes[at % BYTE_LEAF] = value;
}

void byte_tree_changes(const ByteTree *a, const ByteTree *b, U32Vec *ret) {
  if (a->height < b->height) {
    const ByteTree *higher = b;
    b = a;
    a = higher;
  }
  /* We follow the first kids of the higher tree down to the height of the lower one, which is zero
   * everywhere else. */
  const ByteNode *at = a->root;
  const ByteNode *path[32];
  u32 n = 0;
  for (u32 h = a->height; h > b->height; h--) {
    path[n++] = at;
    at = at ? at->kids[0] : NULL;
  }
  node_changes(at, b->root, b->height, 0, ret);
  for (u32 h = b->height + 1; n; h++) {
    const ByteNode *above = path[--n];
    for (u32 i = 1; above && i < BYTE_KIDS; i++)
      node_changes(above->kids[i], NULL, h - 1, i << bits_of(h - 1), ret);
  }
}
