/* step_float.c — floats: on numbers as the host computes them, on symbols by expr/float.h.
 *
 * What symbols do not support (long double, remainders, integers of over 64 bits from floats) is done
 * for one value of each operand after the other (pins.h), if these are few, as those of a number of
 * few digits are.  Else it ends the path with that reason: nothing is made concrete behind the user's back.  Conversions to
 * integers that do not fit have no meaning in C.  They give what the host's conversion
 * instructions give, so that runs agree with native ones where those agree with themselves.
 */
#include "expr/float.h"
#include "vm/choice/facts.h"
#include "vm/choice/pins.h"
#include "vm/exec/float.h"
#include "vm/vm_impl.h"

#include <math.h>

/* ---- operands ---------------------------------------------------------------------------------- */

/* Registers of an operand. */
static u32 count_regs(const Ins *i, u32 k) {
  Operand kind = op_infos[i->op].operand[k];
  bool is_float = kind == OPERAND_IN || kind == OPERAND_IN32 || kind == OPERAND_IN64;
  return is_float ? 1 : kind == OPERAND_IN80 ? 2 : kind == OPERAND_INS ? words_of(i->n) : 0;
}

static bool has_term(const Frame *f, const Ins *i, u32 k) {
  u32 reg = ins_operand(i, k), n_regs = count_regs(i, k);
  for (u32 w = 0; w < n_regs; w++)
    if (reg_is_symbolic(f, reg + w)) return true;
  return false;
}

static bool is_symbolic(const Frame *f, const Ins *i) {
  return f->terms && (has_term(f, i, 1) || has_term(f, i, 2));
}

/* Makes its operands numbers, and comes back. */
static bool step_by_value(Vm *vm, State *s, const Ins *i) {
  for (u32 k = 1; k <= 2; k++) {
    u32 reg = ins_operand(i, k), end = reg + count_regs(i, k);
    for (; reg < end; reg++)
      if (!pins_settle(vm, s, reg, op_infos[i->op].name)) return false;
  }
  return true;
}

static long double get_float(const Frame *f, u32 reg, u32 width) {
  const u64 *r = &f->regs[reg];
  return width == 32 ? as_f32(*r) : width == 64 ? as_f64(*r) : as_f80(r);
}

static void set_float(Frame *f, u32 reg, u32 width, long double x) {
  u64 pair[2];
  if (width == 32) return reg_set(f, reg, of_f32((float)x));
  if (width == 64) return reg_set(f, reg, of_f64((double)x));
  of_f80(x, pair);
  reg_set(f, reg, pair[0]);
  reg_set(f, reg + 1, pair[1]);
}

/* ---- arithmetic -------------------------------------------------------------------------------- */

/* Each width computes in its own type: rounding twice would be wrong. */
#define ARITHMETIC(T, rem)                       \
  static T compute_##T##_(u32 which, T b, T c) { \
    switch (which) {                             \
    case 0:                                      \
      return b + c;                              \
    case 1:                                      \
      return b - c;                              \
    case 2:                                      \
      return b * c;                              \
    case 3:                                      \
      return b / c;                              \
    default:                                     \
      return rem(b, c);                          \
    }                                            \
  }
typedef long double quad;
ARITHMETIC(float, fmodf)
ARITHMETIC(double, fmod)
ARITHMETIC(quad, fmodl)

static u32 relation(long double b, long double c) { return RELATION(b, c); }

/* On symbols; EXPR_NONE: not done. */
static Expr compute_terms(const Vm *vm, const State *s, const Ins *i, Expr b, Expr c) {
  static Expr (*const make[])(Expr, Expr) = {float_add, float_sub, float_mul, float_div};
  u32 which = (i->op - OP_FADD32) / 3;
  if (i->op >= OP_FCMP32 && i->op <= OP_FCMP80)
    return float_compare(b, facts_float(vm, s, b), c, facts_float(vm, s, c), i->n);
  return which < ARRAY_LEN(make) ? make[which](b, c) : EXPR_NONE;
}

static bool step_float_terms(Vm *vm, State *s, const Ins *i, u32 width) {
  Frame *f = s->top;
  if (width == 80) return step_by_value(vm, s, i);
  Expr result = compute_terms(vm, s, i, reg_term(f, i->b, width), reg_term(f, i->c, width));
  if (expr_is_none(result)) return step_by_value(vm, s, i);
  reg_set_term(f, i->a, result);
  return step_next(s);
}

bool step_float(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  u32 width = op_infos[i->op].width, which = (i->op - OP_FADD32) / 3;
  if (is_symbolic(f, i)) return step_float_terms(vm, s, i, width);
  const u64 *b = &f->regs[i->b], *c = &f->regs[i->c];
  if (i->op >= OP_FCMP32 && i->op <= OP_FCMP80)
    reg_set(f, i->a, (relation(get_float(f, i->b, width), get_float(f, i->c, width)) & i->n) != 0);
  else if (width == 32)
    reg_set(f, i->a, of_f32(compute_float_(which, as_f32(*b), as_f32(*c))));
  else if (width == 64)
    reg_set(f, i->a, of_f64(compute_double_(which, as_f64(*b), as_f64(*c))));
  else
    set_float(f, i->a, 80, compute_quad_(which, as_f80(b), as_f80(c)));
  return step_next(s);
}

