/* shapes_bits.c — conditions of arithmetic on bits: checksums, ciphers, products, digits, hashes. */
#include "fuzz/gen.h"

u32 rotated(Gen *g, u32 w) {
  u32 by = 1 + below(g, g->width - 1);
  u32 left = op(g, EXPR_SHL, w, plan_const(g->p, g->width, by));
  u32 right = op(g, EXPR_LSHR, w, plan_const(g->p, g->width, g->width - by));
  return op(g, below(g, 2) ? EXPR_OR : EXPR_XOR, left, right);
}

/* A word seen through something that is a sum of its bits. */
static u32 linear_term(Gen *g) {
  u32 w = word(g), by = plan_const(g->p, g->width, below(g, g->width));
  switch (below(g, 6)) {
  case 0:
    return op(g, EXPR_XOR, w, op(g, EXPR_SHL, w, by));
  case 1:
    return op(g, EXPR_XOR, w, op(g, EXPR_LSHR, w, by));
  case 2:
    return op(g, EXPR_AND, w, number(g, g->width));
  case 3: { /* a mask made of one bit, as checksums have it */
    u32 bit = op(g, EXPR_AND, w, plan_const(g->p, g->width, 1));
    u32 mask = op(g, EXPR_NEG, bit, 0);
    return op(g, EXPR_AND, mask, number(g, g->width));
  }
  case 4:
    return rotated(g, w);
  default:
    return w;
  }
}

u32 shape_xors(Gen *g) {
  u32 sum = linear_term(g), n = 1 + below(g, 4);
  for (u32 i = 0; i < n; i++) sum = op(g, EXPR_XOR, sum, linear_term(g));
  if (chance(g, 6)) sum = op(g, EXPR_ADD, sum, word(g)); /* and no sum any more */
  u32 equal = op(g, EXPR_EQ, sum, number(g, g->width));
  return chance(g, 4) ? compare(g, sum, word(g)) : equal;
}

/* Bits moved and added as the steps say. */
static u32 moved(Gen *g, u32 t, const u32 *steps, u32 n) {
  for (u32 i = 0; i < n; i++) {
    u32 by = plan_const(g->p, g->width, steps[i] / 2 % g->width);
    t = op(g, EXPR_XOR, t, op(g, steps[i] % 2 ? EXPR_SHL : EXPR_LSHR, t, by));
  }
  return t;
}

/* That a sum over GF(2) is one, f(a) ^ f(b) = f(a ^ b), or is not quite. */
u32 shape_linear(Gen *g) {
  u32 steps[4], n = 1 + below(g, ARRAY_LEN(steps)), a = word(g), b = word(g);
  for (u32 i = 0; i < n; i++) steps[i] = below(g, 128);
  u32 apart = op(g, EXPR_XOR, moved(g, a, steps, n), moved(g, b, steps, n));
  u32 together = moved(g, op(g, EXPR_XOR, a, b), steps, n);
  u32 mask = plan_const(g->p, g->width, 1ull << below(g, g->width));
  if (chance(g, 3)) together = op(g, EXPR_XOR, together, op(g, EXPR_AND, linear_term(g), mask));
  if (chance(g, 6)) together = op(g, EXPR_ADD, together, op(g, EXPR_AND, word(g), mask));
  u32 equal = op(g, EXPR_EQ, apart, together);
  return chance(g, 5) ? equal : plan_not(g->p, equal);
}

/* A word, or a part of it. */
static u32 part_of(Gen *g, u32 w) {
  if (chance(g, 2)) return w;
  u32 low = below(g, g->width), n = 1 + below(g, g->width - low);
  return plan_extend(g->p, plan_cut(g->p, w, low, n), g->width, g->is_signed && chance(g, 3));
}

