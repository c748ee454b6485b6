/* step_bits.c — minima, saturation, overflow flags, counting and reversing bits, each once on
 * numbers and once on terms. */
#include "vm/vm_impl.h"

#include "vm/exec/bits.h"

/* ---- terms --------------------------------------------------------------------------------------- */

static Expr zero(Expr like) { return expr_const(expr_width(like), 0); }

/* The largest (1) or smallest (0) signed number. */
static Expr extreme(u32 width, bool largest) {
  Expr sign = expr_shl(expr_const(width, 1), expr_const(width, width - 1));
  return largest ? expr_not(sign) : sign;
}

/* Signed sums in one bit more, held at the ends. */
static Expr saturate(Expr wide, u32 width) {
  Expr high = expr_sext(extreme(width, true), width + 1);
  Expr low = expr_sext(extreme(width, false), width + 1);
  Expr held = expr_ite(expr_sgt(wide, high), high, expr_ite(expr_slt(wide, low), low, wide));
  return expr_extract(held, 0, width);
}

Expr bits_count(Expr b) {
  u32 w = expr_width(b);
  Expr sum = expr_const(w, 0);
  for (u32 k = 0; k < w; k++) sum = expr_add(sum, expr_zext(expr_extract(b, k, 1), w));
  return sum;
}

/* The first bit that is set decides: the chain is built from the last looked at. */
Expr bits_leading(Expr b) {
  u32 w = expr_width(b);
  Expr n = expr_const(w, w);
  for (u32 k = 0; k < w; k++) n = expr_ite(expr_extract(b, k, 1), expr_const(w, w - 1 - k), n);
  return n;
}

Expr bits_trailing(Expr b) {
  u32 w = expr_width(b);
  Expr n = expr_const(w, w);
  for (u32 k = w; k-- > 0;) n = expr_ite(expr_extract(b, k, 1), expr_const(w, k), n);
  return n;
}

/* Groups of `unit` bits in reverse order. */
Expr bits_reverse(Expr b, u32 unit) {
  u32 w = expr_width(b);
  Expr r = expr_extract(b, 0, unit);
  for (u32 low = unit; low < w; low += unit) r = expr_concat(r, expr_extract(b, low, unit));
  return r;
}

static Expr bits_term(Op op, Expr b, Expr c) {
  u32 w = expr_width(b);
  switch ((u32)op) {
  case OP_UMIN:
    return expr_ite(expr_ult(b, c), b, c);
  case OP_UMAX:
    return expr_ite(expr_ult(b, c), c, b);
  case OP_SMIN:
    return expr_ite(expr_slt(b, c), b, c);
  case OP_SMAX:
    return expr_ite(expr_slt(b, c), c, b);
  case OP_ABS:
    return expr_ite(expr_slt(b, zero(b)), expr_neg(b), b);
  case OP_UADD_SAT:
    return expr_ite(expr_ult(expr_add(b, c), b), expr_not(zero(b)), expr_add(b, c));
  case OP_USUB_SAT:
    return expr_ite(expr_ult(b, c), zero(b), expr_sub(b, c));
  case OP_SADD_SAT:
    return saturate(expr_add(expr_sext(b, w + 1), expr_sext(c, w + 1)), w);
  case OP_SSUB_SAT:
    return saturate(expr_sub(expr_sext(b, w + 1), expr_sext(c, w + 1)), w);
  case OP_CTPOP:
    return bits_count(b);
  case OP_CTLZ:
    return bits_leading(b);
  case OP_CTTZ:
    return bits_trailing(b);
  case OP_BSWAP:
    return bits_reverse(b, 8);
  case OP_BITREV:
    return bits_reverse(b, 1);
  }
  die(__FILE__, __LINE__, "no term for %s", op_infos[op].name);
}

/* Overflow: the exact result needs more bits than there are.  It is said by bounds of that result, and
 * not by what is left of it in w bits: ranges of b and c then show what the solver else works out in bits. */
