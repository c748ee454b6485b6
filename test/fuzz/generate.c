/* generate.c — random sessions shaped like the path conditions of programs.
 *
 * Every session draws its own words, bytes and arrays and a taste for some of
 * the shapes, so that one session is all about order, another about text, and
 * most mix two or three.  Words are inputs of their own or slices of one object,
 * overlapping ones included; ranges that exclude wrapping are sometimes there
 * and sometimes not.
 */
#include "base/rng.h"
#include "expr/float.h"
#include "expr/input.h"
#include "expr/value.h"
#include "fuzz/session.h"
#include "unit/random_terms.h"

#include <stdio.h>

enum { MAX_WORDS = 8, MAX_ARRAYS = 12, N_BYTES = 12 };

typedef enum Shape {
  SHAPE_ORDER,
  SHAPE_RANGE,
  SHAPE_SUM,
  SHAPE_LENGTH,
  SHAPE_BYTE,
  SHAPE_PAIR,
  SHAPE_ARRAY,
  SHAPE_VIEW,
  SHAPE_LOGIC,
  SHAPE_WILD,
  SHAPE_XORS,
  SHAPE_MIX,
  SHAPE_PRODUCT,
  SHAPE_QUOTIENT,
  SHAPE_TABLE,
  SHAPE_FLOAT,
  SHAPE_SHOWN,
  SHAPE_PARTS,
  SHAPE_WIDE,
  SHAPE_TURN,
  SHAPE_COUNT
} Shape;

typedef struct Gen {
  Rng rng;
  Plan *p;
  u32 width; /* of words */
  u32 words[MAX_WORDS], n_words;
  u32 bytes; /* an input */
  u32 arrays[MAX_ARRAYS], n_arrays;
  u32 tables[4]; /* any, classes of characters, a permutation, a sum over GF(2) */
  u32 weights[SHAPE_COUNT];
  bool is_signed; /* mostly */
  bool is_linear; /* most questions are about sums of words in ranges */
  RandomTerms wild;
  U32Vec conditions; /* nodes used so far */
  U32Vec contexts;   /* alive */
  u32 n_contexts;
} Gen;

static u32 below(Gen *g, u32 n) {
  return (u32)rng_below(&g->rng, n);
}

static bool chance(Gen *g, u32 one_in) {
  return rng_chance(&g->rng, one_in);
}

/* ---- leaves ----------------------------------------------------------------- */

/* Constants where something happens: small, around the ends of both ranges. */
static u32 number(Gen *g, u32 width) {
  static const i64 usual[] = {0, 1, 2, 3, 5, 10, 100, 127, 128, 255, 256, 1000};
  u64 mask = value_mask(width), top = 1ull << (width - 1);
  i64 small = usual[below(g, ARRAY_LEN(usual))];
  switch (below(g, 10)) {
  case 0:
    return plan_const(g->p, width, mask - below(g, 4));
  case 1:
    return plan_const(g->p, width, top - 2 + below(g, 5));
  case 2:
    return plan_const(g->p, width, (u64)-small);
  case 3:
    return plan_const(g->p, width, rng_u64(&g->rng) & mask);
  default:
    return plan_const(g->p, width, (u64)small);
  }
}

