/* lower_intrinsic.c — the intrinsics of LLVM, by the table in intrinsics.def. */
#include "code/llvm/lower_impl.h"

typedef void IntrinsicFn(Lower *l, LLVMValueRef i, u32 number);

/* Scalar type of the result, in bits. */
static u32 lane_bits(Lower *l, LLVMValueRef v) { return type_bits(l, type_lane(LLVMTypeOf(v))); }

static void do_nothing(Lower *l, LLVMValueRef i, u32 number) {
  (void)l;
  (void)i;
  (void)number;
}

static void do_first(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  lower_copy(l, i);
}

/* ---- memory -------------------------------------------------------------------------------------- */

static void do_memory(Lower *l, LLVMValueRef i, u32 op) {
  LLVMValueRef is_volatile = LLVMGetOperand(i, 3);
  if (op != OP_MEMSET && LLVMConstIntGetZExtValue(is_volatile)) emit_outside(l);
  u32 to = value_in(l, LLVMGetOperand(i, 0)), from = value_in(l, LLVMGetOperand(i, 1));
  build_emit(&l->b, op, 0, to, from, value_as_64(l, LLVMGetOperand(i, 2)));
}

static void do_stacksave(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  build_emit(&l->b, OP_SAVE, 0, value_out(l, i), 0, 0);
}

static void do_stackrestore(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  build_emit(&l->b, OP_RESTORE, 0, value_in(l, LLVMGetOperand(i, 0)), 0, 0);
}

/* The va_list of x86-64: { gp_offset, fp_offset, overflow_arg_area, reg_save_area }. */
enum { GP_USED_UP = 48, FP_USED_UP = 176, VA_LIST_BYTES = 24 };

static void do_va_start(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  u32 at = value_in(l, LLVMGetOperand(i, 0));
  if (!l->m->fns.at[l->b.fn].is_variadic) {
    lower_unsupported(l, "va_start in a function without variable arguments");
    return;
  }
  build_emit(&l->b, OP_STORE32, 0, build_const(&l->b, GP_USED_UP, 32), at, 0);
  build_emit(&l->b, OP_STORE32, 0, build_const(&l->b, FP_USED_UP, 32), at, 4);
  build_emit(&l->b, OP_STORE64, 0, l->b.n_params - 1, at, 8);
  build_emit(&l->b, OP_STORE64, 0, build_const(&l->b, 0, 64), at, 16);
}

static void do_va_copy(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  u32 to = value_in(l, LLVMGetOperand(i, 0)), from = value_in(l, LLVMGetOperand(i, 1));
  build_emit(&l->b, OP_MEMCPY, 0, to, from, build_const(&l->b, VA_LIST_BYTES, 64));
}

/* p + the signed 32 bits at p + offset. */
static void do_load_relative(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  u32 p = value_in(l, LLVMGetOperand(i, 0)), offset = value_as_64(l, LLVMGetOperand(i, 1));
  u32 delta = build_reg(&l->b, 32);
  build_emit(&l->b, OP_LOADX32, 1, delta, p, offset);
  build_emit(&l->b, OP_LEA32, 1, value_out(l, i), p, delta);
}

static void do_ptrmask(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  u32 x = value_in(l, LLVMGetOperand(i, 0)), mask = value_in(l, LLVMGetOperand(i, 1));
  u32 to = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(LLVMTypeOf(i)); k++)
    emit_binary(l, LLVMAnd, 64, to + k, x + k, mask + k);
}

static void do_trap(Lower *l, LLVMValueRef i, u32 number) {
  (void)i;
  (void)number;
  build_emit(&l->b, OP_TRAP, 0, 0, 0, 0);
  lower_end_block(l);
}

