/* ops.c — the rows of ops.def, operands.def and builtins.def as tables. */
#include "code/code.h"

const OpInfo op_infos[OP_COUNT] = {
#define OP(id, name, width, n, a, b, c, meaning) \
  [OP_##id] = {name, meaning, WIDTH_##width, N_##n, {OPERAND_##a, OPERAND_##b, OPERAND_##c}},
#include "code/ops.def"
#undef OP
};

const OperandInfo operand_infos[OPERAND_KINDS] = {
#define OPERAND(id, access, registers, width) \
  [OPERAND_##id] = {ACCESS_##access, REGS_##registers, width},
#include "code/operands.def"
#undef OPERAND
};

/* Argument registers of the shapes of math.h: a long double takes two. */
enum {
  MATH_ARGS_UNARY = 1,
  MATH_ARGS_BINARY = 2,
  MATH_ARGS_TERNARY = 3,
  MATH_ARGS_SCALED = 2,
  MATH_ARGS_EXPONENT = 2,
  MATH_ARGS_WHOLE = 2,
  MATH_ARGS_TO_INT = 1,
  MATH_LONG_ARGS_UNARY = 2,
  MATH_LONG_ARGS_BINARY = 4,
  MATH_LONG_ARGS_TERNARY = 6,
  MATH_LONG_ARGS_SCALED = 3,
  MATH_LONG_ARGS_EXPONENT = 3,
  MATH_LONG_ARGS_WHOLE = 3,
  MATH_LONG_ARGS_TO_INT = 2,
};

const BuiltinInfo builtin_infos[BUILTIN_COUNT] = {
#define BUILTIN(id, name, dialect, n_args, handler, host, meaning) \
  [BUILTIN_##id] = {name, n_args, DIALECT_##dialect, HOST_##host},
#include "code/builtins.def"
#undef BUILTIN
};

bool op_is_control(Op op) {
  assert(op < OP_COUNT);
  return op_infos[op].n == N_COST;
}

bool op_is_jump(Op op) {
  assert(op < OP_COUNT);
  return op_infos[op].operand[2] == OPERAND_PC;
}

bool op_ends_block(Op op) {
  return op == OP_JMP || op == OP_SWITCH || op == OP_RET || op == OP_TRAP || op == OP_UNREACHABLE ||
         op == OP_UNSUPPORTED;
}
