/* lower_mem.c — allocas, loads, stores and addresses; atomics, which are plain accesses in one
 * thread.
 *
 * An address that only one load or store uses becomes part of it: base and displacement, or base
 * and one scaled index.
 */
#include "code/llvm/lower_impl.h"

/* ---- pieces of memory ---------------------------------------------------------------------------- */

bool type_is_packed(Lower *l, LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMVectorTypeKind && type_bits(l, LLVMGetElementType(t)) % 8;
}

u32 emit_offset(Lower *l, u32 base, u64 offset) {
  assert(build_width(&l->b, base) == 64);
  if (!offset) return base;
  u32 to = build_reg(&l->b, 64);
  if ((i64)offset >= INT32_MIN && (i64)offset <= INT32_MAX)
    build_emit(&l->b, OP_ADD64I, 0, to, base, (u32)offset);
  else
    build_emit(&l->b, OP_ADD64, 0, to, base, build_const(&l->b, offset, 64));
  return to;
}

/* The largest of 1, 2, 4, 8 bytes that does not exceed n. */
static u32 piece_bytes(u32 n) {
  assert(n);
  return n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1;
}

static Op sized(Op op8, u32 n_bytes) {
  assert(n_bytes == 1 || n_bytes == 2 || n_bytes == 4 || n_bytes == 8);
  return op8 + (n_bytes == 8 ? 3 : n_bytes == 4 ? 2 : n_bytes == 2 ? 1 : 0);
}

static_assert(OP_LOAD64 == OP_LOAD8 + 3 && OP_STORE64 == OP_STORE8 + 3, "the order in ops.def");
static_assert(OP_LOADX64 == OP_LOADX8 + 3 && OP_STOREX64 == OP_STOREX8 + 3, "the order in ops.def");
static_assert(OP_LOADY64 == OP_LOADY8 + 3 && OP_STOREY64 == OP_STOREY8 + 3, "the order in ops.def");

/* An integer of up to 64 bits whose number of bytes is not a power of two: we load the low piece,
 * then the rest above it. */
static u32 load_pieces(Lower *l, u32 n_bytes, u32 base, i64 offset) {
  u32 n = piece_bytes(n_bytes), low = build_reg(&l->b, 8 * n);
  build_emit(&l->b, sized(OP_LOAD8, n), 0, low, base, (u32)offset);
  if (n == n_bytes) return low;
  u32 width = 8 * n_bytes, high = load_pieces(l, n_bytes - n, base, offset + n);
  u32 wide_low = build_reg(&l->b, width), wide_high = build_reg(&l->b, width);
  u32 shifted = build_reg(&l->b, width), both = build_reg(&l->b, width);
  emit_cast(l, LLVMZExt, 8 * n, width, wide_low, low);
  emit_cast(l, LLVMZExt, 8 * (n_bytes - n), width, wide_high, high);
  emit_binary(l, LLVMShl, width, shifted, wide_high, build_const(&l->b, 8 * n, width));
  emit_binary(l, LLVMOr, width, both, wide_low, shifted);
  return both;
}

static void load_part(Lower *l, u32 width, u32 to, u32 base, i64 offset) {
  assert(width && build_width(&l->b, to) == width);
  u32 n_bytes = (width + 7) / 8;
  if (width == 8 * n_bytes && piece_bytes(n_bytes) == n_bytes) {
    build_emit(&l->b, sized(OP_LOAD8, n_bytes), 0, to, base, (u32)offset);
    return;
  }
  u32 whole = load_pieces(l, n_bytes, base, offset);
  emit_cast(l, LLVMTrunc, 8 * n_bytes, width, to, whole);
}