/* The row of ubsan.def with the number, as a call of its function without arguments. */
static void do_check(Lower *l, LLVMValueRef i, u32 unused) {
  enum { NO_TRAP = -1 };
  static const struct {
    i64 trap;
    Builtin builtin;
  } checks[] = {
#define UBSAN(id, trap, name, stop, text) {trap, BUILTIN_UBSAN_##id},
#include "code/ubsan.def"
#undef UBSAN
  };
  i64 trap = NO_TRAP;
  u32 k = 0;
  const_int(LLVMGetOperand(i, 0), &trap);
  while (k < ARRAY_LEN(checks) && (trap == NO_TRAP || checks[k].trap != trap)) k++;
  if (k == ARRAY_LEN(checks)) {
    do_trap(l, i, unused);
    return;
  }
  u32 call = add_call(l, l->b.args.n, 0, NO_REG, 0);
  build_emit(&l->b, OP_BUILTIN, 0, 0, checks[k].builtin, call);
}

/* ---- integers ------------------------------------------------------------------------------------ */

static void do_unary(Lower *l, LLVMValueRef i, u32 op) {
  u32 width = lane_bits(l, i), n = words_of(width), n_lanes = type_n_lanes(LLVMTypeOf(i));
  u32 x = value_in(l, LLVMGetOperand(i, 0)), to = value_out(l, i);
  u32 wide = op - OP_CTPOP + OP_WCTPOP;
  for (u32 k = 0; k < n_lanes; k++)
    build_emit(&l->b, n > 1 ? wide : op, width, to + k * n, x + k * n, 0);
}

static_assert(OP_BITREV - OP_CTPOP == OP_WBITREV - OP_WCTPOP, "the order in ops.def");

static void do_abs(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  u32 width = lane_bits(l, i), n = words_of(width), n_lanes = type_n_lanes(LLVMTypeOf(i));
  u32 x = value_in(l, LLVMGetOperand(i, 0)), to = value_out(l, i);
  for (u32 k = 0; k < n_lanes; k++) {
    if (n == 1) {
      build_emit(&l->b, OP_ABS, width, to + k, x + k, 0);
      continue;
    }
    u32 minus = regs_of_width(l, width);
    emit_binary(l, LLVMSub, width, minus, const_of_width(l, 0, width), x + k * n);
    emit_extreme(l, LLVMIntSGT, width, to + k * n, x + k * n, minus);
  }
}

static void emit_min_max(Lower *l, LLVMIntPredicate p, u32 width, u32 to, u32 x, u32 y) {
  if (width > 64) {
    emit_extreme(l, p, width, to, x, y);
    return;
  }
  Op op = p == LLVMIntULT   ? OP_UMIN
          : p == LLVMIntUGT ? OP_UMAX
          : p == LLVMIntSLT ? OP_SMIN
                            : OP_SMAX;
  build_emit(&l->b, op, width, to, x, y);
}

static void do_extreme(Lower *l, LLVMValueRef i, u32 p) {
  u32 width = lane_bits(l, i), n = words_of(width), to = value_out(l, i);
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_in(l, LLVMGetOperand(i, 1));
  for (u32 k = 0; k < type_n_lanes(LLVMTypeOf(i)); k++)
    emit_min_max(l, p, width, to + k * n, x + k * n, y + k * n);
}

/* -1, 0 or 1: (y < x) - (x < y). */
static void do_compare(Lower *l, LLVMValueRef i, u32 p) {
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  u32 width = lane_bits(l, a), n = words_of(width), to_width = lane_bits(l, i);
  u32 x = value_in(l, a), y = value_in(l, b), to = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(LLVMTypeOf(i)); k++) {
    u32 more = build_reg(&l->b, 1), less = build_reg(&l->b, 1);
    u32 plus = regs_of_width(l, to_width), minus = regs_of_width(l, to_width);
    emit_test(l, p, width, less, x + k * n, y + k * n);
    emit_test(l, p, width, more, y + k * n, x + k * n);
    emit_cast(l, LLVMZExt, 1, to_width, plus, more);
    emit_cast(l, LLVMZExt, 1, to_width, minus, less);
    emit_binary(l, LLVMSub, to_width, to + k * words_of(to_width), plus, minus);
  }
}

typedef struct OverflowRow {
  LLVMOpcode op, extension;
} OverflowRow;