/* Only the sign bit changes, also of a NaN: this works on terms, too. */
bool step_fneg(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  Frame *f = s->top;
  u32 width = op_infos[i->op].width, last = width == 80, w = last ? 16 : width;
  if (last) reg_set_word(f, i->a, reg_word(f, i->b));
  Expr sign = expr_const(w, 1ull << (w - 1));
  reg_set_term(f, i->a + last, expr_xor(reg_term(f, i->b + last, w), sign));
  return step_next(s);
}

/* ---- conversions ------------------------------------------------------------------------------- */

bool step_float_cast(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  bool is_short = i->op == OP_F32TO64 || i->op == OP_F64TO32;
  if (is_symbolic(f, i) && !is_short) return step_by_value(vm, s, i);
  if (is_symbolic(f, i)) {
    u32 from = op_infos[i->op].width;
    reg_set_term(f, i->a, float_to_float(reg_term(f, i->b, from), 96 - from));
    return step_next(s);
  }
  Operand to = op_infos[i->op].operand[0];
  long double x = get_float(f, i->b, op_infos[i->op].width);
  set_float(f, i->a, to == OPERAND_OUT32 ? 32 : to == OPERAND_OUT64 ? 64 : 80, x);
  return step_next(s);
}

/* C leaves open what does not fit, and compilers differ for NaN: it is x86's "no such integer". */
static u64 to_u64(long double x) { return isnan(x) ? 1ull << 63 : (u64)x; }

static u128 to_int(long double x, u32 width, bool is_signed) {
  if (is_signed || width <= 16)
    return width <= 32 ? (u128)(i128)(int32_t)x : width <= 64 ? (u128)(i128)(i64)x : (u128)(i128)x;
  return width <= 32 ? (u128)(i128)(i64)x : width <= 64 ? (u128)to_u64(x) : (u128)x;
}

/* The same on symbols, for integers of at most 64 bits. */
static Expr to_int_term(Expr x, u32 width, bool is_signed) {
  bool is_narrow = width <= (is_signed ? 32 : 16);
  Expr v =
      is_signed || width <= 32 ? float_to_signed(x, is_narrow ? 32 : 64) : float_to_unsigned(x);
  return expr_extract(v, 0, width);
}

bool step_float_int(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  if (i->n > 128) return step_stop(s, STOP_UNSUPPORTED, "a float as an integer of over 128 bits");
  static const u8 widths[] = {32, 64, 80};
  bool is_signed = i->op <= OP_F80TOS;
  u32 width = widths[i->op - (is_signed ? OP_F32TOS : OP_F32TOU)];
  if (is_symbolic(f, i)) {
    if (width == 80 || i->n > 64) return step_by_value(vm, s, i);
    reg_set_term(f, i->a, to_int_term(reg_term(f, i->b, width), i->n, is_signed));
    return step_next(s);
  }
  u128 v = to_int(get_float(f, i->b, width), i->n, is_signed);
  reg_set(f, i->a, (u64)v & value_mask(MIN(i->n, 64)));
  if (i->n > 64) reg_set(f, i->a + 1, (u64)(v >> 64) & value_mask(i->n - 64u));
  return step_next(s);
}

static Expr int_term(const Frame *f, u32 reg, u32 width) {
  if (width <= 64) return reg_term(f, reg, width);
  return expr_concat(reg_term(f, reg + 1, width - 64), reg_term(f, reg, 64));
}

bool step_int_float(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  if (i->n > 128) return step_stop(s, STOP_UNSUPPORTED, "an integer of over 128 bits as a float");
  bool is_signed = i->op <= OP_STOF80;
  u32 to = i->op - (is_signed ? OP_STOF32 : OP_UTOF32), spare = 128 - i->n;
  if (is_symbolic(f, i)) {
    if (to == 2) return step_by_value(vm, s, i);
    reg_set_term(f, i->a, float_of_int(int_term(f, i->b, i->n), is_signed, to ? 64 : 32));
    return step_next(s);
  }
  u128 v = f->regs[i->b] | (i->n > 64 ? (u128)f->regs[i->b + 1] << 64 : 0);
  i128 sv = (i128)(v << spare) >> spare;
  if (to == 0)
    reg_set(f, i->a, of_f32(is_signed ? (float)sv : (float)v));
  else if (to == 1)
    reg_set(f, i->a, of_f64(is_signed ? (double)sv : (double)v));
  else
    set_float(f, i->a, 80, is_signed ? (long double)sv : (long double)v);
  return step_next(s);
}
