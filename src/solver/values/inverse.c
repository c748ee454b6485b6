/* inverse.c — one case for each operation: the operand that gives the wanted value.
 *
 * After: Niemetz, Preiner, Biere, "Propagation based local search for bit-precise reasoning", FMSD
 * 2017 (inverse values).  Differs: a result is checked by the operation itself at the end, so that
 * each case may be as simple as a guess.
 */
#include "solver/values/inverse.h"

#include "expr/value.h"

static u64 random_in(Rng *rng, u64 low, u64 high) {
  u64 span = high - low + 1;
  return low + (span ? rng_below(rng, span) : rng_u64(rng));
}

/* x with x * y = wanted: the upper bits that do not matter stay as they are. */
static u64 factor_for(const Operation *op, u64 old, u64 y, u64 wanted) {
  if (!y) return old;
  u32 shift = (u32)__builtin_ctzll(y);
  u64 low = (wanted >> shift) * value_inverse_of_odd(y >> shift),
      mask = value_mask(op->width) >> shift;
  return (low & mask) | (old & ~mask);
}

static u64 dividend_for(const Operation *op, u64 y, u64 wanted) {
  u64 rest = y ? op->value[0] % y : 0;
  return op->kind == EXPR_UDIV ? wanted * y + rest : op->value[0] - rest + wanted;
}

static u64 divisor_for(const Operation *op, u64 x, u64 wanted) {
  if (op->kind == EXPR_UDIV) return wanted ? x / wanted : value_mask(op->width);
  return x > wanted ? x - wanted : 0;
}

/* The amount of a shift that gives it. */
static u64 shift_for(const Operation *op, u64 x, u64 wanted) {
  u64 by = 0;
  while (by < op->width && value_binary(op->kind, op->width, x, by) != wanted) by++;
  return by;
}

static u64 shifted_for(const Operation *op, u64 old, u64 by, u64 wanted) {
  u64 mask = value_mask(op->width);
  if (by >= op->width) return old;
  if (op->kind == EXPR_SHL) return wanted >> by | (old & ~(mask >> by));
  u64 lost = by ? old & value_mask((u32)by) : 0;
  return (wanted << by & mask) | lost;
}

/* Flips the sign bits, so that a signed order is an unsigned one. */
static u64 key_of(const Operation *op, u64 v) {
  return op->kind == EXPR_SLT ? v ^ 1ull << (op->width - 1) : v;
}

static u64 bound_for(const Operation *op, u32 which, u64 other, bool holds, Rng *rng) {
  u64 key = key_of(op, other), mask = value_mask(op->width), near, low = 0, high = mask;
  bool is_below = (which == 0) == holds; /* the operand has to be smaller */
  if (is_below) high = key - (holds && key ? 1 : 0);
  if (!is_below) low = key + (holds && key < mask ? 1 : 0);
  near = is_below ? high : low;
  return key_of(op, rng_chance(rng, 2) ? near : random_in(rng, low, high));
}

static u64 guess(const Operation *op, u32 which, u64 wanted, Rng *rng) {
  u64 old = op->value[which], other = op->value[1 - which];
  switch ((int)op->kind) {
  case EXPR_ADD:
    return wanted - other;
  case EXPR_XOR:
    return wanted ^ other;
  case EXPR_AND:
    return (old & ~other) | wanted;
  case EXPR_OR:
    return (old & other) | (wanted & ~other);
  case EXPR_MUL:
    return factor_for(op, old, other, wanted);
  case EXPR_UDIV:
  case EXPR_UREM:
    return which ? divisor_for(op, other, wanted) : dividend_for(op, other, wanted);
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR:
    return which ? shift_for(op, other, wanted) : shifted_for(op, old, other, wanted);
  case EXPR_EQ:
    return wanted ? other : random_in(rng, 0, value_mask(op->width));
  case EXPR_ULT:
  case EXPR_SLT:
    return bound_for(op, which, other, wanted, rng);
  default:
    return rng_u64(rng);
  }
}

bool inverse_of(const Operation *op, u32 which, u64 wanted, Rng *rng, u64 *ret) {
  assert(which < 2 && op->width && op->width <= 64);
  Operation with = *op;
  with.value[which] = guess(op, which, wanted, rng) & value_mask(op->width);
  if (value_binary(op->kind, op->width, with.value[0], with.value[1]) != wanted) return false;
  *ret = with.value[which];
  return true;
}