static const OverflowRow overflow_rows[] = {
    [OP_UADD_O - OP_UADD_O] = {LLVMAdd, LLVMZExt}, [OP_USUB_O - OP_UADD_O] = {LLVMSub, LLVMZExt},
    [OP_UMUL_O - OP_UADD_O] = {LLVMMul, LLVMZExt}, [OP_SADD_O - OP_UADD_O] = {LLVMAdd, LLVMSExt},
    [OP_SSUB_O - OP_UADD_O] = {LLVMSub, LLVMSExt}, [OP_SMUL_O - OP_UADD_O] = {LLVMMul, LLVMSExt},
};

/* Above 64 bits: the exact result in twice the width differs from what its low half stands for. */
static void emit_wide_overflow(Lower *l, OverflowRow row, u32 width, u32 bit, u32 x, u32 y) {
  u32 wx = regs_of_width(l, 2 * width), wy = regs_of_width(l, 2 * width);
  u32 exact = regs_of_width(l, 2 * width), again = regs_of_width(l, 2 * width);
  u32 low = regs_of_width(l, width);
  emit_cast(l, row.extension, width, 2 * width, wx, x);
  emit_cast(l, row.extension, width, 2 * width, wy, y);
  emit_binary(l, row.op, 2 * width, exact, wx, wy);
  emit_cast(l, LLVMTrunc, 2 * width, width, low, exact);
  emit_cast(l, row.extension, width, 2 * width, again, low);
  emit_test(l, LLVMIntNE, 2 * width, bit, exact, again);
}

/* { value, bit }; of vectors first all values, then all bits. */
static void do_overflow(Lower *l, LLVMValueRef i, u32 op) {
  LLVMValueRef a = LLVMGetOperand(i, 0);
  u32 width = lane_bits(l, a), n = words_of(width), n_lanes = type_n_lanes(LLVMTypeOf(a));
  u32 x = value_in(l, a), y = value_in(l, LLVMGetOperand(i, 1)), to = value_out(l, i);
  assert(op - OP_UADD_O < ARRAY_LEN(overflow_rows));
  OverflowRow row = overflow_rows[op - OP_UADD_O];
  for (u32 k = 0; k < n_lanes; k++) {
    emit_binary(l, row.op, width, to + k * n, x + k * n, y + k * n);
    u32 bit = to + n_lanes * n + k;
    if (width > 64)
      emit_wide_overflow(l, row, width, bit, x + k * n, y + k * n);
    else
      build_emit(&l->b, op, width, bit, x + k, y + k);
  }
}

/* The number nearest to what x op y would be if it overflowed: signed overflows go where x points. */
static u32 limit_of(Lower *l, LLVMOpcode op, bool is_signed, u32 width, u32 x) {
  u32 zero = const_of_width(l, 0, width), most = regs_of_width(l, width);
  if (op == LLVMSub && !is_signed) return zero;
  emit_binary(l, LLVMSub, width, most, zero, const_of_width(l, 1, width));
  if (!is_signed) return most;
  u32 largest = regs_of_width(l, width), sign = regs_of_width(l, width);
  u32 limit = regs_of_width(l, width);
  emit_binary(l, LLVMLShr, width, largest, most, const_of_width(l, 1, width));
  emit_binary(l, LLVMAShr, width, sign, x, const_of_width(l, width - 1, width));
  emit_binary(l, LLVMXor, width, limit, largest, sign);
  return limit;
}

static void emit_saturating(Lower *l, OverflowRow row, u32 width, u32 to, u32 x, u32 y) {
  u32 bit = build_reg(&l->b, 1), value = regs_of_width(l, width);
  bool is_signed = row.extension == LLVMSExt;
  u32 limit = limit_of(l, row.op, is_signed, width, x);
  if (row.op == LLVMShl) {
    /* A shift overflows if shifting back does not give the number again. */
    u32 there = regs_of_width(l, width), back = regs_of_width(l, width);
    emit_binary(l, LLVMShl, width, there, x, y);
    emit_binary(l, is_signed ? LLVMAShr : LLVMLShr, width, back, there, y);
    emit_test(l, LLVMIntNE, width, bit, back, x);
  } else {
    emit_wide_overflow(l, row, width, bit, x, y);
  }
  emit_binary(l, row.op, width, value, x, y);
  emit_cmov(l, bit, value, limit, value, words_of(width));
  lower_move(l, to, value, words_of(width));
}

