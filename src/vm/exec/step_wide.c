/* step_wide.c — integers of more than 64 bits, in consecutive registers.
 *
 * All of it goes through terms, which fold when they are constant: such integers are rare, and one
 * way to compute is easier to trust than two.
 */
#include "vm/exec/bits.h"
#include "vm/vm_impl.h"

static u32 word_width(u32 width, u32 k) { return MIN(width - 64 * k, 64); }

static Expr wide_get(const Frame *f, u32 reg, u32 width) {
  Expr e = reg_term(f, reg, word_width(width, 0));
  for (u32 k = 1; k < words_of(width); k++)
    e = expr_concat(reg_term(f, reg + k, word_width(width, k)), e);
  return e;
}

static void wide_set(Frame *f, u32 reg, Expr e) {
  u32 width = expr_width(e);
  for (u32 k = 0; k < words_of(width); k++)
    reg_set_term(f, reg + k, expr_extract(e, 64 * k, word_width(width, k)));
}

bool step_wide_binary(Vm *vm, State *s, const Ins *i) {
  static const ExprKind kinds[] = {
      [OP_WADD - OP_WADD] = EXPR_ADD,   [OP_WSUB - OP_WADD] = EXPR_ADD,
      [OP_WMUL - OP_WADD] = EXPR_MUL,   [OP_WUDIV - OP_WADD] = EXPR_UDIV,
      [OP_WSDIV - OP_WADD] = EXPR_SDIV, [OP_WUREM - OP_WADD] = EXPR_UREM,
      [OP_WSREM - OP_WADD] = EXPR_SREM, [OP_WSHL - OP_WADD] = EXPR_SHL,
      [OP_WLSHR - OP_WADD] = EXPR_LSHR, [OP_WASHR - OP_WADD] = EXPR_ASHR,
  };
  ExprKind kind = kinds[i->op - OP_WADD];
  Frame *f = s->top;
  Expr b = wide_get(f, i->b, i->n), c = wide_get(f, i->c, i->n);
  if (!check_operands(vm, s, kind, b, c)) return false;
  wide_set(f, i->a, expr_binary(kind, b, i->op == OP_WSUB ? expr_neg(c) : c));
  return step_next(s);
}

bool step_wide_test(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  static MakeTerm *const make[] = {
      [OP_WEQ - OP_WEQ] = expr_eq,   [OP_WULT - OP_WEQ] = expr_ult, [OP_WULE - OP_WEQ] = expr_ule,
      [OP_WSLT - OP_WEQ] = expr_slt, [OP_WSLE - OP_WEQ] = expr_sle,
  };
  Frame *f = s->top;
  Expr b = wide_get(f, i->b, i->n), c = wide_get(f, i->c, i->n);
  reg_set_term(f, i->a, make[i->op - OP_WEQ](b, c));
  return step_next(s);
}

bool step_wide_bits(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  Frame *f = s->top;
  Expr b = wide_get(f, i->b, i->n);
  Expr made = i->op == OP_WCTPOP   ? bits_count(b)
              : i->op == OP_WCTLZ  ? bits_leading(b)
              : i->op == OP_WCTTZ  ? bits_trailing(b)
              : i->op == OP_WBSWAP ? bits_reverse(b, 8)
                                   : bits_reverse(b, 1);
  wide_set(f, i->a, made);
  return step_next(s);
}
