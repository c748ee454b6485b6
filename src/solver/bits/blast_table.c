/* blast_table.c — circuits of reads from tables and small objects.
 *
 * Each bit of a table is a function of the bits of the index: a tree of choices in which equal
 * halves are shared (a binary decision diagram, as gates are made once).  Where the function is a
 * sum over GF(2), as those of tables for checksums are, it is made as such.  From such a tree the
 * value follows when the index is known, but hardly the index when the value is: ciphers invert
 * their boxes, so a permutation has a second tree, from its values back.
 */
#include "solver/bits/blast_table.h"

enum {
  MAX_BITS = 1 << 21,  /* of a table: entries times width */
  MAX_BACK_WIDTH = 10, /* of a permutation that is also read backwards */
};

/* Bits of the index that can matter for n entries. */
static u32 bits_for(u32 n) {
  u32 bits = 0;
  while (bits < 32 && (1ull << bits) < n) bits++;
  return bits;
}

/* Is the index within the low bits? */
static Lit is_low(Circuit *c, u32 index_width, const Lit *index, u32 bits) {
  Lit all = LIT_TRUE;
  for (u32 i = bits; i < index_width; i++) all = circuit_and(c, all, lit_not(index[i]));
  return all;
}

/* T[i] ^ T[0] is the sum of T[2^k] ^ T[0] over the bits k of i. */
static bool is_affine(const u64 *entries, u32 n) {
  if (n & (n - 1)) return false;
  for (u32 i = 1; i < n; i++) {
    u32 low = i & -i;
    if (i != low && entries[i] != (entries[i ^ low] ^ entries[low] ^ entries[0])) return false;
  }
  return true;
}

static Lit affine_bit(Circuit *c, const u64 *entries, u32 bits, u32 bit, const Lit *index) {
  Lit sum = (Lit)(entries[0] >> bit & 1);
  for (u32 k = 0; k < bits; k++)
    if ((entries[1u << k] ^ entries[0]) >> bit & 1) sum = circuit_xor(c, sum, index[k]);
  return sum;
}

typedef struct MuxTree {
  Circuit *c;
  const u64 *entries;
  u32 n, bit;
  const Lit *index;
} MuxTree;

/* The entries from `first` on, chosen among by the lowest `bits` of the index; recursive in these. */
static Lit tree_of(const MuxTree *t, u32 first, u32 bits) {
  if (first >= t->n) return LIT_FALSE;
  if (!bits) return (Lit)(t->entries[first] >> t->bit & 1);
  Lit low = tree_of(t, first, bits - 1), high = tree_of(t, first + (1u << (bits - 1)), bits - 1);
  return circuit_mux(t->c, t->index[bits - 1], high, low);
}

bool blast_table(Circuit *c, Expr table, const Lit *index, Lit *r) {
  assert(expr_kind(table) == EXPR_ARRAY_TABLE);
  u32 n, width = expr_width(table), index_width = expr_index_width(table);
  const u64 *entries = expr_table(table, &n);
  if ((u64)n * width > MAX_BITS) return false;
  u32 bits = MIN(bits_for(n), index_width);
  Lit is_inside = is_low(c, index_width, index, bits);
  bool is_sum = n && is_affine(entries, n);
  for (u32 i = 0; i < width; i++) {
    MuxTree t = {c, entries, n, i, index};
    Lit bit = is_sum ? affine_bit(c, entries, bits, i, index) : tree_of(&t, 0, bits);
    r[i] = circuit_and(c, is_inside, bit);
  }
  return true;
}

/* Where each value stands, if there are all of `width` bits. */
static bool invert(const u64 *entries, u32 n, u32 width, u64 *ret) {
  if (width > MAX_BACK_WIDTH || n != 1u << width) return false;
  for (u32 i = 0; i < n; i++) assert(entries[i] < n);
  for (u32 i = 0; i < n; i++) ret[i] = n;
  for (u32 i = 0; i < n; i++) ret[entries[i]] = i;
  for (u32 i = 0; i < n; i++)
    if (ret[i] == n) return false;
  return true;
}

Lit blast_table_back(Circuit *c, Expr table, const Lit *index, const Lit *r) {
  u32 n, width = expr_width(table), index_width = expr_index_width(table);
  const u64 *entries = expr_table(table, &n);
  u64 back[1 << MAX_BACK_WIDTH];
  if (index_width < width || !invert(entries, n, width, back) || is_affine(entries, n))
    return LIT_TRUE;
  Lit is_same = LIT_TRUE;
  for (u32 i = 0; i < width; i++) {
    MuxTree t = {c, back, n, i, r};
    Lit differs = circuit_xor(c, index[i], tree_of(&t, 0, width));
    is_same = circuit_and(c, is_same, lit_not(differs));
  }
  return circuit_or(c, lit_not(is_low(c, index_width, index, width)), is_same);
}

/* Recursive in the bits of the index. */
static Lit choose(Circuit *c, const Lit *bytes, u32 n, u32 first, u32 bits, const Lit *index) {
  if (first >= n) return LIT_FALSE;
  if (!bits) return bytes[first * 8];
  Lit low = choose(c, bytes, n, first, bits - 1, index);
  Lit high = choose(c, bytes, n, first + (1u << (bits - 1)), bits - 1, index);
  return circuit_mux(c, index[bits - 1], high, low);
}

void blast_bytes(Circuit *c, const Lit *bytes, u32 n, u32 index_width, const Lit *index, Lit *r) {
  u32 bits = MIN(bits_for(n), index_width);
  Lit is_inside = is_low(c, index_width, index, bits);
  for (u32 i = 0; i < 8; i++)
    r[i] = circuit_and(c, is_inside, choose(c, bytes + i, n, 0, bits, index));
}