static void store_pieces(Lower *l, u32 n_bytes, u32 from, u32 base, i64 offset) {
  u32 n = piece_bytes(n_bytes), low = from, width = 8 * n_bytes;
  if (n < n_bytes) {
    low = build_reg(&l->b, 8 * n);
    emit_cast(l, LLVMTrunc, width, 8 * n, low, from);
  }
  build_emit(&l->b, sized(OP_STORE8, n), 0, low, base, (u32)offset);
  if (n == n_bytes) return;
  u32 shifted = build_reg(&l->b, width), high = build_reg(&l->b, width - 8 * n);
  emit_binary(l, LLVMLShr, width, shifted, from, build_const(&l->b, 8 * n, width));
  emit_cast(l, LLVMTrunc, width, width - 8 * n, high, shifted);
  store_pieces(l, n_bytes - n, high, base, offset + n);
}

static void store_part(Lower *l, u32 width, u32 from, u32 base, i64 offset) {
  assert(width && build_width(&l->b, from) == width);
  u32 n_bytes = (width + 7) / 8, whole = from;
  if (width != 8 * n_bytes) {
    whole = build_reg(&l->b, 8 * n_bytes);
    emit_cast(l, LLVMZExt, width, 8 * n_bytes, whole, from);
  }
  store_pieces(l, n_bytes, whole, base, offset);
}

/* A vector of bits in memory is the integer of that many bits. */
static LLVMTypeRef unpacked(Lower *l, LLVMTypeRef t) {
  return LLVMIntTypeInContext(l->context, type_bits(l, t));
}

static bool parts_at(Lower *l, LLVMTypeRef t, u32 *base, i64 *offset, PartVec *parts) {
  if (!type_parts(l, t, 0, parts)) {
    lower_unsupported(l, "a value with more than %d parts in memory", MAX_PARTS);
    return false;
  }
  if (*offset < INT32_MIN || *offset > INT32_MAX - 8 * (i64)MAX_PARTS * 64) {
    *base = emit_offset(l, *base, (u64)*offset);
    *offset = 0;
  }
  return true;
}

void emit_load(Lower *l, LLVMTypeRef t, u32 to, u32 base, i64 offset) {
  assert(build_width(&l->b, base) == 64);
  if (type_is_packed(l, t)) {
    u32 n = words_of(type_bits(l, t)), whole = regs_of_width(l, type_bits(l, t));
    emit_load(l, unpacked(l, t), whole, base, offset);
    emit_repack(l, whole, n, to, type_n_parts(l, t));
    return;
  }
  PartVec parts = {0};
  if (parts_at(l, t, &base, &offset, &parts))
    for (u32 k = 0; k < parts.n; k++)
      load_part(l, parts.at[k].width, to + k, base, offset + parts.at[k].offset);
  vec_free(&parts);
}

void emit_store(Lower *l, LLVMTypeRef t, u32 from, u32 base, i64 offset) {
  assert(build_width(&l->b, base) == 64);
  if (type_is_packed(l, t)) {
    u32 n = words_of(type_bits(l, t)), whole = regs_of_width(l, type_bits(l, t));
    emit_repack(l, from, type_n_parts(l, t), whole, n);
    emit_store(l, unpacked(l, t), whole, base, offset);
    return;
  }
  PartVec parts = {0};
  if (parts_at(l, t, &base, &offset, &parts))
    for (u32 k = 0; k < parts.n; k++)
      store_part(l, parts.at[k].width, from + k, base, offset + parts.at[k].offset);
  vec_free(&parts);
}

/* ---- addresses ----------------------------------------------------------------------------------- */

/* A register with the index, and whether it has 32 bits that are still to be extended. */
static u32 index_reg(Lower *l, LLVMValueRef index, bool *ret_narrow) {
  if (value_is_folded(l, index)) index = LLVMGetOperand(index, 0);
  u32 width = type_bits(l, LLVMTypeOf(index)), reg = value_in(l, index);
  *ret_narrow = width == 32;
  if (width == 32 || width == 64) return reg;
  u32 whole = build_reg(&l->b, 64);
  emit_cast(l, width < 64 ? LLVMSExt : LLVMTrunc, width, 64, whole, reg);
  return whole;
}