static Expr overflow_term(Op op, Expr b, Expr c) {
  u32 w = expr_width(b);
  u32 more = op == OP_UMUL_O || op == OP_SMUL_O ? 2 * w : w + 1;
  bool is_signed = op == OP_SADD_O || op == OP_SSUB_O || op == OP_SMUL_O;
  if (op == OP_UADD_O) return expr_ult(expr_add(b, c), b);
  if (op == OP_USUB_O) return expr_ult(b, c);
  Expr x = is_signed ? expr_sext(b, more) : expr_zext(b, more);
  Expr y = is_signed ? expr_sext(c, more) : expr_zext(c, more);
  Expr exact = op == OP_SADD_O ? expr_add(x, y) : op == OP_SSUB_O ? expr_sub(x, y) : expr_mul(x, y);
  Expr end = expr_shl(expr_const(more, 1), expr_const(more, is_signed ? w - 1 : w));
  if (!is_signed) return expr_not(expr_ult(exact, end));
  return expr_or(expr_slt(exact, expr_neg(end)), expr_not(expr_slt(exact, end)));
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static u64 hold(i128 x, u32 w) {
  i128 high = ((i128)1 << (w - 1)) - 1, low = -high - 1;
  return (u64)(x > high ? high : x < low ? low : x) & value_mask(w);
}

static bool fits(i128 x, u32 w) { return value_signed((u64)x & value_mask(w), w) == x; }

static u64 reverse_bits(u64 b, u32 w, u32 unit) {
  u64 r = 0;
  for (u32 low = 0; low < w; low += unit) r |= (b >> low & value_mask(unit)) << (w - unit - low);
  return r;
}

u64 bits_value(Op op, u32 w, u64 b, u64 c) {
  i64 sb = value_signed(b, w), sc = value_signed(c, w);
  switch ((u32)op) {
  case OP_UMIN:
    return MIN(b, c);
  case OP_UMAX:
    return MAX(b, c);
  case OP_SMIN:
    return sb < sc ? b : c;
  case OP_SMAX:
    return sb < sc ? c : b;
  case OP_ABS:
    return (sb < 0 ? -b : b) & value_mask(w);
  case OP_UADD_SAT:
    return value_mask(w) - b < c ? value_mask(w) : b + c;
  case OP_USUB_SAT:
    return b < c ? 0 : b - c;
  case OP_SADD_SAT:
    return hold((i128)sb + sc, w);
  case OP_SSUB_SAT:
    return hold((i128)sb - sc, w);
  case OP_CTPOP:
    return (u64)__builtin_popcountll(b);
  case OP_CTLZ:
    return b ? (u64)__builtin_clzll(b) - (64 - w) : w;
  case OP_CTTZ:
    return b ? (u64)__builtin_ctzll(b) : w;
  case OP_BSWAP:
    return reverse_bits(b, w, 8);
  case OP_BITREV:
    return reverse_bits(b, w, 1);
  }
  die(__FILE__, __LINE__, "no value for %s", op_infos[op].name);
}

bool overflow_value(Op op, u32 w, u64 b, u64 c) {
  i64 sb = value_signed(b, w), sc = value_signed(c, w);
  switch ((u32)op) {
  case OP_UADD_O:
    return value_mask(w) - b < c;
  case OP_USUB_O:
    return b < c;
  case OP_UMUL_O:
    return (u128)b * c > value_mask(w);
  case OP_SADD_O:
    return !fits((i128)sb + sc, w);
  case OP_SSUB_O:
    return !fits((i128)sb - sc, w);
  case OP_SMUL_O:
    return !fits((i128)sb * sc, w);
  }
  die(__FILE__, __LINE__, "no flag for %s", op_infos[op].name);
}

/* ---- steps --------------------------------------------------------------------------------------- */

static bool is_unary(const Ins *i) { return op_infos[i->op].operand[2] == OPERAND_NONE; }

Expr bits_make(Op op, Expr b, Expr c) {
  return op >= OP_UADD_O && op <= OP_SMUL_O ? overflow_term(op, b, c) : bits_term(op, b, c);
}

bool step_bits(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  Frame *f = s->top;
  u32 c = is_unary(i) ? i->b : i->c;
  if (reg_is_symbolic(f, i->b) || reg_is_symbolic(f, c))
    reg_set_term(f, i->a, bits_term(i->op, reg_term(f, i->b, i->n), reg_term(f, c, i->n)));
  else
    reg_set(f, i->a, bits_value(i->op, i->n, f->regs[i->b], f->regs[c]));
  return step_next(s);
}

bool step_overflow(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  Frame *f = s->top;
  if (reg_is_symbolic(f, i->b) || reg_is_symbolic(f, i->c))
    reg_set_term(f, i->a, overflow_term(i->op, reg_term(f, i->b, i->n), reg_term(f, i->c, i->n)));
  else
    reg_set(f, i->a, overflow_value(i->op, i->n, f->regs[i->b], f->regs[i->c]));
  return step_next(s);
}