static_assert(OP_SSUB_SAT - OP_UADD_SAT == 3, "the order in ops.def");

static void do_saturating(Lower *l, LLVMValueRef i, u32 op) {
  static const OverflowRow sums[] = {[OP_UADD_SAT - OP_UADD_SAT] = {LLVMAdd, LLVMZExt},
                                     [OP_USUB_SAT - OP_UADD_SAT] = {LLVMSub, LLVMZExt},
                                     [OP_SADD_SAT - OP_UADD_SAT] = {LLVMAdd, LLVMSExt},
                                     [OP_SSUB_SAT - OP_UADD_SAT] = {LLVMSub, LLVMSExt}};
  u32 width = lane_bits(l, i), n = words_of(width), to = value_out(l, i);
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_in(l, LLVMGetOperand(i, 1));
  for (u32 k = 0; k < type_n_lanes(LLVMTypeOf(i)); k++) {
    if (width > 64)
      emit_saturating(l, sums[op - OP_UADD_SAT], width, to + k * n, x + k * n, y + k * n);
    else
      build_emit(&l->b, op, width, to + k, x + k, y + k);
  }
}

static void do_saturating_shift(Lower *l, LLVMValueRef i, u32 extension) {
  u32 width = lane_bits(l, i), n = words_of(width), to = value_out(l, i);
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_in(l, LLVMGetOperand(i, 1));
  OverflowRow row = {LLVMShl, extension};
  for (u32 k = 0; k < type_n_lanes(LLVMTypeOf(i)); k++)
    emit_saturating(l, row, width, to + k * n, x + k * n, y + k * n);
}

/* Left: x << s | (y >> 1) >> (w - 1 - s) with s modulo w, where no shift reaches w; right alike. */
static void emit_funnel(Lower *l, bool left, u32 w, u32 to, u32 x, u32 y, u32 count) {
  u32 s = regs_of_width(l, w), rest = regs_of_width(l, w), half = regs_of_width(l, w);
  u32 a = regs_of_width(l, w), b = regs_of_width(l, w), one = const_of_width(l, 1, w);
  LLVMOpcode towards = left ? LLVMShl : LLVMLShr, away = left ? LLVMLShr : LLVMShl;
  emit_binary(l, LLVMURem, w, s, count, const_of_width(l, w, w));
  emit_binary(l, LLVMSub, w, rest, const_of_width(l, w - 1, w), s);
  emit_binary(l, towards, w, a, left ? x : y, s);
  emit_binary(l, away, w, half, left ? y : x, one);
  emit_binary(l, away, w, b, half, rest);
  emit_binary(l, LLVMOr, w, to, a, b);
}

static void do_funnel(Lower *l, LLVMValueRef i, u32 left) {
  u32 width = lane_bits(l, i), n = words_of(width);
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_in(l, LLVMGetOperand(i, 1));
  u32 count = value_in(l, LLVMGetOperand(i, 2)), to = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(LLVMTypeOf(i)); k++)
    emit_funnel(l, left, width, to + k * n, x + k * n, y + k * n, count + k * n);
}

/* ---- reductions ---------------------------------------------------------------------------------- */

static void do_reduce(Lower *l, LLVMValueRef i, u32 op) {
  LLVMValueRef v = LLVMGetOperand(i, 0);
  u32 width = lane_bits(l, i), n = words_of(width), x = value_in(l, v), to = value_out(l, i);
  lower_move(l, to, x, n);
  for (u32 k = 1; k < type_n_lanes(LLVMTypeOf(v)); k++)
    emit_binary(l, op, width, to, to, x + k * n);
}