static u64 double_bits(double x) {
  u64 bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static u32 byte(Gen *g) {
  return plan_var(g->p, g->bytes, 8 * below(g, N_BYTES), 8);
}

static u32 word(Gen *g) {
  return g->words[below(g, g->n_words)];
}

static u32 less(Gen *g, u32 a, u32 b, bool is_signed) {
  return plan_op(g->p, is_signed ? EXPR_SLT : EXPR_ULT, a, b, 0);
}

static u32 at_most(Gen *g, u32 a, u32 b, bool is_signed) {
  return plan_not(g->p, less(g, b, a, is_signed));
}

static u32 compare(Gen *g, u32 a, u32 b) {
  bool is_signed = chance(g, 8) ? !g->is_signed : g->is_signed;
  switch (below(g, 8)) {
  case 0:
    return plan_op(g->p, EXPR_EQ, a, b, 0);
  case 1:
    return plan_not(g->p, plan_op(g->p, EXPR_EQ, a, b, 0));
  case 2:
  case 3:
    return at_most(g, a, b, is_signed);
  default:
    return less(g, a, b, is_signed);
  }
}

/* ---- shapes ------------------------------------------------------------------ */

static u32 order_term(Gen *g) {
  u32 c = plan_const(g->p, g->width, below(g, 2) ? below(g, 5) : (u64) - (i64)below(g, 5));
  switch (below(g, 10)) {
  case 0:
  case 1:
    return plan_op(g->p, EXPR_ADD, word(g), c, 0);
  case 2:
    return plan_op(g->p, EXPR_ADD, word(g), number(g, g->width), 0);
  case 3:
    return plan_extend(g->p, byte(g), g->width, below(g, 2));
  case 4:
    return number(g, g->width);
  case 5:
    return plan_op(g->p, EXPR_ADD, word(g), plan_op(g->p, EXPR_NEG, word(g), 0, 0), 0);
  default:
    return word(g);
  }
}

static u32 order_shape(Gen *g) {
  return compare(g, order_term(g), chance(g, 4) ? order_term(g) : word(g));
}

static u32 range_shape(Gen *g) {
  bool is_signed = chance(g, 4) ? !g->is_signed : g->is_signed;
  u32 w = chance(g, 4) ? order_term(g) : word(g);
  u32 high = plan_const(g->p, g->width, chance(g, 3) ? 1000000 : 1 + below(g, 200));
  u32 low = plan_const(g->p, g->width, chance(g, 3) ? (u64) - (i64)below(g, 100) : below(g, 4));
  u32 above = at_most(g, low, w, is_signed), under = at_most(g, w, high, is_signed);
  return chance(g, 4) ? under : plan_op(g->p, EXPR_AND, above, under, 0);
}

static u32 sum_term(Gen *g) {
  u32 sum = word(g), n = below(g, 3);
  for (u32 i = 0; i < n; i++) {
    u32 more = chance(g, 4) ? plan_extend(g->p, byte(g), g->width, below(g, 2)) : word(g);
    if (chance(g, 5)) {
      u32 k = plan_const(g->p, g->width, below(g, 2) ? 2 + below(g, 3) : (u64) - (i64)below(g, 4));
      more = plan_op(g->p, EXPR_MUL, more, k, 0);
    }
    sum = plan_op(g->p, EXPR_ADD, sum, more, 0);
  }
  return chance(g, 3) ? plan_op(g->p, EXPR_ADD, sum, number(g, g->width), 0) : sum;
}

static u32 sum_shape(Gen *g) {
  return compare(g, sum_term(g), sum_term(g));
}

/* Lengths of ways and other linear sums of several words. */
static u32 length_term(Gen *g) {
  static const i64 coefs[] = {1, 1, 1, 1, 1, 2, 3, -1, -2};
  u32 sum = word(g), n = 1 + below(g, 5);
  for (u32 i = 0; i < n; i++) {
    i64 k = coefs[below(g, ARRAY_LEN(coefs))];
    u32 more = word(g);
    if (k != 1) more = plan_op(g->p, EXPR_MUL, more, plan_const(g->p, g->width, (u64)k), 0);
    sum = plan_op(g->p, EXPR_ADD, sum, more, 0);
  }
  return chance(g, 4) ? plan_op(g->p, EXPR_ADD, sum, number(g, g->width), 0) : sum;
}

static u32 length_shape(Gen *g) {
  return compare(g, length_term(g), chance(g, 6) ? number(g, g->width) : length_term(g));
}

static u32 byte_term(Gen *g) {
  u32 b = byte(g), w;
  switch (below(g, 6)) {
  case 0: /* a table of the C library */
    w = plan_extend(g->p, b, 64, false);
    return plan_op(g->p, EXPR_SELECT, g->tables[1], w, 0);
  case 1:
    return plan_op(g->p, EXPR_SELECT, g->tables[0], b, 0);
  case 2:
    return plan_op(g->p, EXPR_OR, b, plan_const(g->p, 8, 0x20), 0);
  case 3:
    return plan_op(g->p, EXPR_ADD, b, plan_const(g->p, 8, (u64) - (i64)'0'), 0);
  default:
    return b;
  }
}

static u32 letter(Gen *g) {
  static const char letters[] = "aAzZ09 \n_f";
  u32 c = (u8)letters[below(g, sizeof letters - 1)];
  return plan_const(g->p, 8, chance(g, 6) ? below(g, 256) : c);
}

static u32 byte_shape(Gen *g) {
  u32 t = byte_term(g), width = chance(g, 3) ? 32 : 8;
  bool is_signed = below(g, 2);
  t = plan_extend(g->p, t, width, is_signed);
  u32 low = plan_extend(g->p, letter(g), width, false);
  u32 high = plan_extend(g->p, letter(g), width, false);
  switch (below(g, 6)) {
  case 0:
    return plan_op(g->p, EXPR_EQ, t, low, 0);
  case 1:
    return plan_not(g->p, plan_op(g->p, EXPR_EQ, t, low, 0));
  case 2: {
    u32 bit = plan_op(g->p, EXPR_AND, t, plan_const(g->p, width, 1u << below(g, 8)), 0);
    return plan_op(g->p, EXPR_EQ, bit, plan_const(g->p, width, 0), 0);
  }
  case 3:
    return less(g, t, low, is_signed);
  default:
    return plan_op(g->p, EXPR_AND, at_most(g, low, t, is_signed), at_most(g, t, high, is_signed),
                   0);
  }
}

static u32 pair_shape(Gen *g) {
  static const ExprKind kinds[] = {EXPR_ADD, EXPR_XOR, EXPR_AND, EXPR_MUL, EXPR_UREM, EXPR_SHL};
  u32 a = byte_term(g), b = byte_term(g), width = below(g, 2) ? 8 : 32;
  a = plan_extend(g->p, a, width, below(g, 2));
  b = plan_extend(g->p, b, width, below(g, 2));
  if (chance(g, 2)) return compare(g, a, b);
  u32 mixed = plan_op(g->p, kinds[below(g, ARRAY_LEN(kinds))], a, b, 0);
  return compare(g, mixed, below(g, 2) ? number(g, width) : plan_extend(g->p, byte(g), width, 0));
}

static u32 index_for(Gen *g, u32 array) {
  u32 width = g->p->nodes.at[array].index_width;
  u32 i = chance(g, 3) ? word(g) : byte(g);
  if (chance(g, 4)) return plan_const(g->p, width, below(g, 16));
  i = plan_extend(g->p, i, width, chance(g, 4));
  if (chance(g, 2)) i = plan_op(g->p, EXPR_AND, i, plan_const(g->p, width, 15), 0);
  return chance(g, 4) ? plan_op(g->p, EXPR_ADD, i, plan_const(g->p, width, below(g, 3)), 0) : i;
}

static u32 array_shape(Gen *g) {
  u32 array = g->arrays[below(g, g->n_arrays)];
  u32 elem = plan_width(g->p, array);
  if (chance(g, 3) && g->n_arrays < MAX_ARRAYS) {
    u32 value = plan_extend(g->p, below(g, 2) ? byte(g) : word(g), elem, false);
    array = plan_op(g->p, EXPR_STORE, array, index_for(g, array), value);
    g->arrays[g->n_arrays++] = array;
  }
  u32 read = plan_op(g->p, EXPR_SELECT, array, index_for(g, array), 0);
  u32 other = plan_op(g->p, EXPR_SELECT, array, index_for(g, array), 0);
  u32 b = plan_extend(g->p, byte(g), elem, false);
  return compare(g, read, chance(g, 3) ? other : chance(g, 2) ? b : number(g, elem));
}

/* Overlapping slices of the object, also wider than a machine word. */
static u32 view_shape(Gen *g) {
  static const u32 widths[] = {4, 12, 16, 24, 32, 48, 64, 80};
  u32 width = widths[below(g, ARRAY_LEN(widths))], n_bits = 8 * N_BYTES;
  u32 low = below(g, 2) ? 8 * below(g, (n_bits - width) / 8 + 1) : below(g, n_bits - width + 1);
  u32 a = plan_var(g->p, g->bytes, low, width);
  u32 other = plan_var(g->p, g->bytes, below(g, n_bits - width + 1), width);
  u32 b = chance(g, 2) ? other : plan_extend(g->p, word(g), width, below(g, 2));
  if (chance(g, 3)) {
    u32 pair = plan_op(g->p, EXPR_CONCAT, byte(g), byte(g), 0);
    b = plan_extend(g->p, pair, width, below(g, 2));
  }
  if (chance(g, 3)) b = number(g, MIN(width, 64));
  return compare(g, a, plan_extend(g->p, b, width, below(g, 2)));
}

static u32 wild_shape(Gen *g) {
  for (u32 i = 0; i < 4; i++) {
    RandomOp op = random_op(&g->wild);
    Expr e = random_apply(&op);
    random_keep(&g->wild, e);
  }
  Expr e = random_pick(&g->wild, 1);
  return plan_capture(g->p, e);
}

static u32 rotated(Gen *g, u32 w) {
  u32 by = 1 + below(g, g->width - 1);
  u32 left = plan_op(g->p, EXPR_SHL, w, plan_const(g->p, g->width, by), 0);
  u32 right = plan_op(g->p, EXPR_LSHR, w, plan_const(g->p, g->width, g->width - by), 0);
  return plan_op(g->p, below(g, 2) ? EXPR_OR : EXPR_XOR, left, right, 0);
}

/* A word seen through something that is a sum of its bits. */
static u32 linear_term(Gen *g) {
  u32 w = word(g), by = plan_const(g->p, g->width, below(g, g->width));
  switch (below(g, 6)) {
  case 0:
    return plan_op(g->p, EXPR_XOR, w, plan_op(g->p, EXPR_SHL, w, by, 0), 0);
  case 1:
    return plan_op(g->p, EXPR_XOR, w, plan_op(g->p, EXPR_LSHR, w, by, 0), 0);
  case 2:
    return plan_op(g->p, EXPR_AND, w, number(g, g->width), 0);
  case 3: { /* a mask made of one bit, as checksums have it */
    u32 bit = plan_op(g->p, EXPR_AND, w, plan_const(g->p, g->width, 1), 0);
    u32 mask = plan_op(g->p, EXPR_NEG, bit, 0, 0);
    return plan_op(g->p, EXPR_AND, mask, number(g, g->width), 0);
  }
  case 4:
    return rotated(g, w);
  default:
    return w;
  }
}

static u32 xors_shape(Gen *g) {
  u32 sum = linear_term(g), n = 1 + below(g, 4);
  for (u32 i = 0; i < n; i++) sum = plan_op(g->p, EXPR_XOR, sum, linear_term(g), 0);
  if (chance(g, 6)) sum = plan_op(g->p, EXPR_ADD, sum, word(g), 0); /* and no sum any more */
  u32 equal = plan_op(g->p, EXPR_EQ, sum, number(g, g->width), 0);
  return chance(g, 4) ? compare(g, sum, word(g)) : equal;
}

/* Rounds of a cipher: sums, exclusive ors and rotations, which can be inverted one by one. */
static u32 mix_shape(Gen *g) {
  u32 a = word(g), b = word(g), n = 1 + below(g, 4);
  for (u32 i = 0; i < n; i++) {
    u32 odd = plan_const(g->p, g->width, rng_u64(&g->rng) | 1);
    a = chance(g, 3) ? plan_op(g->p, EXPR_MUL, a, odd, 0) : plan_op(g->p, EXPR_ADD, a, b, 0);
    b = plan_op(g->p, EXPR_XOR, rotated(g, b), a, 0);
    if (chance(g, 3)) a = plan_op(g->p, EXPR_NOT, a, 0, 0);
  }
  return chance(g, 3) ? compare(g, a, b)
                      : plan_op(g->p, EXPR_EQ, below(g, 2) ? a : b, number(g, g->width), 0);
}

static u32 product_shape(Gen *g) {
  static const ExprKind kinds[] = {EXPR_MUL,  EXPR_MUL,  EXPR_UDIV, EXPR_UREM,
                                   EXPR_SDIV, EXPR_SREM, EXPR_ASHR};
  u32 width = MIN(g->width, 16), a = plan_cut(g->p, word(g), 0, width);
  u32 b = chance(g, 3) ? number(g, width) : plan_cut(g->p, word(g), 0, width);
  u32 t = plan_op(g->p, kinds[below(g, ARRAY_LEN(kinds))], a, b, 0);
  if (chance(g, 3)) t = plan_op(g->p, EXPR_MUL, t, b, 0);
  if (chance(g, 3)) t = plan_op(g->p, EXPR_LSHR, t, plan_const(g->p, width, below(g, width)), 0);
  return compare(g, t, chance(g, 2) ? number(g, width) : plan_cut(g->p, word(g), 0, width));
}

/* A word of this width: all of it, or a part that gives it a range. */
static u32 ranged_term(Gen *g, u32 width) {
  u32 n = chance(g, 3) ? width : 3 + below(g, 10);
  return plan_extend(g->p, plan_cut(g->p, word(g), 0, MIN(width, n)), width, false);
}

/* Numbers taken apart by division and put together again, as digits and dates are; by numbers and
 * by words.  Mostly of few bits, as Z3 has to confirm it. */
static u32 quotient_shape(Gen *g) {
  static const u64 usual[] = {2, 3, 5, 7, 10, 12, 60, 100, 153, 365, 1000, 1461};
  u32 most = chance(g, 8) ? 64 : 14, width = MIN(g->width, most), n = 1 + below(g, 2);
  u32 t = ranged_term(g, width);
  for (u32 i = 0; i < n; i++) {
    u32 by = chance(g, 4) ? ranged_term(g, width)
                          : plan_const(g->p, width, usual[below(g, ARRAY_LEN(usual))]);
    bool is_signed = g->is_signed && chance(g, 2);
    u32 q = plan_op(g->p, is_signed ? EXPR_SDIV : EXPR_UDIV, t, by, 0);
    u32 back = plan_op(g->p, EXPR_NEG, plan_op(g->p, EXPR_MUL, q, by, 0), 0, 0);
    u32 r = chance(g, 2) ? plan_op(g->p, is_signed ? EXPR_SREM : EXPR_UREM, t, by, 0)
                         : plan_op(g->p, EXPR_ADD, t, back, 0);
    u32 five = plan_const(g->p, width, 5), two = plan_const(g->p, width, 2);
    u32 scaled = plan_op(g->p, EXPR_ADD, plan_op(g->p, EXPR_MUL, r, five, 0), two, 0);
    u32 next[] = {q, r, scaled, plan_op(g->p, EXPR_ADD, q, r, 0), plan_op(g->p, EXPR_MUL, q, r, 0)};
    t = next[below(g, ARRAY_LEN(next))];
  }
  return compare(g, t, chance(g, 3) ? ranged_term(g, width) : number(g, width));
}

/* Some bits of a generator's next number; mostly those that one seed has, so that several fit. */
static u32 shown_shape(Gen *g) {
  enum { SEED = 0x1d872b41 };
  u32 most = chance(g, 8) ? 32 : 14, width = MIN(g->width, most);
  u32 low = below(g, width), n = 1 + below(g, MIN(width - low, 12));
  u64 factor = rng_u64(&g->rng) | !chance(g, 6), plus = below(g, 2) ? rng_u64(&g->rng) : 0;
  u64 seed = chance(g, 4) ? rng_u64(&g->rng) : SEED;
  u32 w = plan_cut(g->p, chance(g, 4) ? word(g) : g->words[0], 0, width);
  u32 next = plan_op(g->p, EXPR_MUL, w, plan_const(g->p, width, factor), 0);
  next = plan_op(g->p, EXPR_ADD, next, plan_const(g->p, width, plus), 0);
  u64 value = ((seed * factor + plus) & value_mask(width)) >> low & value_mask(n);
  return plan_op(g->p, EXPR_EQ, plan_cut(g->p, next, low, n), plan_const(g->p, n, value), 0);
}

/* x, or what is never more than x. */
static u32 part_term(Gen *g, u32 x) {
  u32 width = plan_width(g->p, x);
  switch (below(g, 5)) {
  case 0:
  case 1:
    return plan_op(g->p, EXPR_UDIV, x, plan_const(g->p, width, 1 + below(g, 40)), 0);
  case 2:
    return plan_op(g->p, EXPR_UREM, x, number(g, width), 0);
  case 3:
    return plan_op(g->p, EXPR_LSHR, x, plan_const(g->p, width, below(g, width)), 0);
  default:
    return below(g, 2) ? x : plan_op(g->p, EXPR_AND, x, number(g, width), 0);
  }
}

/* A number and parts of it: days without leap days. */
static u32 parts_shape(Gen *g) {
  u32 width = MIN(g->width, 14), x = ranged_term(g, width), sum = part_term(g, x);
  for (u32 i = 1 + below(g, 3); i; i--) {
    u32 part = part_term(g, x);
    if (!chance(g, 3)) part = plan_op(g->p, EXPR_NEG, part, 0, 0);
    sum = plan_op(g->p, EXPR_ADD, sum, part, 0);
  }
  if (chance(g, 3)) sum = part_term(g, sum);
  return compare(g, sum, chance(g, 3) ? x : number(g, width));
}

/* Sums, carries and products of few bits in words of more than 64. */
static u32 wide_shape(Gen *g) {
  static const u32 widths[] = {65, 80, 96, 128};
  u32 width = widths[below(g, ARRAY_LEN(widths))], half = width / 2;
  u32 high = plan_extend(g->p, word(g), width - half, below(g, 2));
  u32 low = plan_extend(g->p, word(g), half, below(g, 2));
  u32 a = plan_op(g->p, EXPR_CONCAT, high, plan_cut(g->p, low, 0, half), 0);
  u32 b = plan_extend(g->p, chance(g, 3) ? number(g, 64) : word(g), width, below(g, 2));
  u32 sum = plan_op(g->p, EXPR_ADD, a, chance(g, 3) ? plan_op(g->p, EXPR_NEG, b, 0, 0) : b, 0);
  u32 few = plan_extend(g->p, plan_cut(g->p, word(g), 0, MIN(g->width, 6)), width, false);
  if (chance(g, 16)) sum = plan_op(g->p, EXPR_MUL, sum, few, 0);
  if (chance(g, 4)) sum = plan_op(g->p, EXPR_SHL, sum, few, 0);
  if (chance(g, 3)) return compare(g, sum, a);
  u32 n = 1 + below(g, 32);
  return compare(g, plan_cut(g->p, sum, below(g, width - n + 1), n), number(g, n));
}

/* Rotations by what is not known. */
static u32 turn_shape(Gen *g) {
  u32 n = MIN(g->width, 16), w = plan_cut(g->p, word(g), 0, n), width = plan_const(g->p, n, n);
  u32 by = plan_op(g->p, EXPR_UREM, plan_cut(g->p, word(g), 0, n), width, 0);
  u32 back = plan_op(g->p, EXPR_ADD, width, plan_op(g->p, EXPR_NEG, by, 0, 0), 0);
  u32 left = plan_op(g->p, EXPR_SHL, w, by, 0), right = plan_op(g->p, EXPR_LSHR, w, back, 0);
  u32 other = chance(g, 2) ? plan_cut(g->p, word(g), 0, n) : number(g, n);
  return compare(g, plan_op(g->p, EXPR_OR, left, right, 0), other);
}

static u32 table_shape(Gen *g) {
  u32 at = byte(g), n = 1 + below(g, 3);
  for (u32 i = 0; i < n; i++) {
    u32 table = g->tables[chance(g, 4) ? 0 : 2];
    at = plan_op(g->p, EXPR_XOR, plan_op(g->p, EXPR_SELECT, table, at, 0), byte(g), 0);
  }
  u32 sum = plan_op(g->p, EXPR_SELECT, g->tables[3], at, 0);
  u32 other = plan_op(g->p, EXPR_SELECT, g->tables[3], byte(g), 0);
  switch (below(g, 3)) {
  case 0:
    return compare(g, at, letter(g));
  case 1:
    return compare(g, sum, other);
  default:
    return plan_op(g->p, EXPR_EQ, plan_op(g->p, EXPR_XOR, sum, other, 0), number(g, 16), 0);
  }
}

/* Zeros, infinities, NaNs, subnormals, small and halfway numbers. */
static Expr float_number(Gen *g, u32 width) {
  static const double usual[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.5, 3.0, 10.0, 1e-40, 1e30, -7.25};
  Expr wide = expr_const(64, double_bits(usual[below(g, ARRAY_LEN(usual))]));
  Expr infinite = expr_const(width, width == 32 ? 0x7f800000 : 0x7ff0000000000000);
  switch (below(g, 8)) {
  case 0:
    return below(g, 2) ? infinite : float_neg(infinite);
  case 1:
    return expr_add(infinite, expr_const(width, below(g, 3)));
  case 2:
    return expr_const(width, rng_u64(&g->rng));
  default:
    return float_to_float(wide, width);
  }
}

static Expr float_leaf(Gen *g, u32 width) {
  char name[24];
  snprintf(name, sizeof name, "f%u_%u", below(g, 4), width);
  return chance(g, 5) ? float_number(g, width) : expr_var(input_bits(name, width), 0, width);
}

/* Mostly sums: what Z3 has to confirm, it has to decide. */
static Expr float_term(Gen *g, u32 width) {
  Expr a = float_leaf(g, width), b = float_leaf(g, width);
  switch (below(g, 16)) {
  case 0:
  case 1:
    return width == 32 ? float_add(a, b) : a;
  case 2:
    return width == 32 ? float_sub(a, b) : a;
  case 3:
    return width == 32 && chance(g, 4) ? float_mul(a, float_number(g, 32)) : a;
  case 4:
    return float_of_int(expr_extract(a, 0, 16), below(g, 2), width);
  case 5:
    return float_to_float(float_leaf(g, 96 - width), width);
  case 6:
    return float_to_whole(a, (FloatRounding)below(g, FLOAT_AWAY + 1));
  case 7:
    return below(g, 2) ? float_min(a, b) : float_max(a, b);
  case 8:
    return below(g, 2) ? float_abs(a) : float_neg(a);
  default:
    return a;
  }
}

static u32 float_shape(Gen *g) {
  u32 width = chance(g, 3) ? 64 : 32;
  Expr a = float_term(g, width), b = float_term(g, width);
  u32 known_a = chance(g, 2) ? FLOAT_NUMBER : 0, known_b = chance(g, 2) ? FLOAT_NUMBER : 0;
  switch (below(g, 8)) {
  case 0:
    return plan_capture(g->p, expr_not(float_is_nan(a)));
  case 1: {
    Expr whole = float_to_signed(a, 32);
    return plan_capture(g->p, expr_slt(whole, expr_const(32, below(g, 100))));
  }
  default:
    return plan_capture(g->p, float_compare(a, known_a, b, known_b, below(g, 16)));
  }
}

static u32 shape(Gen *g, u32 depth);

static u32 logic_shape(Gen *g, u32 depth) {
  u32 a = shape(g, depth + 1), b = shape(g, depth + 1);
  switch (below(g, 6)) {
  case 0:
    return plan_op(g->p, EXPR_XOR, a, b, 0);
  case 1:
    return plan_op(g->p, EXPR_ITE, a, b, shape(g, depth + 1));
  case 2: {
    u32 t = plan_op(g->p, EXPR_ITE, a, word(g), order_term(g));
    return compare(g, t, order_term(g));
  }
  case 3:
    return plan_op(g->p, EXPR_AND, a, plan_not(g->p, b), 0);
  default:
    return plan_op(g->p, EXPR_OR, a, b, 0);
  }
}

static u32 shape(Gen *g, u32 depth) {
  u32 total = 0, at = 0;
  for (u32 i = 0; i < SHAPE_COUNT; i++) total += g->weights[i];
  u32 pick = below(g, total);
  while (pick >= g->weights[at]) pick -= g->weights[at++];
  switch ((Shape)at) {
  case SHAPE_RANGE:
    return range_shape(g);
  case SHAPE_SUM:
    return sum_shape(g);
  case SHAPE_LENGTH:
    return length_shape(g);
  case SHAPE_BYTE:
    return byte_shape(g);
  case SHAPE_PAIR:
    return pair_shape(g);
  case SHAPE_ARRAY:
    return array_shape(g);
  case SHAPE_VIEW:
    return view_shape(g);
  case SHAPE_LOGIC:
    return depth < 2 ? logic_shape(g, depth) : order_shape(g);
  case SHAPE_WILD:
    return wild_shape(g);
  case SHAPE_XORS:
    return xors_shape(g);
  case SHAPE_MIX:
    return mix_shape(g);
  case SHAPE_PRODUCT:
    return product_shape(g);
  case SHAPE_QUOTIENT:
    return quotient_shape(g);
  case SHAPE_TABLE:
    return table_shape(g);
  case SHAPE_FLOAT:
    return float_shape(g);
  case SHAPE_SHOWN:
    return shown_shape(g);
  case SHAPE_PARTS:
    return parts_shape(g);
  case SHAPE_WIDE:
    return wide_shape(g);
  case SHAPE_TURN:
    return turn_shape(g);
  case SHAPE_ORDER:
  case SHAPE_COUNT:
    break;
  }
  return order_shape(g);
}

static u32 condition(Gen *g) {
  u32 old = g->conditions.n ? g->conditions.at[below(g, g->conditions.n)] : 0;
  u32 e = g->conditions.n && chance(g, 5) ? old : shape(g, 0);
  vec_push(&g->conditions, e);
  return chance(g, 6) ? plan_not(g->p, e) : e;
}

/* ---- the session --------------------------------------------------------------- */

static void make_words(Gen *g) {
  static const u32 widths[] = {32, 32, 64, 16, 16, 12, 8, 8, 7};
  g->width = widths[below(g, ARRAY_LEN(widths))];
  g->n_words = 2 + below(g, MAX_WORDS - 1);
  bool in_object = chance(g, 4);
  for (u32 i = 0; i < g->n_words; i++) {
    char name[24];
    snprintf(name, sizeof name, "w%u_%u", i, g->width);
    if (in_object && chance(g, 2)) {
      u32 low = 8 * below(g, N_BYTES - (g->width + 7) / 8 + 1);
      g->words[i] = plan_var(g->p, g->bytes, low, g->width);
    } else {
      g->words[i] = plan_var(g->p, plan_input(g->p, name, INPUT_BITS, g->width, 0, 0), 0, g->width);
    }
  }
}

static void make_arrays(Gen *g) {
  u64 elements[256];
  for (u32 i = 0; i < 256; i++) elements[i] = i < 128 ? (i * 7 ^ i >> 3) & 0xff : 0;
  g->tables[0] = plan_table(g->p, 8, 8, elements, 128);
  for (u32 i = 0; i < 256; i++)
    elements[i] = (i >= '0' && i <= '9') | (u64)((i | 32) >= 'a' && (i | 32) <= 'z') << 1;
  g->tables[1] = plan_table(g->p, 64, 8, elements, 256);
  for (u32 i = 0; i < 256; i++) elements[i] = (i * 167 + 13) & 0xff;
  g->tables[2] = plan_table(g->p, 8, 8, elements, 256);
  for (u32 i = 0; i < 256; i++) elements[i] = (i ^ i << 3 ^ i << 7 ^ 0x1234) & 0xffff;
  g->tables[3] = plan_table(g->p, 8, 16, elements, 256);
  u32 sparse = plan_input(g->p, "sparse64", INPUT_ARRAY, 0, 64, 8);
  u32 small = plan_input(g->p, "sparse8", INPUT_ARRAY, 0, 8, 16);
  u32 fill = plan_node(
      g->p, (PlanNode){.kind = EXPR_ARRAY_FILL, .width = 8, .index_width = 64, .kid = {byte(g)}});
  u32 all[] = {plan_array(g->p, g->bytes),
               plan_array(g->p, sparse),
               plan_array(g->p, small),
               g->tables[0],
               g->tables[1],
               fill};
  memcpy(g->arrays, all, sizeof all);
  g->n_arrays = ARRAY_LEN(all);
}

static void gen_init(Gen *g, Session *s) {
  static const u32 wild_widths[] = {1, 8, 16, 32, 64};
  static const u32 small_widths[] = {1, 3, 4, 8};
  *g = (Gen){.rng = {s->seed}, .p = &s->plan};
  g->bytes = plan_input(g->p, "in", INPUT_BYTES, 8 * N_BYTES, 0, 0);
  g->is_signed = below(g, 2);
  make_words(g);
  make_arrays(g);
  bool is_small = !chance(g, 3);
  random_terms_init(&g->wild, rng_u64(&g->rng), is_small ? small_widths : wild_widths,
                    is_small ? ARRAY_LEN(small_widths) : ARRAY_LEN(wild_widths));
  u32 n_tastes = 1 + below(g, 3);
  for (u32 i = 0; i < n_tastes; i++) g->weights[below(g, SHAPE_COUNT)] += 10;
  for (u32 i = 0; i < SHAPE_COUNT && chance(g, 2); i++) g->weights[i] += 1;
  if (chance(g, 3)) g->weights[below(g, 2) ? SHAPE_ORDER : SHAPE_SUM] += 20;
  g->is_linear = chance(g, 5);
  if (g->is_linear) g->weights[SHAPE_LENGTH] += 40;
  if (chance(g, 6)) g->weights[SHAPE_QUOTIENT] += 40;
  if (g->weights[SHAPE_ORDER] || g->weights[SHAPE_SUM]) g->weights[SHAPE_RANGE] += below(g, 8);
}

static bool is_of_lane(u32 stage) {
  return stage == STAGE_repair || stage == STAGE_boxes || stage == STAGE_sample ||
         stage == STAGE_xors || stage == STAGE_equations || stage == STAGE_sat;
}

static void choose_stages(Gen *g, Session *s) {
  u32 way = below(g, 11);
  Stage one = (Stage)below(g, STAGE_COUNT);
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    bool is_last = i == STAGE_bits;
    s->stages[i] = way < 5    ? true     /* the chain */
                   : way == 5 ? i == one /* one stage really alone */
                   : way == 6 ? i == one || is_last
                   : way == 7 ? below(g, 2) /* any subset */
                   : way == 8 ? is_of_lane(i) && (i == STAGE_sat || below(g, 2))
                              : below(g, 2) || is_last;
  }
}

