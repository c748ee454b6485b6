/* lower_float.c — floats, doubles and long doubles.  Half, bfloat and 128-bit floats only move. */
#include "code/llvm/lower_impl.h"

/* 0 float, 1 double, 2 long double; -1 a float without arithmetic here. */
static int format_of(LLVMTypeRef t) {
  LLVMTypeKind kind = LLVMGetTypeKind(type_lane(t));
  if (kind == LLVMFloatTypeKind) return 0;
  if (kind == LLVMDoubleTypeKind) return 1;
  return kind == LLVMX86_FP80TypeKind ? 2 : -1;
}

static const u32 n_regs_of[] = {1, 1, 2};

/* Says no to formats without arithmetic. */
static bool format_refused(Lower *l, LLVMTypeRef t) {
  if (format_of(t) >= 0) return false;
  char *name = LLVMPrintTypeToString(t);
  lower_unsupported(l, "arithmetic on '%s'", name);
  LLVMDisposeMessage(name);
  return true;
}

static_assert(OP_FADD80 == OP_FADD32 + 2 && OP_FCMP80 == OP_FCMP32 + 2, "the order in ops.def");
static_assert(OP_F80TOS == OP_F32TOS + 2 && OP_STOF80 == OP_STOF32 + 2, "the order in ops.def");

void lower_float_binary(Lower *l, LLVMValueRef i) {
  static const Op ops[] = {
      [LLVMFAdd] = OP_FADD32, [LLVMFSub] = OP_FSUB32, [LLVMFMul] = OP_FMUL32,
      [LLVMFDiv] = OP_FDIV32, [LLVMFRem] = OP_FREM32,
  };
  LLVMTypeRef t = LLVMTypeOf(i);
  if (format_refused(l, t)) return;
  u32 format = (u32)format_of(t), n = n_regs_of[format];
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_in(l, LLVMGetOperand(i, 1));
  u32 to = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(t); k++)
    build_emit(&l->b, ops[LLVMGetInstructionOpcode(i)] + format, 0, to + k * n, x + k * n,
               y + k * n);
}

void lower_fneg(Lower *l, LLVMValueRef i) {
  LLVMTypeRef t = LLVMTypeOf(i);
  if (format_refused(l, t)) return;
  u32 format = (u32)format_of(t), n = n_regs_of[format];
  u32 x = value_in(l, LLVMGetOperand(i, 0)), to = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(t); k++)
    build_emit(&l->b, OP_FNEG32 + format, 0, to + k * n, x + k * n, 0);
}

/* LLVM numbers its predicates by the same bits as ours (equal 1, greater 2, less 4, unordered 8). */
void lower_fcmp(Lower *l, LLVMValueRef i) {
  LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(i, 0));
  if (format_refused(l, t)) return;
  u32 format = (u32)format_of(t), n = n_regs_of[format];
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_in(l, LLVMGetOperand(i, 1));
  u32 to = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(t); k++)
    build_emit(&l->b, OP_FCMP32 + format, LLVMGetFCmpPredicate(i), to + k, x + k * n, y + k * n);
}

void lower_float_cast(Lower *l, LLVMValueRef i) {
  static const Op ops[3][3] = {
      {OP_COUNT, OP_F32TO64, OP_F32TO80},
      {OP_F64TO32, OP_COUNT, OP_F64TO80},
      {OP_F80TO32, OP_F80TO64, OP_COUNT},
  };
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0)), to = LLVMTypeOf(i);
  if (format_refused(l, from) || format_refused(l, to)) return;
  u32 f = (u32)format_of(from), g = (u32)format_of(to);
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(to); k++)
    build_emit(&l->b, ops[f][g], 0, y + k * n_regs_of[g], x + k * n_regs_of[f], 0);
}

/* The machine converts through 128-bit integers of the host. */
static bool width_refused(Lower *l, u32 width) {
  if (width <= 128) return false;
  lower_unsupported(l, "a conversion between a float and %u bits", width);
  return true;
}

void lower_float_to_int(Lower *l, LLVMValueRef i) {
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0)), to = LLVMTypeOf(i);
  u32 width = type_bits(l, type_lane(to));
  if (format_refused(l, from) || width_refused(l, width)) return;
  u32 format = (u32)format_of(from);
  Op op = (LLVMGetInstructionOpcode(i) == LLVMFPToSI ? OP_F32TOS : OP_F32TOU) + format;
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(to); k++)
    build_emit(&l->b, op, width, y + k * words_of(width), x + k * n_regs_of[format], 0);
}

void lower_int_to_float(Lower *l, LLVMValueRef i) {
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0)), to = LLVMTypeOf(i);
  u32 width = type_bits(l, type_lane(from));
  if (format_refused(l, to) || width_refused(l, width)) return;
  u32 format = (u32)format_of(to);
  Op op = (LLVMGetInstructionOpcode(i) == LLVMSIToFP ? OP_STOF32 : OP_UTOF32) + format;
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(to); k++)
    build_emit(&l->b, op, width, y + k * n_regs_of[format], x + k * words_of(width), 0);
}