/* One or two words of few values, mixed in ways that only trying them all sees through. */
u32 shape_few(Gen *g) {
  static const ExprKind kinds[] = {EXPR_ADD,  EXPR_MUL, EXPR_MUL,  EXPR_UDIV, EXPR_UREM, EXPR_SREM,
                                   EXPR_SDIV, EXPR_XOR, EXPR_LSHR, EXPR_SHL,  EXPR_AND,  EXPR_OR};
  u32 words[2] = {word(g), word(g)}, n = 1 + below(g, 2), n_steps = 1 + below(g, 4);
  u32 t = part_of(g, words[0]), small = plan_const(g->p, 1, 1);
  for (u32 i = 0; i < n; i++) {
    u32 end = plan_const(g->p, g->width, 1 + below(g, i ? 12 : 700));
    u32 offset = plan_const(g->p, g->width, chance(g, 2) ? 0 : below(g, 300));
    small = op(g, EXPR_AND, small, op(g, EXPR_ULT, op(g, EXPR_ADD, words[i], offset), end));
  }
  for (u32 i = 0; i < n_steps; i++) {
    u32 other = chance(g, 2) ? number(g, g->width) : part_of(g, words[below(g, n)]);
    t = op(g, kinds[below(g, ARRAY_LEN(kinds))], t, other);
  }
  u32 condition = chance(g, 2) ? op(g, EXPR_EQ, t, number(g, g->width)) : compare(g, t, word(g));
  return chance(g, 4) ? condition : op(g, EXPR_AND, small, condition);
}

/* Rounds of a cipher: sums, exclusive ors and rotations, which can be inverted one by one. */
u32 shape_mix(Gen *g) {
  u32 a = word(g), b = word(g), n = 1 + below(g, 4);
  for (u32 i = 0; i < n; i++) {
    u32 odd = plan_const(g->p, g->width, rng_u64(&g->rng) | 1);
    a = chance(g, 3) ? op(g, EXPR_MUL, a, odd) : op(g, EXPR_ADD, a, b);
    b = op(g, EXPR_XOR, rotated(g, b), a);
    if (chance(g, 3)) a = op(g, EXPR_NOT, a, 0);
  }
  return chance(g, 3) ? compare(g, a, b) : op(g, EXPR_EQ, below(g, 2) ? a : b, number(g, g->width));
}

u32 shape_product(Gen *g) {
  static const ExprKind kinds[] = {EXPR_MUL,  EXPR_MUL,  EXPR_UDIV, EXPR_UREM,
                                   EXPR_SDIV, EXPR_SREM, EXPR_ASHR};
  u32 width = MIN(g->width, 16), a = plan_cut(g->p, word(g), 0, width);
  u32 b = chance(g, 3) ? number(g, width) : plan_cut(g->p, word(g), 0, width);
  u32 t = op(g, kinds[below(g, ARRAY_LEN(kinds))], a, b);
  if (chance(g, 3)) t = op(g, EXPR_MUL, t, b);
  if (chance(g, 3)) t = op(g, EXPR_LSHR, t, plan_const(g->p, width, below(g, width)));
  return compare(g, t, chance(g, 2) ? number(g, width) : plan_cut(g->p, word(g), 0, width));
}

/* A word of this width: all of it, or a part that gives it a range. */
u32 ranged_term(Gen *g, u32 width) {
  u32 n = chance(g, 3) ? width : 3 + below(g, 10);
  return plan_extend(g->p, plan_cut(g->p, word(g), 0, MIN(width, n)), width, false);
}

/* Numbers taken apart by division and put together again, as digits and dates are; by numbers and
 * by words.  Mostly of few bits, as Z3 has to confirm it. */
u32 shape_quotient(Gen *g) {
  static const u64 usual[] = {2, 3, 5, 7, 10, 12, 60, 100, 153, 365, 1000, 1461};
  u32 most = chance(g, 8) ? 64 : 14, width = MIN(g->width, most), n = 1 + below(g, 2);
  u32 t = ranged_term(g, width);
  for (u32 i = 0; i < n; i++) {
    u32 by = chance(g, 4) ? ranged_term(g, width)
                          : plan_const(g->p, width, usual[below(g, ARRAY_LEN(usual))]);
    bool is_signed = g->is_signed && chance(g, 2);
    u32 q = op(g, is_signed ? EXPR_SDIV : EXPR_UDIV, t, by);
    u32 back = op(g, EXPR_NEG, op(g, EXPR_MUL, q, by), 0);
    u32 r =
        chance(g, 2) ? op(g, is_signed ? EXPR_SREM : EXPR_UREM, t, by) : op(g, EXPR_ADD, t, back);
    u32 five = plan_const(g->p, width, 5), two = plan_const(g->p, width, 2);
    u32 scaled = op(g, EXPR_ADD, op(g, EXPR_MUL, r, five), two);
    u32 next[] = {
        q, r, scaled, op(g, EXPR_ADD, q, r), op(g, EXPR_MUL, q, r), op(g, EXPR_MUL, q, by)};
    t = next[below(g, ARRAY_LEN(next))];
  }
  return compare(g, t, chance(g, 3) ? ranged_term(g, width) : number(g, width));
}