static u32 any_context(Gen *g) {
  return chance(g, 4) ? g->contexts.at[below(g, g->contexts.n)] : vec_last(&g->contexts);
}

static u32 extreme_term(Gen *g) {
  return chance(g, 2) ? word(g) : chance(g, 2) ? byte_term(g) : order_term(g);
}

static Action random_action(Gen *g) {
  static const ActionKind kinds[] = {
      ACTION_TAKE,    ACTION_TAKE,    ACTION_TAKE,  ACTION_TAKE,  ACTION_ADD,  ACTION_ADD,
      ACTION_CHECK,   ACTION_CHECK,   ACTION_CHECK, ACTION_CHECK, ACTION_MUST, ACTION_MUST,
      ACTION_EXPLAIN, ACTION_EXPLAIN, ACTION_SOLVE, ACTION_LEAST, ACTION_DROP, ACTION_SWEEP};
  Action a = {.kind = kinds[below(g, ARRAY_LEN(kinds))], .at = any_context(g)};
  if (a.kind == ACTION_LEAST && chance(g, 2)) {
    a.kind = ACTION_UMIN + below(g, 4);
    a.term = extreme_term(g);
  } else if (action_has_term(a.kind)) {
    a.term = condition(g);
  }
  return a;
}

static void push_action(Gen *g, Session *s, Action a) {
  if (action_makes(a.kind)) {
    a.makes = ++g->n_contexts;
    vec_push(&g->contexts, a.makes);
  }
  vec_push(&s->actions, a);
}

