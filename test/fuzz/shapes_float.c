/* shapes_float.c — conditions on floats. */
#include "expr/float.h"
#include "expr/input.h"
#include "fuzz/gen.h"

#include <stdio.h>

static u64 double_bits(double x) {
  u64 bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
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

u32 shape_float(Gen *g) {
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