static void emit_term(Lower *l, u32 to, u32 base, u32 index, bool narrow, u64 scale) {
  assert(build_width(&l->b, base) == 64 && build_width(&l->b, index) == (narrow ? 32 : 64));
  if (scale <= UINT16_MAX) {
    build_emit(&l->b, narrow ? OP_LEA32 : OP_LEA, (u32)scale, to, base, index);
    return;
  }
  u32 whole = index, product = build_reg(&l->b, 64);
  if (narrow) {
    whole = build_reg(&l->b, 64);
    emit_cast(l, LLVMSExt, 32, 64, whole, index);
  }
  emit_binary(l, LLVMMul, 64, product, whole, build_const(&l->b, scale, 64));
  emit_binary(l, LLVMAdd, 64, to, base, product);
}

/* Base plus the first n terms, in `last` if the last of them is the end of it all. */
static u32 emit_terms(Lower *l, const Gep *g, u32 n, u32 last) {
  u32 at = value_in(l, g->base);
  for (u32 k = 0; k < n; k++) {
    bool narrow;
    u32 index = index_reg(l, g->terms.at[k].index, &narrow);
    u32 to = k + 1 == n && last != NO_REG ? last : build_reg(&l->b, 64);
    emit_term(l, to, at, index, narrow, g->terms.at[k].scale);
    at = to;
  }
  return at;
}

/* Lane by lane; a scalar stands for each of its lanes. */
static void lower_gep_vector(Lower *l, LLVMValueRef i) {
  u32 n_lanes = type_n_lanes(LLVMTypeOf(i)), n = (u32)LLVMGetNumOperands(i), to = value_out(l, i);
  LLVMTypeRef t = LLVMGetGEPSourceElementType(i);
  LLVMValueRef base = LLVMGetOperand(i, 0);
  u32 from = value_in(l, base);
  for (u32 k = 0; k < n_lanes; k++)
    build_move(&l->b, to + k, type_n_lanes(LLVMTypeOf(base)) > 1 ? from + k : from);
  for (u32 j = 1; j < n; j++) {
    LLVMValueRef index = LLVMGetOperand(i, j);
    if (j > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      U64Vec field = {0};
      CHECK(const_parts(l, index, &field) && field.n, "a field that is not constant");
      u64 offset = LLVMOffsetOfElement(l->layout, t, (u32)field.at[0]);
      t = LLVMStructGetTypeAtIndex(t, (u32)field.at[0]);
      vec_free(&field);
      for (u32 k = 0; k < n_lanes; k++) build_move(&l->b, to + k, emit_offset(l, to + k, offset));
      continue;
    }
    if (j > 1) t = LLVMGetElementType(t);
    LLVMTypeRef index_type = LLVMTypeOf(index);
    u32 width = type_bits(l, type_lane(index_type)), reg = value_in(l, index);
    for (u32 k = 0; k < n_lanes; k++) {
      u32 lane = type_n_lanes(index_type) > 1 ? reg + k : reg, whole = build_reg(&l->b, 64);
      emit_cast(l, width < 64 ? LLVMSExt : LLVMTrunc, width, 64, whole, lane);
      emit_term(l, to + k, to + k, whole, false, type_bytes(l, t));
    }
  }
}

void lower_gep(Lower *l, LLVMValueRef i) {
  if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind) {
    lower_gep_vector(l, i);
    return;
  }
  Gep g;
  gep_split(l, i, &g);
  u32 to = value_out(l, i);
  u32 at = emit_terms(l, &g, g.terms.n, g.offset ? NO_REG : to);
  if (!g.offset)
    build_move(&l->b, to, at);
  else if ((i64)g.offset >= INT32_MIN && (i64)g.offset <= INT32_MAX)
    build_emit(&l->b, OP_ADD64I, 0, to, at, (u32)g.offset);
  else
    build_emit(&l->b, OP_ADD64, 0, to, at, build_const(&l->b, g.offset, 64));
  gep_done(&g);
}