/* The assumptions many programs begin with: every word in its range. */
static void open_with_ranges(Gen *g, Session *s) {
  u32 low = plan_const(g->p, g->width, chance(g, 2) ? 0 : (u64) - (i64)below(g, 50));
  u32 high = plan_const(g->p, g->width, 1 + below(g, chance(g, 2) ? 20 : 120));
  for (u32 i = 0; i < g->n_words; i++) {
    if (chance(g, 10)) continue; /* one of them unbounded */
    u32 under = at_most(g, g->words[i], high, g->is_signed);
    u32 above = at_most(g, low, g->words[i], g->is_signed);
    u32 both = plan_op(g->p, EXPR_AND, above, under, 0);
    ActionKind kind = chance(g, 4) ? ACTION_ADD : ACTION_TAKE;
    push_action(g, s, (Action){.kind = kind, .at = vec_last(&g->contexts), .term = both});
  }
}

static void forget_context(Gen *g, u32 context) {
  for (u32 i = 1; i < g->contexts.n; i++)
    if (g->contexts.at[i] == context) g->contexts.at[i] = vec_pop(&g->contexts);
}

void session_generate(Session *s, u64 seed) {
  *s = (Session){.seed = seed};
  Gen g;
  gen_init(&g, s);
  choose_stages(&g, s);
  vec_push(&g.contexts, 0);
  if (g.is_linear || chance(&g, 3)) open_with_ranges(&g, s);
  u32 n_actions = 8 + below(&g, SIZED(60, 30));
  for (u32 i = 0; i < n_actions; i++) {
    Action a = random_action(&g);
    if (a.kind == ACTION_DROP && !a.at) continue;
    if (a.kind == ACTION_DROP) forget_context(&g, a.at);
    push_action(&g, s, a);
  }
  random_terms_done(&g.wild);
  vec_free(&g.conditions);
  vec_free(&g.contexts);
}