/* Some bits of a generator's next number; mostly those that one seed has, so that several fit. */
u32 shape_shown(Gen *g) {
  enum { SEED = 0x1d872b41 };
  u32 most = chance(g, 8) ? 32 : 14, width = MIN(g->width, most);
  u32 low = below(g, width), n = 1 + below(g, MIN(width - low, 12));
  u64 factor = rng_u64(&g->rng) | !chance(g, 6), plus = below(g, 2) ? rng_u64(&g->rng) : 0;
  u64 seed = chance(g, 4) ? rng_u64(&g->rng) : SEED;
  u32 w = plan_cut(g->p, chance(g, 4) ? word(g) : g->words[0], 0, width);
  u32 next = op(g, EXPR_MUL, w, plan_const(g->p, width, factor));
  next = op(g, EXPR_ADD, next, plan_const(g->p, width, plus));
  u64 value = ((seed * factor + plus) & value_mask(width)) >> low & value_mask(n);
  return op(g, EXPR_EQ, plan_cut(g->p, next, low, n), plan_const(g->p, n, value));
}

/* x, or what is never more than x. */
static u32 part_term(Gen *g, u32 x) {
  u32 width = plan_width(g->p, x);
  switch (below(g, 5)) {
  case 0:
  case 1:
    return op(g, EXPR_UDIV, x, plan_const(g->p, width, 1 + below(g, 40)));
  case 2:
    return op(g, EXPR_UREM, x, number(g, width));
  case 3:
    return op(g, EXPR_LSHR, x, plan_const(g->p, width, below(g, width)));
  default:
    return below(g, 2) ? x : op(g, EXPR_AND, x, number(g, width));
  }
}

/* A number and parts of it: days without leap days. */
u32 shape_parts(Gen *g) {
  u32 width = MIN(g->width, 14), x = ranged_term(g, width), sum = part_term(g, x);
  for (u32 i = 1 + below(g, 3); i; i--) {
    u32 part = part_term(g, x);
    if (!chance(g, 3)) part = op(g, EXPR_NEG, part, 0);
    sum = op(g, EXPR_ADD, sum, part);
  }
  if (chance(g, 3)) sum = part_term(g, sum);
  return compare(g, sum, chance(g, 3) ? x : number(g, width));
}

/* Sums, carries and products of few bits in words of more than 64. */
u32 shape_wide(Gen *g) {
  static const u32 widths[] = {65, 80, 96, 128};
  u32 width = widths[below(g, ARRAY_LEN(widths))], half = width / 2;
  u32 high = plan_extend(g->p, word(g), width - half, below(g, 2));
  u32 low = plan_extend(g->p, word(g), half, below(g, 2));
  u32 a = op(g, EXPR_CONCAT, high, plan_cut(g->p, low, 0, half));
  u32 b = plan_extend(g->p, chance(g, 3) ? number(g, 64) : word(g), width, below(g, 2));
  u32 sum = op(g, EXPR_ADD, a, chance(g, 3) ? op(g, EXPR_NEG, b, 0) : b);
  u32 few = plan_extend(g->p, plan_cut(g->p, word(g), 0, MIN(g->width, 6)), width, false);
  if (chance(g, 16)) sum = op(g, EXPR_MUL, sum, few);
  if (chance(g, 4)) sum = op(g, EXPR_SHL, sum, few);
  if (chance(g, 3)) return compare(g, sum, a);
  u32 n = 1 + below(g, 32);
  return compare(g, plan_cut(g->p, sum, below(g, width - n + 1), n), number(g, n));
}

/* Rotations by what is not known. */
u32 shape_turn(Gen *g) {
  u32 n = MIN(g->width, 16), w = plan_cut(g->p, word(g), 0, n), width = plan_const(g->p, n, n);
  u32 by = op(g, EXPR_UREM, plan_cut(g->p, word(g), 0, n), width);
  u32 back = op(g, EXPR_ADD, width, op(g, EXPR_NEG, by, 0));
  u32 left = op(g, EXPR_SHL, w, by), right = op(g, EXPR_LSHR, w, back);
  u32 other = chance(g, 2) ? plan_cut(g->p, word(g), 0, n) : number(g, n);
  return compare(g, op(g, EXPR_OR, left, right), other);
}