static void do_reduce_extreme(Lower *l, LLVMValueRef i, u32 p) {
  LLVMValueRef v = LLVMGetOperand(i, 0);
  u32 width = lane_bits(l, i), n = words_of(width), at = value_in(l, v);
  for (u32 k = 1; k < type_n_lanes(LLVMTypeOf(v)); k++) {
    u32 next = regs_of_width(l, width);
    emit_min_max(l, p, width, next, at, value_in(l, v) + k * n);
    at = next;
  }
  lower_move(l, value_out(l, i), at, n);
}

/* ---- floats -------------------------------------------------------------------------------------- */

/* x86-64 without FMA rounds twice; the builtin program does so, too. */
static void do_fmuladd(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  u32 format, n;
  if (!float_format(l, LLVMTypeOf(i), &format, &n)) return;
  u32 x = value_in(l, LLVMGetOperand(i, 0)), y = value_in(l, LLVMGetOperand(i, 1));
  u32 z = value_in(l, LLVMGetOperand(i, 2)), to = value_out(l, i);
  for (u32 k = 0; k < type_n_lanes(LLVMTypeOf(i)); k++) {
    u32 product = regs_of_width(l, format == 0 ? 32 : format == 1 ? 64 : 80);
    build_emit(&l->b, OP_FMUL32 + format, 0, product, x + k * n, y + k * n);
    build_emit(&l->b, OP_FADD32 + format, 0, to + k * n, product, z + k * n);
  }
}

static void do_math(Lower *l, LLVMValueRef i, u32 builtin) {
  static const u32 row_of[] = {1, 0, 2}; /* builtins.def: double, float, long double */
  LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(i, 0));
  u32 format, unused;
  if (!float_format(l, t, &format, &unused)) return;
  u32 n_args = LLVMGetNumArgOperands(i), n_lanes = type_n_lanes(t), regs[4];
  u32 n_results = type_n_parts(l, type_lane(LLVMTypeOf(i))), to = value_out(l, i);
  assert(n_args <= ARRAY_LEN(regs));
  for (u32 j = 0; j < n_args; j++) regs[j] = value_in(l, LLVMGetOperand(i, j));
  for (u32 k = 0; k < n_lanes; k++) {
    u32 first = l->b.args.n;
    for (u32 j = 0; j < n_args; j++) {
      LLVMTypeRef arg = LLVMTypeOf(LLVMGetOperand(i, j));
      u32 n = type_n_parts(l, type_lane(arg)), lane = type_n_lanes(arg) > 1 ? k * n : 0;
      for (u32 p = 0; p < n; p++) vec_push(&l->b.args, regs[j] + lane + p);
    }
    u32 call = add_call(l, first, l->b.args.n - first, NO_REG, n_results);
    build_emit(&l->b, OP_BUILTIN, 0, to + k * n_results, builtin + row_of[format], call);
  }
}

/* The classes of floats are ranges of their bit patterns, in the order of LLVM's mask: signalling
 * and quiet NaN, -infinity, -normal, -subnormal, -0, +0, +subnormal, +normal, +infinity. */
static void class_range(u32 class, u64 inf, u64 quiet, u64 normal, u64 *ret_low, u64 *ret_high) {
  const u64 ranges[][2] = {
      {inf + 1, quiet - 1}, {quiet, inf + (quiet - inf) * 2 - 1},
      {inf, inf},           {normal, inf - 1},
      {1, normal - 1},      {0, 0},
  };
  static const u8 row_of[] = {0, 1, 2, 3, 4, 5, 5, 4, 3, 2};
  *ret_low = ranges[row_of[class]][0];
  *ret_high = ranges[row_of[class]][1];
}

static u32 in_range(Lower *l, u32 width, u32 x, u64 low, u64 high) {
  assert(low <= high && build_width(&l->b, x) == width);
  u32 above = build_reg(&l->b, width), bit = build_reg(&l->b, 1);
  emit_binary(l, LLVMSub, width, above, x, build_const(&l->b, low, width));
  emit_test(l, LLVMIntULE, width, bit, above, build_const(&l->b, high - low, width));
  return bit;
}

