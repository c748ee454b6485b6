/* lower_int.c — integers: arithmetic, tests, casts, of any width and lane by lane.
 *
 * Widths 8, 16, 32, 64 have ops of their own, with an immediate form; other widths up to 64 use the
 * op that takes the width; above, words lie in consecutive registers.
 */
#include "code/llvm/lower_impl.h"

/* ---- which op ------------------------------------------------------------------------------------ */

typedef struct BinaryOps {
  Op op8, op8i, op_n, wide; /* of 8 bits; 16, 32, 64 follow it in ops.def */
  bool commutes;
} BinaryOps;

static_assert(OP_ADD64 == OP_ADD8 + 3 && OP_ADD64I == OP_ADD8I + 3, "the order in ops.def");
static_assert(OP_EQ64 == OP_EQ8 + 3 && OP_JEQ64 == OP_JEQ8 + 3, "the order in ops.def");
static_assert(OP_EQ64I == OP_EQ8I + 3 && OP_JEQ64I == OP_JEQ8I + 3, "the order in ops.def");

#define WORD_BY_WORD OP_COUNT

static const BinaryOps binary_ops[] = {
    [LLVMAdd] = {OP_ADD8, OP_ADD8I, OP_ADDN, OP_WADD, true},
    [LLVMSub] = {OP_SUB8, OP_SUB8I, OP_SUBN, OP_WSUB, false},
    [LLVMMul] = {OP_MUL8, OP_MUL8I, OP_MULN, OP_WMUL, true},
    [LLVMUDiv] = {OP_UDIV8, OP_UDIV8I, OP_UDIVN, OP_WUDIV, false},
    [LLVMSDiv] = {OP_SDIV8, OP_SDIV8I, OP_SDIVN, OP_WSDIV, false},
    [LLVMURem] = {OP_UREM8, OP_UREM8I, OP_UREMN, OP_WUREM, false},
    [LLVMSRem] = {OP_SREM8, OP_SREM8I, OP_SREMN, OP_WSREM, false},
    [LLVMShl] = {OP_SHL8, OP_SHL8I, OP_SHLN, OP_WSHL, false},
    [LLVMLShr] = {OP_LSHR8, OP_LSHR8I, OP_LSHRN, OP_WLSHR, false},
    [LLVMAShr] = {OP_ASHR8, OP_ASHR8I, OP_ASHRN, OP_WASHR, false},
    [LLVMAnd] = {OP_AND8, OP_AND8I, OP_ANDN, WORD_BY_WORD, true},
    [LLVMOr] = {OP_OR8, OP_OR8I, OP_ORN, WORD_BY_WORD, true},
    [LLVMXor] = {OP_XOR8, OP_XOR8I, OP_XORN, WORD_BY_WORD, true},
};

