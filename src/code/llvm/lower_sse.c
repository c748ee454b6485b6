/* lower_sse.c — the intrinsics of SSE2 that clang does not write as plain IR: lane by lane.
 *
 * What <emmintrin.h> promises, as Intel's manual has it.  Code that looks at 16 bytes at once
 * (searches for a byte, hashes, inflate) is full of them, and it is compiled without any flag, since
 * SSE2 is part of x86-64.
 */
#include "code/llvm/lower_impl.h"

typedef void SseFn(Lower *l, LLVMValueRef i, u32 number);

/* A vector of integers that an intrinsic reads or writes. */
typedef struct SseLanes {
  u32 at; /* register of the first lane */
  u32 n;
  u32 width;
} SseLanes;

static SseLanes lanes_of(Lower *l, LLVMTypeRef t, u32 at) {
  return (SseLanes){.at = at, .n = type_n_lanes(t), .width = type_bits(l, type_lane(t))};
}

static SseLanes operand_lanes(Lower *l, LLVMValueRef i, u32 k) {
  LLVMValueRef v = LLVMGetOperand(i, k);
  return lanes_of(l, LLVMTypeOf(v), value_in(l, v));
}

static SseLanes result_lanes(Lower *l, LLVMValueRef i) {
  return lanes_of(l, LLVMTypeOf(i), value_out(l, i));
}

static u32 cast_to(Lower *l, LLVMOpcode op, u32 from, u32 width, u32 x) {
  u32 to = regs_of_width(l, width);
  emit_cast(l, op, from, width, to, x);
  return to;
}

static u32 binary(Lower *l, LLVMOpcode op, u32 width, u32 x, u32 y) {
  u32 to = regs_of_width(l, width);
  emit_binary(l, op, width, to, x, y);
  return to;
}

static u32 number_of_width(Lower *l, i64 v, u32 width) {
  assert(width >= 1 && width <= 64);
  return const_of_width(l, (u64)v & (UINT64_MAX >> (64 - width)), width);
}

/* ---- masks -------------------------------------------------------------------------------------- */

/* The highest bits of all lanes, the first one lowest. */
static void do_movmsk(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  SseLanes x = operand_lanes(l, i, 0);
  u32 mask = const_of_width(l, 0, 32);
  for (u32 k = 0; k < x.n; k++) {
    u32 top = binary(l, LLVMLShr, x.width, x.at + k, const_of_width(l, x.width - 1, x.width));
    LLVMOpcode op = x.width > 32 ? LLVMTrunc : LLVMZExt;
    u32 bit = x.width == 32 ? top : cast_to(l, op, x.width, 32, top);
    mask = binary(l, LLVMOr, 32, mask, binary(l, LLVMShl, 32, bit, const_of_width(l, k, 32)));
  }
  lower_move(l, value_out(l, i), mask, 1);
}

/* ---- products and sums -------------------------------------------------------------------------- */

static u32 product(Lower *l, LLVMOpcode extension, SseLanes x, SseLanes y, u32 k) {
  return binary(l, LLVMMul, 2 * x.width, cast_to(l, extension, x.width, 2 * x.width, x.at + k),
                cast_to(l, extension, y.width, 2 * y.width, y.at + k));
}

static void do_high_product(Lower *l, LLVMValueRef i, u32 extension) {
  SseLanes x = operand_lanes(l, i, 0), y = operand_lanes(l, i, 1), to = result_lanes(l, i);
  for (u32 k = 0; k < x.n; k++) {
    u32 high = binary(l, LLVMLShr, 2 * x.width, product(l, extension, x, y, k),
                      const_of_width(l, x.width, 2 * x.width));
    emit_cast(l, LLVMTrunc, 2 * x.width, x.width, to.at + k, high);
  }
}

/* Sums of the products of neighbours. */
static void do_pair_products(Lower *l, LLVMValueRef i, u32 extension) {
  SseLanes x = operand_lanes(l, i, 0), y = operand_lanes(l, i, 1), to = result_lanes(l, i);
  for (u32 k = 0; k < to.n; k++)
    emit_binary(l, LLVMAdd, to.width, to.at + k, product(l, extension, x, y, 2 * k),
                product(l, extension, x, y, 2 * k + 1));
}

/* The differences of bytes, summed over each half. */
static void do_differences(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  SseLanes x = operand_lanes(l, i, 0), y = operand_lanes(l, i, 1), to = result_lanes(l, i);
  u32 per_sum = x.n / to.n;
  assert(x.n == y.n && per_sum * to.n == x.n);
  for (u32 k = 0; k < to.n; k++) {
    u32 sum = const_of_width(l, 0, to.width);
    for (u32 j = k * per_sum; j < (k + 1) * per_sum; j++) {
      u32 most = regs_of_width(l, x.width), least = regs_of_width(l, x.width);
      build_emit(&l->b, OP_UMAX, x.width, most, x.at + j, y.at + j);
      build_emit(&l->b, OP_UMIN, x.width, least, x.at + j, y.at + j);
      u32 difference = binary(l, LLVMSub, x.width, most, least);
      sum = binary(l, LLVMAdd, to.width, sum, cast_to(l, LLVMZExt, x.width, to.width, difference));
    }
    lower_move(l, to.at + k, sum, 1);
  }
}

