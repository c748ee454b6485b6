/* step_int.c — integers of at most 64 bits in full generality: terms, and what C does not define.
 *
 * The loops do numbers.  This file does operands with terms, divisions by 0 or -1, and shifts by
 * the width or more.  One row per family says which term it makes.
 */
#include "vm/vm_impl.h"

typedef enum OperandForm { FORM_REG, FORM_IMM } OperandForm;

/* What an instruction of a family is. */
typedef struct IntShape {
  MakeTerm *make;
  u8 width; /* 0: in n */
  u8 form;  /* of its last operand */
} IntShape;

static const IntShape shapes[OP_COUNT] = {
#define ROW(id, name, suffix, width, form) [OP_##id##suffix] = {expr_##name, width, form},
#define JUMP_ROW(id, name, suffix, width, form) ROW(J##id, name, suffix, width, form)
#define REG_ROWS(R, id, name) \
  R(id, name, 8, 8, FORM_REG) \
  R(id, name, 16, 16, FORM_REG) R(id, name, 32, 32, FORM_REG) R(id, name, 64, 64, FORM_REG)
#define IMM_ROWS(R, id, name)  \
  R(id, name, 8I, 8, FORM_IMM) \
  R(id, name, 16I, 16, FORM_IMM) R(id, name, 32I, 32, FORM_IMM) R(id, name, 64I, 64, FORM_IMM)
#define N_ROW(id, name) ROW(id, name, N, 0, FORM_REG)
#define OP(...)
#define BINARY(id, name, ...) REG_ROWS(ROW, id, name) IMM_ROWS(ROW, id, name) N_ROW(id, name)
#define TEST(id, name, ...) REG_ROWS(ROW, id, name) REG_ROWS(JUMP_ROW, id, name) N_ROW(id, name)
#define TESTI(id, name, ...) IMM_ROWS(ROW, id, name) IMM_ROWS(JUMP_ROW, id, name)
#include "code/ops.def"
#undef OP
#undef BINARY
#undef TEST
#undef TESTI
};

static u32 width_of(const IntShape *shape, const Ins *i) {
  return shape->width ? shape->width : i->n;
}

/* The last operand, in b or c. */
static Expr last_of(const Frame *f, const IntShape *shape, u32 operand, u32 width) {
  if (shape->form == FORM_REG) return reg_term(f, operand, width);
  return expr_const(width, (u64)(i64)(int32_t)operand);
}

/* ---- what may go wrong ------------------------------------------------------------------------ */

/* Goes on (true) if `fine` is certain; else the path ends, or a choice comes up, after n_passed others of this
 * instruction. */
static bool check(State *s, u32 n_passed, Expr fine, Stop stop) {
  if (expr_is_const(fine)) return expr_value(fine) || step_stop(s, stop, "");
  s->resume.n_passed = n_passed;
  return step_choice(s, (Choice){.kind = CHOICE_CHECK, .term = fine, .check.stop = stop});
}

static Expr has_overflow(Expr a, Expr b) {
  u32 w = expr_width(a);
  Expr smallest = expr_shl(expr_const(w, 1), expr_const(w, w - 1));
  return expr_and(expr_eq(a, smallest), expr_eq(b, expr_not(expr_const(w, 0))));
}

/* Two checks, each a decision of its own. */
static bool check_division(State *s, Expr a, Expr b, bool is_signed) {
  u32 n_passed = step_passed(s);
  Expr nonzero = expr_ne(b, expr_const(expr_width(b), 0));
  if (n_passed < 1 && !check(s, 0, nonzero, STOP_DIVISION)) return false;
  if (!is_signed || n_passed >= 2) return true;
  return check(s, 1, expr_not(has_overflow(a, b)), STOP_DIVISION_OVERFLOW);
}

static bool check_shift(Vm *vm, State *s, Expr count) {
  u32 w = expr_width(count);
  if (step_passed(s) || !vm->config.checks_shift) return true;
  return check(s, 0, expr_ult(count, expr_const(w, w)), STOP_SHIFT);
}

bool step_lane(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  Expr fine = expr_ult(reg_term(s->top, i->a, 64), expr_const(64, i->b));
  bool is_done = step_passed(s) || check(s, 0, fine, i->c ? STOP_WRITE_BOUNDS : STOP_READ_BOUNDS);
  return is_done && step_next(s);
}

bool check_operands(Vm *vm, State *s, ExprKind kind, Expr b, Expr c) {
  if (kind == EXPR_UDIV || kind == EXPR_UREM) return check_division(s, b, c, false);
  if (kind == EXPR_SDIV || kind == EXPR_SREM) return check_division(s, b, c, true);
  if (kind == EXPR_SHL || kind == EXPR_LSHR || kind == EXPR_ASHR) return check_shift(vm, s, c);
  return true;
}

/* The kind whose operands are to be checked, or another.  The constructors are inline, so their
 * addresses can be compared only in the file that has the table. */
static ExprKind risk_of(MakeTerm *make) {
  return make == expr_udiv   ? EXPR_UDIV
         : make == expr_urem ? EXPR_UREM
         : make == expr_sdiv ? EXPR_SDIV
         : make == expr_srem ? EXPR_SREM
         : make == expr_shl  ? EXPR_SHL
         : make == expr_lshr ? EXPR_LSHR
         : make == expr_ashr ? EXPR_ASHR
                             : EXPR_CONST;
}

/* ---- families ---------------------------------------------------------------------------------- */

bool step_binary(Vm *vm, State *s, const Ins *i) {
  const IntShape *shape = &shapes[i->op];
  Frame *f = s->top;
  u32 width = width_of(shape, i);
  Expr b = reg_term(f, i->b, width), c = last_of(f, shape, i->c, width);
  if (!check_operands(vm, s, risk_of(shape->make), b, c)) return false;
  reg_set_term(f, i->a, shape->make(b, c));
  return step_next(s);
}

bool step_test(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  const IntShape *shape = &shapes[i->op];
  Frame *f = s->top;
  u32 width = width_of(shape, i);
  reg_set_term(f, i->a, shape->make(reg_term(f, i->b, width), last_of(f, shape, i->c, width)));
  return step_next(s);
}

bool step_jump(Vm *vm, State *s, const Ins *i) {
  const IntShape *shape = &shapes[i->op];
  Frame *f = s->top;
  u32 width = width_of(shape, i);
  Expr cond = shape->make(reg_term(f, i->a, width), last_of(f, shape, i->b, width));
  if (expr_is_const(cond)) return step_known_jump(vm, s, i, expr_value(cond));
  return step_branch(vm, s, cond);
}

/* ---- moves and casts --------------------------------------------------------------------------- */

bool step_mov(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  reg_set_word(s->top, i->a, reg_word(s->top, i->b));
  return step_next(s);
}

bool step_movi(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  reg_set(s->top, i->a, ins_imm64(i));
  return step_next(s);
}

bool step_cmov(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  Frame *f = s->top;
  Expr then = reg_term(f, i->c, i->n), other = reg_term(f, i->a, i->n);
  reg_set_term(f, i->a, expr_ite(reg_term(f, i->b, 1), then, other));
  return step_next(s);
}

bool step_cast(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  Expr e = reg_term(s->top, i->b, i->n);
  reg_set_term(s->top, i->a,
               i->op == OP_ZEXT        ? expr_zext(e, i->c)
               : i->op <= OP_SEXT32_64 ? expr_sext(e, i->c)
                                       : expr_extract(e, 0, i->c));
  return step_next(s);
}