/* A hash of some words, of which few bits are asked. */
u32 shape_hash(Gen *g) {
  u32 width = MAX(g->width, 32), h = number(g, width), n = 1 + below(g, 3);
  for (u32 i = 0; i < n; i++) {
    u32 odd = plan_const(g->p, width, rng_u64(&g->rng) | 1);
    u32 by = plan_const(g->p, width, 1 + below(g, width - 1));
    h = op(g, EXPR_XOR, h, plan_extend(g->p, word(g), width, false));
    h = op(g, EXPR_MUL, h, odd);
    h = op(g, EXPR_XOR, h, op(g, EXPR_LSHR, h, by));
    for (u32 k = 0; k < 3; k++)
      h = op(g, EXPR_ADD, op(g, EXPR_SHL, h, plan_const(g->p, width, 1 + below(g, 9))), h);
  }
  u32 asked = 1 + below(g, chance(g, 4) ? 16 : 6);
  u32 bits = plan_cut(g->p, h, below(g, width - asked + 1), asked);
  return op(g, EXPR_EQ, bits, number(g, asked));
}

static u32 slot_of(Gen *g, u32 key) {
  static const u64 factors[] = {0x9e3779b1, 0x9e3779b97f4a7c15, 5, 3}; /* Knuth's, mostly */
  u64 factor = factors[chance(g, 4) ? 2 + below(g, 2) : g->width > 32];
  u32 n = MIN(g->width, 3), product = op(g, EXPR_MUL, key, plan_const(g->p, g->width, factor));
  return plan_cut(g->p, product, g->width - n, n);
}

/* A hash table: keys are multiplied for their place, chosen by it and compared for equality. */
u32 shape_keys(Gen *g) {
  u32 a = word(g), b = word(g), c = word(g), n = MIN(g->width, 3);
  u32 is_there = op(g, EXPR_EQ, slot_of(g, a), plan_const(g->p, n, below(g, 8)));
  switch (below(g, 4)) {
  case 0:
    return is_there;
  case 1:
    return op(g, EXPR_EQ, slot_of(g, a), slot_of(g, b));
  case 2:
    return plan_not(g->p, op(g, EXPR_EQ, a, b));
  default:
    return op(g, EXPR_EQ, a, plan_op(g->p, EXPR_ITE, is_there, b, c));
  }
}

/* What one part of a condition says of a term helps with the rest: a value, or a sign. */
u32 shape_given(Gen *g) {
  static const ExprKind shifts[] = {EXPR_SHL, EXPR_LSHR, EXPR_ASHR};
  u32 n = MIN(g->width, 12), x = plan_cut(g->p, word(g), 0, n), y = plan_cut(g->p, word(g), 0, n);
  u32 by = plan_cut(g->p, word(g), 0, n), product = op(g, EXPR_MUL, x, y), other = number(g, n);
  if (chance(g, 3)) {
    u32 quotient =
        op(g, below(g, 2) ? EXPR_SDIV : EXPR_SREM, by, plan_const(g->p, n, 2 + below(g, 9)));
    u32 sum = chance(g, 2) ? op(g, EXPR_ADD, quotient, product) : quotient;
    return op(g, EXPR_AND, at_most(g, plan_const(g->p, n, 0), by, true), compare(g, sum, other));
  }
  u32 known = chance(g, 3) ? product : by, value = plan_const(g->p, n, below(g, n + 1));
  u32 shifted = op(g, shifts[below(g, ARRAY_LEN(shifts))], product, known);
  u32 used = chance(g, 3) ? op(g, EXPR_UDIV, op(g, EXPR_XOR, known, x), y) : shifted;
  if (chance(g, 3)) used = plan_op(g->p, EXPR_ITE, less(g, x, y, false), used, known);
  u32 pins = chance(g, 4) ? at_most(g, known, value, false) : op(g, EXPR_EQ, known, value);
  return op(g, EXPR_AND, pins, compare(g, used, other));
}