/* On registers ugt is ult with the operands swapped; on wide integers ne is the opposite of weq. */
#define TEST_OPS(id, reg, wide, swapped, negated) \
  {OP_##reg##8, OP_##id##8I, OP_##reg##N, OP_J##reg##8, OP_J##id##8I, OP_##wide, swapped, negated}

static const TestOps tests[] = {
    [LLVMIntEQ] = TEST_OPS(EQ, EQ, WEQ, false, false),
    [LLVMIntNE] = TEST_OPS(NE, NE, WEQ, false, true),
    [LLVMIntUGT] = TEST_OPS(UGT, ULT, WULT, true, false),
    [LLVMIntUGE] = TEST_OPS(UGE, ULE, WULE, true, false),
    [LLVMIntULT] = TEST_OPS(ULT, ULT, WULT, false, false),
    [LLVMIntULE] = TEST_OPS(ULE, ULE, WULE, false, false),
    [LLVMIntSGT] = TEST_OPS(SGT, SLT, WSLT, true, false),
    [LLVMIntSGE] = TEST_OPS(SGE, SLE, WSLE, true, false),
    [LLVMIntSLT] = TEST_OPS(SLT, SLT, WSLT, false, false),
    [LLVMIntSLE] = TEST_OPS(SLE, SLE, WSLE, false, false),
};

static const u8 opposite[] = {
    [LLVMIntEQ] = LLVMIntNE,   [LLVMIntNE] = LLVMIntEQ,   [LLVMIntUGT] = LLVMIntULE,
    [LLVMIntULE] = LLVMIntUGT, [LLVMIntUGE] = LLVMIntULT, [LLVMIntULT] = LLVMIntUGE,
    [LLVMIntSGT] = LLVMIntSLE, [LLVMIntSLE] = LLVMIntSGT, [LLVMIntSGE] = LLVMIntSLT,
    [LLVMIntSLT] = LLVMIntSGE,
};

static const u8 swapped[] = {
    [LLVMIntEQ] = LLVMIntEQ,   [LLVMIntNE] = LLVMIntNE,   [LLVMIntUGT] = LLVMIntULT,
    [LLVMIntULT] = LLVMIntUGT, [LLVMIntUGE] = LLVMIntULE, [LLVMIntULE] = LLVMIntUGE,
    [LLVMIntSGT] = LLVMIntSLT, [LLVMIntSLT] = LLVMIntSGT, [LLVMIntSGE] = LLVMIntSLE,
    [LLVMIntSLE] = LLVMIntSGE,
};

const TestOps *test_ops(LLVMIntPredicate p) {
  assert(p < ARRAY_LEN(tests) && tests[p].set8);
  return &tests[p];
}

LLVMIntPredicate test_opposite(LLVMIntPredicate p) {
  assert(p < ARRAY_LEN(opposite) && opposite[p]);
  return opposite[p];
}

LLVMIntPredicate test_swapped(LLVMIntPredicate p) {
  assert(p < ARRAY_LEN(swapped) && swapped[p]);
  return swapped[p];
}

bool width_index(u32 width, u32 *ret_index) {
  switch (width) {
  case 8:
    *ret_index = 0;
    return true;
  case 16:
    *ret_index = 1;
    return true;
  case 32:
    *ret_index = 2;
    return true;
  case 64:
    *ret_index = 3;
    return true;
  default:
    return false;
  }
}

bool imm_of(LLVMValueRef v, u32 *ret_imm) {
  i64 value = 0;
  bool is_null =
      LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind && LLVMIsConstant(v) && LLVMIsNull(v);
  if (!is_null && !const_int(v, &value)) return false;
  if (value < INT32_MIN || value > INT32_MAX) return false;
  *ret_imm = (u32)value;
  return true;
}

/* ---- registers in, registers out ----------------------------------------------------------------- */

u32 regs_of_width(Lower *l, u32 width) {
  assert(width);
  u32 first = build_reg(&l->b, MIN(width, 64));
  for (u32 low = 64; low < width; low += 64) build_reg(&l->b, MIN(width - low, 64));
  return first;
}

u32 const_of_width(Lower *l, u64 v, u32 width) {
  assert(width);
  if (width <= 64) return build_const(&l->b, v, width);
  u32 first = regs_of_width(l, width);
  build_set(&l->b, first, v);
  for (u32 k = 1; k < words_of(width); k++) build_set(&l->b, first + k, 0);
  return first;
}

void emit_binary(Lower *l, LLVMOpcode op, u32 width, u32 to, u32 x, u32 y) {
  assert(width && op < ARRAY_LEN(binary_ops));
  const BinaryOps *ops = &binary_ops[op];
  u32 index;
  if (width > 64 && ops->wide == WORD_BY_WORD) {
    for (u32 k = 0; k < words_of(width); k++)
      emit_binary(l, op, MIN(width - 64 * k, 64), to + k, x + k, y + k);
  } else if (width > 64) {
    build_emit(&l->b, ops->wide, width, to, x, y);
  } else if (width_index(width, &index)) {
    build_emit(&l->b, ops->op8 + index, 0, to, x, y);
  } else {
    build_emit(&l->b, ops->op_n, width, to, x, y);
  }
}

void emit_test(Lower *l, LLVMIntPredicate p, u32 width, u32 to, u32 x, u32 y) {
  assert(width && build_width(&l->b, to) == 1);
  const TestOps *ops = test_ops(p);
  u32 a = ops->swapped ? y : x, b = ops->swapped ? x : y, index;
  if (width > 64 && ops->negated) {
    u32 equal = build_reg(&l->b, 1);
    build_emit(&l->b, ops->wide, width, equal, a, b);
    build_emit(&l->b, OP_EQN, 1, to, equal, build_const(&l->b, 0, 1));
  } else if (width > 64) {
    build_emit(&l->b, ops->wide, width, to, a, b);
  } else if (width_index(width, &index)) {
    build_emit(&l->b, ops->set8 + index, 0, to, a, b);
  } else {
    build_emit(&l->b, ops->set_n, width, to, a, b);
  }
}

/* One word to one word. */
static void cast_word(Lower *l, LLVMOpcode op, u32 from_width, u32 to_width, u32 to, u32 x) {
  Op o;
  if (from_width == to_width) {
    build_move(&l->b, to, x);
    return;
  }
  assert((op == LLVMTrunc) == (to_width < from_width) && MAX(from_width, to_width) <= 64);
  if (op == LLVMTrunc)
    o = to_width == 8    ? OP_TRUNC8
        : to_width == 16 ? OP_TRUNC16
        : to_width == 32 ? OP_TRUNC32
                         : OP_TRUNC;
  else if (op == LLVMZExt)
    o = OP_ZEXT;
  else if (from_width == 8)
    o = to_width == 32 ? OP_SEXT8_32 : to_width == 64 ? OP_SEXT8_64 : OP_SEXT;
  else if (from_width == 16)
    o = to_width == 32 ? OP_SEXT16_32 : to_width == 64 ? OP_SEXT16_64 : OP_SEXT;
  else
    o = from_width == 32 && to_width == 64 ? OP_SEXT32_64 : OP_SEXT;
  build_emit(&l->b, o, from_width, to, x, to_width);
}

/* Whole words are copied, the last one of the narrower integer is cast, words above are filled. */
void emit_cast(Lower *l, LLVMOpcode op, u32 from_width, u32 to_width, u32 to, u32 x) {
  assert(from_width && to_width);
  u32 last = words_of(MIN(from_width, to_width)) - 1;
  lower_move(l, to, x, last);
  u32 from_bits = MIN(from_width - 64 * last, 64), to_bits = MIN(to_width - 64 * last, 64);
  cast_word(l, op, from_bits, to_bits, to + last, x + last);
  if (op == LLVMTrunc || words_of(to_width) == last + 1) return;
  u32 sign = 0;
  if (op == LLVMSExt) {
    sign = build_reg(&l->b, 64);
    build_emit(&l->b, OP_ASHR64I, 0, sign, to + last, 63);
  }
  for (u32 k = last + 1; k < words_of(to_width); k++) {
    u32 bits = MIN(to_width - 64 * k, 64);
    if (op != LLVMSExt)
      build_set(&l->b, to + k, 0);
    else
      cast_word(l, LLVMTrunc, 64, bits, to + k, sign);
  }
}

/* ---- instructions -------------------------------------------------------------------------------- */

/* The scalar form with an immediate; false when there is none. */
static bool lower_binary_imm(Lower *l, LLVMValueRef i, LLVMOpcode op, u32 width) {
  LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
  u32 index, imm;
  if (binary_ops[op].commutes && value_is_const(x) && !value_is_const(y)) {
    LLVMValueRef swap = x;
    x = y;
    y = swap;
  }
  if (!width_index(width, &index) || !imm_of(y, &imm)) return false;
  u32 from = value_in(l, x);
  build_emit(&l->b, binary_ops[op].op8i + index, 0, value_out(l, i), from, imm);
  return true;
}

void lower_binary(Lower *l, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  LLVMTypeRef t = LLVMTypeOf(i);
  u32 width = type_bits(l, type_lane(t)), n = words_of(width), n_lanes = type_n_lanes(t);
  if (n_lanes == 1 && lower_binary_imm(l, i, op, width)) return;
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_in(l, LLVMGetOperand(i, 1));
  u32 to = value_out(l, i);
  for (u32 k = 0; k < n_lanes; k++) emit_binary(l, op, width, to + k * n, x + k * n, y + k * n);
}

void lower_icmp(Lower *l, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
  LLVMIntPredicate p = LLVMGetICmpPredicate(i);
  LLVMTypeRef t = LLVMTypeOf(x);
  u32 width = type_bits(l, type_lane(t)), n = words_of(width), n_lanes = type_n_lanes(t);
  u32 index, imm;
  if (n_lanes == 1 && width_index(width, &index) && imm_of(y, &imm)) {
    u32 from = value_in(l, x);
    build_emit(&l->b, test_ops(p)->set8i + index, 0, value_out(l, i), from, imm);
    return;
  }
  u32 a = value_in(l, x), b = value_in(l, y), to = value_out(l, i);
  for (u32 k = 0; k < n_lanes; k++) emit_test(l, p, width, to + k, a + k * n, b + k * n);
}

void lower_int_cast(Lower *l, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  LLVMValueRef x = LLVMGetOperand(i, 0);
  LLVMTypeRef from_type = LLVMTypeOf(x), to_type = LLVMTypeOf(i);
  u32 from_width = type_bits(l, type_lane(from_type)), to_width = type_bits(l, type_lane(to_type));
  if (op == LLVMPtrToInt || op == LLVMIntToPtr) op = to_width < from_width ? LLVMTrunc : LLVMZExt;
  u32 from = value_in(l, x), to = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(to_type); k++)
    emit_cast(l, op, from_width, to_width, to + k * words_of(to_width),
              from + k * words_of(from_width));
}