/* The op with a scaled index, for one whole part and an address of just that form. */
static bool access_indexed(Lower *l, LLVMTypeRef t, const Gep *g, Op x8, Op y8, u32 value) {
  u32 index;
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  bool whole = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind ||
               kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
  if (!whole || !width_index(type_bits(l, t), &index)) return false;
  if (g->terms.n != 1 || g->offset || g->terms.at[0].scale > UINT16_MAX) return false;
  bool narrow;
  u32 base = value_in(l, g->base), at = index_reg(l, g->terms.at[0].index, &narrow);
  build_emit(&l->b, (narrow ? y8 : x8) + index, (u32)g->terms.at[0].scale, value, base, at);
  return true;
}

static void access_at(Lower *l, LLVMTypeRef t, LLVMValueRef p, u32 value, bool is_load) {
  Gep g = {.base = p};
  if (value_is_folded(l, p)) gep_split(l, p, &g);
  Op x8 = is_load ? OP_LOADX8 : OP_STOREX8, y8 = is_load ? OP_LOADY8 : OP_STOREY8;
  if (!access_indexed(l, t, &g, x8, y8, value)) {
    u32 base = emit_terms(l, &g, g.terms.n, NO_REG);
    if (is_load)
      emit_load(l, t, value, base, (i64)g.offset);
    else
      emit_store(l, t, value, base, (i64)g.offset);
  }
  gep_done(&g);
}

void emit_outside(Lower *l) { build_emit(&l->b, OP_OUTSIDE, 0, 0, 0, 0); }

void lower_load(Lower *l, LLVMValueRef i) {
  assert(LLVMIsALoadInst(i));
  if (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic) emit_outside(l);
  access_at(l, LLVMTypeOf(i), LLVMGetOperand(i, 0), value_out(l, i), true);
}

void lower_store(Lower *l, LLVMValueRef i) {
  assert(LLVMIsAStoreInst(i));
  LLVMValueRef v = LLVMGetOperand(i, 0);
  u32 from = value_in(l, v);
  access_at(l, LLVMTypeOf(v), LLVMGetOperand(i, 1), from, false);
}

/* ---- objects ------------------------------------------------------------------------------------- */

void lower_alloca(Lower *l, LLVMValueRef i) {
  assert(LLVMIsAAllocaInst(i));
  u64 unit = type_bytes(l, LLVMGetAllocatedType(i));
  LLVMValueRef count = LLVMGetOperand(i, 0);
  u32 to = value_out(l, i);
  if (LLVMGetAlignment(i) > GLOBAL_ALIGN) {
    lower_unsupported(l, "an alignment of %u bytes", LLVMGetAlignment(i));
  } else if (LLVMIsAConstantInt(count)) {
    u64 n = unit * LLVMConstIntGetZExtValue(count);
    build_emit(&l->b, OP_ALLOCA, 0, to, (u32)n, (u32)(n >> 32));
    renewal_prepare(l, i, n);
  } else {
    u32 width = type_bits(l, LLVMTypeOf(count)), n = value_in(l, count), whole = n;
    if (width != 64) {
      whole = build_reg(&l->b, 64);
      emit_cast(l, width < 64 ? LLVMZExt : LLVMTrunc, width, 64, whole, n);
    }
    if (unit > UINT32_MAX)
      lower_unsupported(l, "a variable number of elements of %llu bytes", (unsigned long long)unit);
    else
      build_emit(&l->b, OP_ALLOCA_N, 0, to, whole, (u32)unit);
  }
}

/* ---- atomics ------------------------------------------------------------------------------------- */

void lower_fence(Lower *l, LLVMValueRef i) {
  (void)l;
  (void)i;
}