/* (x + y + 1) / 2. */
static void do_average(Lower *l, LLVMValueRef i, u32 number) {
  (void)number;
  SseLanes x = operand_lanes(l, i, 0), y = operand_lanes(l, i, 1), to = result_lanes(l, i);
  u32 wide = 2 * x.width, one = const_of_width(l, 1, wide);
  for (u32 k = 0; k < x.n; k++) {
    u32 sum = binary(l, LLVMAdd, wide, cast_to(l, LLVMZExt, x.width, wide, x.at + k),
                     cast_to(l, LLVMZExt, x.width, wide, y.at + k));
    u32 half = binary(l, LLVMLShr, wide, binary(l, LLVMAdd, wide, sum, one), one);
    emit_cast(l, LLVMTrunc, wide, x.width, to.at + k, half);
  }
}

/* ---- packing ------------------------------------------------------------------------------------ */

/* The lanes of both, each clamped to half its width. */
static void do_pack(Lower *l, LLVMValueRef i, u32 is_signed) {
  SseLanes from[] = {operand_lanes(l, i, 0), operand_lanes(l, i, 1)}, to = result_lanes(l, i);
  u32 width = from[0].width, half = to.width;
  i64 low = is_signed ? -(1ll << (half - 1)) : 0;
  i64 high = is_signed ? (1ll << (half - 1)) - 1 : (1ll << half) - 1;
  for (u32 k = 0; k < to.n; k++) {
    u32 x = from[k / from[0].n].at + k % from[0].n;
    u32 below = regs_of_width(l, width), clamped = regs_of_width(l, width);
    build_emit(&l->b, OP_SMIN, width, below, x, number_of_width(l, high, width));
    build_emit(&l->b, OP_SMAX, width, clamped, below, number_of_width(l, low, width));
    emit_cast(l, LLVMTrunc, width, half, to.at + k, clamped);
  }
}

/* ---- shifts ------------------------------------------------------------------------------------- */

/* The count is a number, or the lower 64 bits of a vector. */
static u32 shift_count(Lower *l, LLVMValueRef i) {
  SseLanes c = operand_lanes(l, i, 1);
  if (c.n == 1) return cast_to(l, LLVMZExt, c.width, 64, c.at);
  u32 count = const_of_width(l, 0, 64);
  for (u32 k = 0; k * c.width < 64; k++) {
    u32 part = c.width == 64 ? c.at + k : cast_to(l, LLVMZExt, c.width, 64, c.at + k);
    u32 shifted = binary(l, LLVMShl, 64, part, const_of_width(l, k * c.width, 64));
    count = binary(l, LLVMOr, 64, count, shifted);
  }
  return count;
}

/* All lanes by one count; one that is too large leaves zeros, or copies of the sign. */
static void do_shift(Lower *l, LLVMValueRef i, u32 op) {
  SseLanes x = operand_lanes(l, i, 0), to = result_lanes(l, i);
  u32 count = shift_count(l, i), last = const_of_width(l, x.width - 1, 64);
  u32 is_over = build_reg(&l->b, 1), within = regs_of_width(l, 64);
  emit_test(l, LLVMIntUGT, 64, is_over, count, last);
  build_emit(&l->b, OP_UMIN, 64, within, count, last);
  u32 by = x.width == 64 ? within : cast_to(l, LLVMTrunc, 64, x.width, within);
  for (u32 k = 0; k < x.n; k++) {
    emit_binary(l, op, x.width, to.at + k, x.at + k, by);
    if (op != LLVMAShr)
      build_emit(&l->b, OP_CMOV, x.width, to.at + k, is_over, const_of_width(l, 0, x.width));
  }
}

static void do_fence(Lower *l, LLVMValueRef i, u32 number) {
  (void)l;
  (void)i;
  (void)number;
}

/* ---- the table ---------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  SseFn *function;
  u32 number;
} rows[] = {
    {"llvm.x86.sse2.pmovmskb.128", do_movmsk, 0},
    {"llvm.x86.sse2.movmsk.pd", do_movmsk, 0},
    {"llvm.x86.sse.movmsk.ps", do_movmsk, 0},
    {"llvm.x86.sse2.pmulh.w", do_high_product, LLVMSExt},
    {"llvm.x86.sse2.pmulhu.w", do_high_product, LLVMZExt},
    {"llvm.x86.sse2.pmadd.wd", do_pair_products, LLVMSExt},
    {"llvm.x86.sse2.psad.bw", do_differences, 0},
    {"llvm.x86.sse2.pavg.b", do_average, 0},
    {"llvm.x86.sse2.pavg.w", do_average, 0},
    {"llvm.x86.sse2.packsswb.128", do_pack, true},
    {"llvm.x86.sse2.packssdw.128", do_pack, true},
    {"llvm.x86.sse2.packuswb.128", do_pack, false},
    {"llvm.x86.sse2.psll", do_shift, LLVMShl},
    {"llvm.x86.sse2.psrl", do_shift, LLVMLShr},
    {"llvm.x86.sse2.psra", do_shift, LLVMAShr},
    {"llvm.x86.sse2.pause", do_fence, 0},
    {"llvm.x86.sse2.lfence", do_fence, 0},
    {"llvm.x86.sse2.mfence", do_fence, 0},
    {"llvm.x86.sse.sfence", do_fence, 0},
    {"llvm.x86.sse2.clflush", do_fence, 0},
};

/* A prefix: of shifts, also those of other lanes, and by a number. */
bool lower_sse(Lower *l, LLVMValueRef call, const char *name) {
  for (u32 k = 0; k < ARRAY_LEN(rows); k++) {
    if (strncmp(name, rows[k].name, strlen(rows[k].name))) continue;
    rows[k].function(l, call, rows[k].number);
    return true;
  }
  return false;
}