static void or_range(Lower *l, u32 width, u32 to, u32 x, u64 low, u64 high) {
  emit_binary(l, LLVMOr, 1, to, to, in_range(l, width, x, low, high));
}

/* A part of a class of long doubles: ranges of the exponent (with the sign above it) and of the
 * significand, whose highest bit is explicit. */
typedef struct LongRange {
  u16 classes; /* bits of the positive ones, or of both */
  u16 low, high;
  u64 first, last;
} LongRange;

static const LongRange long_ranges[] = {
    {1 << 0, 0x7fff, 0x7fff, (1ull << 63) + 1, (3ull << 62) - 1},
    {1 << 0, 1, 0x7fff, 0, (1ull << 63) - 1}, /* no number: the highest bit is missing */
    {1 << 1, 0x7fff, 0x7fff, 3ull << 62, UINT64_MAX},
    {1 << 9, 0x7fff, 0x7fff, 1ull << 63, 1ull << 63},
    {1 << 8, 1, 0x7ffe, 1ull << 63, UINT64_MAX},
    {1 << 7, 0, 0, 1, UINT64_MAX},
    {1 << 6, 0, 0, 0, 0},
};

static void fpclass_long(Lower *l, u32 to, u32 x, u32 mask) {
  enum { NANS = 3, SIGN = 0x8000 };
  u32 mirrored = 0; /* the classes of negative numbers, where those of positive ones are */
  for (u32 class = 2; class < 6; class ++) mirrored |= (mask >> class & 1) << (11 - class);
  build_set(&l->b, to, 0);
  for (u32 k = 0; k < ARRAY_LEN(long_ranges); k++)
    for (u32 sign = 0; sign <= SIGN; sign += SIGN) {
      const LongRange *r = &long_ranges[k];
      if (!(r->classes & (sign ? mirrored | (mask & NANS) : mask))) continue;
      u32 both = build_reg(&l->b, 1),
          exponent = in_range(l, 16, x + 1, sign | r->low, sign | r->high);
      emit_binary(l, LLVMAnd, 1, both, exponent, in_range(l, 64, x, r->first, r->last));
      emit_binary(l, LLVMOr, 1, to, to, both);
    }
}

static void do_fpclass(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(i, 0));
  u32 format, n;
  if (!float_format(l, t, &format, &n)) return;
  u32 width = format ? 64 : 32, x = value_in(l, LLVMGetOperand(i, 0)), to = value_out(l, i);
  u64 sign = 1ull << (width - 1), normal = format ? 1ull << 52 : 1ull << 23;
  u64 inf = sign - normal, quiet = inf + normal / 2;
  i64 mask = 0;
  const_int(LLVMGetOperand(i, 1), &mask);
  for (u32 k = 0; k < type_n_lanes(t); k++) {
    if (format == 2) {
      fpclass_long(l, to + k, x + 2 * k, (u32)mask);
      continue;
    }
    build_set(&l->b, to + k, 0);
    for (u32 class = 0; class < 10; class ++) {
      u64 low, high;
      if (!(mask >> class & 1)) continue;
      class_range(class, inf, quiet, normal, &low, &high);
      bool is_nan = class < 2, negative = class >= 2 && class < 6;
      if (!negative) or_range(l, width, to + k, x + k, low, high);
      if (negative || is_nan) or_range(l, width, to + k, x + k, low | sign, high | sign);
    }
  }
}

/* ---- the table ----------------------------------------------------------------------------------- */

static const struct {
  const char *prefix;
  IntrinsicFn *function;
  u32 number;
} rows[] = {
#define INTRINSIC(prefix, function, number) {prefix, do_##function, number},
#include "code/llvm/intrinsics.def"
#undef INTRINSIC
};

bool lower_intrinsic(Lower *l, LLVMValueRef call, const char *name) {
  assert(LLVMIsACallInst(call));
  for (u32 k = 0; k < ARRAY_LEN(rows); k++) {
    if (strncmp(name, rows[k].prefix, strlen(rows[k].prefix))) continue;
    rows[k].function(l, call, rows[k].number);
    return true;
  }
  return false;
}