/* { old, old == expected }; what is stored back is the new value or the old one. */
void lower_cmpxchg(Lower *l, LLVMValueRef i) {
  assert(LLVMIsAAtomicCmpXchgInst(i));
  LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(i, 1));
  u32 width = type_bits(l, t), n = words_of(width);
  u32 at = value_in(l, LLVMGetOperand(i, 0)), expected = value_in(l, LLVMGetOperand(i, 1));
  u32 fresh = value_in(l, LLVMGetOperand(i, 2)), old = value_out(l, i), equal = old + n;
  u32 back = regs_of_width(l, width);
  emit_outside(l);
  emit_load(l, t, old, at, 0);
  emit_test(l, LLVMIntEQ, width, equal, old, expected);
  emit_cmov(l, equal, back, fresh, old, n);
  emit_store(l, t, back, at, 0);
}

void emit_extreme(Lower *l, LLVMIntPredicate p, u32 width, u32 to, u32 x, u32 y) {
  u32 first = build_reg(&l->b, 1);
  emit_test(l, p, width, first, x, y);
  emit_cmov(l, first, to, x, y, words_of(width));
}

static void emit_nand(Lower *l, u32 width, u32 to, u32 x, u32 y) {
  u32 both = regs_of_width(l, width), ones = regs_of_width(l, width);
  for (u32 k = 0; k < words_of(width); k++) {
    u32 bits = build_width(&l->b, ones + k);
    build_set(&l->b, ones + k, bits == 64 ? UINT64_MAX : (1ull << bits) - 1);
  }
  emit_binary(l, LLVMAnd, width, both, x, y);
  emit_binary(l, LLVMXor, width, to, both, ones);
}

/* New contents from old ones and the operand; false when there is no such operation here. */
static bool emit_rmw(Lower *l, LLVMAtomicRMWBinOp op, u32 width, u32 to, u32 x, u32 y) {
  static const LLVMOpcode plain[] = {
      [LLVMAtomicRMWBinOpAdd] = LLVMAdd, [LLVMAtomicRMWBinOpSub] = LLVMSub,
      [LLVMAtomicRMWBinOpAnd] = LLVMAnd, [LLVMAtomicRMWBinOpOr] = LLVMOr,
      [LLVMAtomicRMWBinOpXor] = LLVMXor,
  };
  if (op == LLVMAtomicRMWBinOpXchg)
    lower_move(l, to, y, words_of(width));
  else if (op == LLVMAtomicRMWBinOpNand)
    emit_nand(l, width, to, x, y);
  else if (op == LLVMAtomicRMWBinOpMax)
    emit_extreme(l, LLVMIntSGT, width, to, x, y);
  else if (op == LLVMAtomicRMWBinOpMin)
    emit_extreme(l, LLVMIntSLT, width, to, x, y);
  else if (op == LLVMAtomicRMWBinOpUMax)
    emit_extreme(l, LLVMIntUGT, width, to, x, y);
  else if (op == LLVMAtomicRMWBinOpUMin)
    emit_extreme(l, LLVMIntULT, width, to, x, y);
  else if (op < ARRAY_LEN(plain) && plain[op])
    emit_binary(l, plain[op], width, to, x, y);
  else if ((op == LLVMAtomicRMWBinOpFAdd || op == LLVMAtomicRMWBinOpFSub) && width >= 32 &&
           width <= 64)
    build_emit(&l->b, (op == LLVMAtomicRMWBinOpFAdd ? OP_FADD32 : OP_FSUB32) + (width == 64), 0, to,
               x, y);
  else
    return false;
  return true;
}

void lower_atomicrmw(Lower *l, LLVMValueRef i) {
  LLVMTypeRef t = LLVMTypeOf(i);
  u32 width = type_bits(l, t);
  u32 at = value_in(l, LLVMGetOperand(i, 0)), y = value_in(l, LLVMGetOperand(i, 1));
  u32 old = value_out(l, i), fresh = regs_of_width(l, width);
  emit_outside(l);
  emit_load(l, t, old, at, 0);
  if (emit_rmw(l, LLVMGetAtomicRMWBinOp(i), width, fresh, old, y))
    emit_store(l, t, fresh, at, 0);
  else
    lower_unsupported(l, "atomicrmw of kind %d", (int)LLVMGetAtomicRMWBinOp(i));
}
