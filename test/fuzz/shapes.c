/* shapes.c — conditions as programs have them: orders, sums, text, arrays, and logic over these. */
#include "fuzz/gen.h"

enum { MAX_DEPTH = 2 }; /* of logic */

/* Constants where something happens: small, around the ends of both ranges. */
u32 number(Gen *g, u32 width) {
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

u32 compare(Gen *g, u32 a, u32 b) {
  bool is_signed = chance(g, 8) ? !g->is_signed : g->is_signed;
  switch (below(g, 8)) {
  case 0:
    return op(g, EXPR_EQ, a, b);
  case 1:
    return plan_not(g->p, op(g, EXPR_EQ, a, b));
  case 2:
  case 3:
    return at_most(g, a, b, is_signed);
  default:
    return less(g, a, b, is_signed);
  }
}

u32 order_term(Gen *g) {
  u32 c = plan_const(g->p, g->width, below(g, 2) ? below(g, 5) : (u64) - (i64)below(g, 5));
  switch (below(g, 10)) {
  case 0:
  case 1:
    return op(g, EXPR_ADD, word(g), c);
  case 2:
    return op(g, EXPR_ADD, word(g), number(g, g->width));
  case 3:
    return plan_extend(g->p, byte(g), g->width, below(g, 2));
  case 4:
    return number(g, g->width);
  case 5:
    return op(g, EXPR_ADD, word(g), op(g, EXPR_NEG, word(g), 0));
  default:
    return word(g);
  }
}

u32 shape_order(Gen *g) {
  return compare(g, order_term(g), chance(g, 4) ? order_term(g) : word(g));
}

u32 shape_range(Gen *g) {
  bool is_signed = chance(g, 4) ? !g->is_signed : g->is_signed;
  u32 w = chance(g, 4) ? order_term(g) : word(g);
  u32 high = plan_const(g->p, g->width, chance(g, 3) ? 1000000 : 1 + below(g, 200));
  u32 low = plan_const(g->p, g->width, chance(g, 3) ? (u64) - (i64)below(g, 100) : below(g, 4));
  u32 above = at_most(g, low, w, is_signed), under = at_most(g, w, high, is_signed);
  return chance(g, 4) ? under : op(g, EXPR_AND, above, under);
}

static u32 sum_term(Gen *g) {
  u32 sum = word(g), n = below(g, 3);
  for (u32 i = 0; i < n; i++) {
    u32 more = chance(g, 4) ? plan_extend(g->p, byte(g), g->width, below(g, 2)) : word(g);
    if (chance(g, 5)) {
      u32 k = plan_const(g->p, g->width, below(g, 2) ? 2 + below(g, 3) : (u64) - (i64)below(g, 4));
      more = op(g, EXPR_MUL, more, k);
    }
    sum = op(g, EXPR_ADD, sum, more);
  }
  return chance(g, 3) ? op(g, EXPR_ADD, sum, number(g, g->width)) : sum;
}

u32 shape_sum(Gen *g) { return compare(g, sum_term(g), sum_term(g)); }

/* Lengths of ways and other linear sums of several words. */
static u32 length_term(Gen *g) {
  static const i64 coefs[] = {1, 1, 1, 1, 1, 2, 3, -1, -2};
  u32 sum = word(g), n = 1 + below(g, 5);
  for (u32 i = 0; i < n; i++) {
    i64 k = coefs[below(g, ARRAY_LEN(coefs))];
    u32 more = word(g);
    if (k != 1) more = op(g, EXPR_MUL, more, plan_const(g->p, g->width, (u64)k));
    sum = op(g, EXPR_ADD, sum, more);
  }
  return chance(g, 4) ? op(g, EXPR_ADD, sum, number(g, g->width)) : sum;
}

u32 shape_length(Gen *g) {
  return compare(g, length_term(g), chance(g, 6) ? number(g, g->width) : length_term(g));
}

u32 byte_term(Gen *g) {
  u32 b = byte(g), w;
  switch (below(g, 6)) {
  case 0: /* a table of the C library */
    w = plan_extend(g->p, b, 64, false);
    return op(g, EXPR_SELECT, g->tables[1], w);
  case 1:
    return op(g, EXPR_SELECT, g->tables[0], b);
  case 2:
    return op(g, EXPR_OR, b, plan_const(g->p, 8, 0x20));
  case 3:
    return op(g, EXPR_ADD, b, plan_const(g->p, 8, (u64) - (i64)'0'));
  default:
    return b;
  }
}

u32 letter(Gen *g) {
  static const char letters[] = "aAzZ09 \n_f";
  u32 c = (u8)letters[below(g, sizeof letters - 1)];
  return plan_const(g->p, 8, chance(g, 6) ? below(g, 256) : c);
}

u32 shape_byte(Gen *g) {
  u32 t = byte_term(g), width = chance(g, 3) ? 32 : 8;
  bool is_signed = below(g, 2);
  t = plan_extend(g->p, t, width, is_signed);
  u32 low = plan_extend(g->p, letter(g), width, false);
  u32 high = plan_extend(g->p, letter(g), width, false);
  switch (below(g, 6)) {
  case 0:
    return op(g, EXPR_EQ, t, low);
  case 1:
    return plan_not(g->p, op(g, EXPR_EQ, t, low));
  case 2: {
    u32 bit = op(g, EXPR_AND, t, plan_const(g->p, width, 1u << below(g, 8)));
    return op(g, EXPR_EQ, bit, plan_const(g->p, width, 0));
  }
  case 3:
    return less(g, t, low, is_signed);
  default:
    return op(g, EXPR_AND, at_most(g, low, t, is_signed), at_most(g, t, high, is_signed));
  }
}

u32 shape_pair(Gen *g) {
  static const ExprKind kinds[] = {EXPR_ADD, EXPR_XOR, EXPR_AND, EXPR_MUL, EXPR_UREM, EXPR_SHL};
  u32 a = byte_term(g), b = byte_term(g), width = below(g, 2) ? 8 : 32;
  a = plan_extend(g->p, a, width, below(g, 2));
  b = plan_extend(g->p, b, width, below(g, 2));
  if (chance(g, 2)) return compare(g, a, b);
  u32 mixed = op(g, kinds[below(g, ARRAY_LEN(kinds))], a, b);
  return compare(g, mixed, below(g, 2) ? number(g, width) : plan_extend(g->p, byte(g), width, 0));
}

u32 index_for(Gen *g, u32 array) {
  u32 width = g->p->nodes.at[array].index_width;
  u32 i = chance(g, 3) ? word(g) : byte(g);
  if (chance(g, 4)) return plan_const(g->p, width, below(g, 16));
  i = plan_extend(g->p, i, width, chance(g, 4));
  if (chance(g, 2)) i = op(g, EXPR_AND, i, plan_const(g->p, width, 15));
  return chance(g, 4) ? op(g, EXPR_ADD, i, plan_const(g->p, width, below(g, 3))) : i;
}

u32 shape_array(Gen *g) {
  u32 array = g->arrays[below(g, g->n_arrays)];
  u32 elem = plan_width(g->p, array);
  if (chance(g, 3) && g->n_arrays < MAX_ARRAYS) {
    u32 value = plan_extend(g->p, below(g, 2) ? byte(g) : word(g), elem, false);
    array = plan_op(g->p, EXPR_STORE, array, index_for(g, array), value);
    g->arrays[g->n_arrays++] = array;
  }
  u32 read = op(g, EXPR_SELECT, array, index_for(g, array));
  u32 other = op(g, EXPR_SELECT, array, index_for(g, array));
  u32 b = plan_extend(g->p, byte(g), elem, false);
  return compare(g, read, chance(g, 3) ? other : chance(g, 2) ? b : number(g, elem));
}

/* Overlapping slices of the object, also wider than a machine word. */
u32 shape_view(Gen *g) {
  static const u32 widths[] = {4, 12, 16, 24, 32, 48, 64, 80};
  u32 width = widths[below(g, ARRAY_LEN(widths))], n_bits = 8 * N_BYTES;
  u32 low = below(g, 2) ? 8 * below(g, (n_bits - width) / 8 + 1) : below(g, n_bits - width + 1);
  u32 a = plan_var(g->p, g->bytes, low, width);
  u32 other = plan_var(g->p, g->bytes, below(g, n_bits - width + 1), width);
  u32 b = chance(g, 2) ? other : plan_extend(g->p, word(g), width, below(g, 2));
  if (chance(g, 3)) {
    u32 pair = op(g, EXPR_CONCAT, byte(g), byte(g));
    b = plan_extend(g->p, pair, width, below(g, 2));
  }
  if (chance(g, 3)) b = number(g, MIN(width, 64));
  return compare(g, a, plan_extend(g->p, b, width, below(g, 2)));
}

u32 shape_wild(Gen *g) {
  for (u32 i = 0; i < 4; i++) {
    RandomOp next = random_op(&g->wild);
    Expr e = random_apply(&next);
    random_keep(&g->wild, e);
  }
  Expr e = random_pick(&g->wild, 1);
  return plan_capture(g->p, e);
}

/* (x > y) - (x < y), as comparators return it. */
u32 shape_comparator(Gen *g) {
  u32 a = order_term(g), b = word(g), n = chance(g, 3) ? 8 : 32;
  u32 above = less(g, b, a, g->is_signed), under = less(g, a, b, g->is_signed);
  if (chance(g, 6)) under = op(g, EXPR_EQ, a, b); /* which is no comparator */
  u32 plus = plan_extend(g->p, above, n, false), minus = plan_extend(g->p, under, n, false);
  u32 sign = op(g, EXPR_ADD, plus, op(g, EXPR_NEG, minus, 0));
  if (chance(g, 4))
    sign = plan_op(g->p, EXPR_ITE, above, plan_const(g->p, n, 1), op(g, EXPR_NEG, minus, 0));
  return compare(g, sign, plan_const(g->p, n, (u64)below(g, 5) - 2));
}

/* Words that keep apart, which in a small range soon is a question of cases. */
u32 shape_distinct(Gen *g) {
  u32 a = g->words[0], b = g->words[1 + below(g, g->n_words - 1)];
  if (chance(g, 2)) a = word(g);
  u32 c = plan_const(g->p, g->width, (u64)below(g, 3) - 1);
  if (chance(g, 2)) b = op(g, EXPR_ADD, b, c);
  u32 equal = op(g, EXPR_EQ, a, chance(g, 4) ? plan_const(g->p, g->width, below(g, 5)) : b);
  return plan_not(g->p, equal);
}

static u32 joined(Gen *g) {
  u32 a = gen_condition(g), b = gen_condition(g);
  switch (below(g, 6)) {
  case 0:
    return op(g, EXPR_XOR, a, b);
  case 1:
    return plan_op(g->p, EXPR_ITE, a, b, gen_condition(g));
  case 2: {
    u32 t = plan_op(g->p, EXPR_ITE, a, word(g), order_term(g));
    return compare(g, t, order_term(g));
  }
  case 3:
    return op(g, EXPR_AND, a, plan_not(g->p, b));
  default:
    return op(g, EXPR_OR, a, b);
  }
}

u32 shape_logic(Gen *g) {
  if (g->depth >= MAX_DEPTH) return shape_order(g);
  g->depth++;
  u32 e = joined(g);
  g->depth--;
  return e;
}
