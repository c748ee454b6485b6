/* lower_float.c — floats, doubles and long doubles.  Half, bfloat and 128-bit floats only move. */
#include "code/llvm/lower_impl.h"

bool float_format(Lower *l, LLVMTypeRef t, u32 *ret_format, u32 *ret_n) {
  LLVMTypeKind kind = LLVMGetTypeKind(type_lane(t));
  *ret_format = kind == LLVMFloatTypeKind ? 0 : kind == LLVMDoubleTypeKind ? 1 : 2;
  *ret_n = kind == LLVMX86_FP80TypeKind ? 2 : 1;
  if (*ret_format < 2 || *ret_n == 2) return true;
  char *name = LLVMPrintTypeToString(t);
  lower_unsupported(l, "arithmetic on '%s'", name);
  LLVMDisposeMessage(name);
  return false;
}

static_assert(OP_FADD80 == OP_FADD32 + 2 && OP_FCMP80 == OP_FCMP32 + 2, "the order in ops.def");
static_assert(OP_F80TOS == OP_F32TOS + 2 && OP_STOF80 == OP_STOF32 + 2, "the order in ops.def");

/* One op for each lane, whose results and operands have so many registers. */
static void emit_lanes(Lower *l, LLVMValueRef i, u32 op, u32 width, u32 n_to, u32 n_from) {
  bool has_two = LLVMGetNumOperands(i) > 1;
  u32 x = value_in(l, LLVMGetOperand(i, 0));
  u32 y = has_two ? value_in(l, LLVMGetOperand(i, 1)) : 0, to = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(LLVMTypeOf(i)); k++)
    build_emit(&l->b, op, width, to + k * n_to, x + k * n_from, has_two ? y + k * n_from : 0);
}

void lower_float_binary(Lower *l, LLVMValueRef i) {
  static const Op ops[] = {
      [LLVMFAdd] = OP_FADD32, [LLVMFSub] = OP_FSUB32, [LLVMFMul] = OP_FMUL32,
      [LLVMFDiv] = OP_FDIV32, [LLVMFRem] = OP_FREM32, [LLVMFNeg] = OP_FNEG32,
  };
  LLVMTypeRef t = LLVMTypeOf(i);
  u32 format, n;
  if (!float_format(l, t, &format, &n)) return;
  emit_lanes(l, i, ops[LLVMGetInstructionOpcode(i)] + format, 0, n, n);
}

/* LLVM numbers its predicates by the same bits as ours (equal 1, greater 2, less 4, unordered 8). */
void lower_fcmp(Lower *l, LLVMValueRef i) {
  LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(i, 0));
  u32 format, n;
  if (!float_format(l, t, &format, &n)) return;
  emit_lanes(l, i, OP_FCMP32 + format, LLVMGetFCmpPredicate(i), 1, n);
}

void lower_float_cast(Lower *l, LLVMValueRef i) {
  static const Op ops[3][3] = {
      {OP_COUNT, OP_F32TO64, OP_F32TO80},
      {OP_F64TO32, OP_COUNT, OP_F64TO80},
      {OP_F80TO32, OP_F80TO64, OP_COUNT},
  };
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0)), to = LLVMTypeOf(i);
  u32 f, g, n_from, n_to;
  if (!float_format(l, from, &f, &n_from) || !float_format(l, to, &g, &n_to)) return;
  emit_lanes(l, i, ops[f][g], 0, n_to, n_from);
}

/* The machine converts through 128-bit integers of the host. */
static bool width_refused(Lower *l, u32 width) {
  if (width <= 128) return false;
  lower_unsupported(l, "a conversion between a float and %u bits", width);
  return true;
}

void lower_float_to_int(Lower *l, LLVMValueRef i) {
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0)), to = LLVMTypeOf(i);
  u32 width = type_bits(l, type_lane(to)), format, n;
  if (!float_format(l, from, &format, &n) || width_refused(l, width)) return;
  Op op = (LLVMGetInstructionOpcode(i) == LLVMFPToSI ? OP_F32TOS : OP_F32TOU) + format;
  emit_lanes(l, i, op, width, words_of(width), n);
}

void lower_int_to_float(Lower *l, LLVMValueRef i) {
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0)), to = LLVMTypeOf(i);
  u32 width = type_bits(l, type_lane(from)), format, n;
  if (!float_format(l, to, &format, &n) || width_refused(l, width)) return;
  Op op = (LLVMGetInstructionOpcode(i) == LLVMSIToFP ? OP_STOF32 : OP_UTOF32) + format;
  emit_lanes(l, i, op, width, n, words_of(width));
}
