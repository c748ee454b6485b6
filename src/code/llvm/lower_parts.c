/* lower_parts.c — taking values apart and putting them together: fields, lanes, bitcasts.
 *
 * A value is a row of registers, so an extraction is a copy of a part of it.  Lanes chosen by a
 * register are chosen by comparing it with each number.
 */
#include "code/llvm/lower_impl.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

void lower_copy(Lower *l, LLVMValueRef i) {
  u32 from = value_in(l, LLVMGetOperand(i, 0));
  lower_move(l, value_out(l, i), from, type_n_parts(l, LLVMTypeOf(i)));
}

/* ---- fields -------------------------------------------------------------------------------------- */

/* First part and type of the field that the indices of the instruction name. */
static u32 field_part(Lower *l, LLVMValueRef i, LLVMTypeRef t, LLVMTypeRef *ret_type) {
  const unsigned *indices = LLVMGetIndices(i);
  u32 part = 0;
  for (u32 k = 0; k < LLVMGetNumIndices(i); k++) {
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      for (u32 f = 0; f < indices[k]; f++) part += type_n_parts(l, LLVMStructGetTypeAtIndex(t, f));
      t = LLVMStructGetTypeAtIndex(t, indices[k]);
    } else {
      t = LLVMGetElementType(t);
      part += indices[k] * type_n_parts(l, t);
    }
  }
  *ret_type = t;
  return part;
}

void lower_extract_value(Lower *l, LLVMValueRef i) {
  LLVMValueRef whole = LLVMGetOperand(i, 0);
  LLVMTypeRef t;
  u32 part = field_part(l, i, LLVMTypeOf(whole), &t);
  lower_move(l, value_out(l, i), value_in(l, whole) + part, type_n_parts(l, t));
}

/* The parts that an insertion at a constant place writes; false when the place is no constant. */
static bool inserted_parts(Lower *l, LLVMValueRef i, u32 *ret_first, u32 *ret_n) {
  LLVMTypeRef t;
  i64 lane = 0;
  if (LLVMIsAInsertValueInst(i)) {
    *ret_first = field_part(l, i, LLVMTypeOf(i), &t);
    *ret_n = type_n_parts(l, t);
    return true;
  }
  if (!LLVMIsAInsertElementInst(i) || !const_int(LLVMGetOperand(i, 2), &lane)) return false;
  *ret_n = type_n_parts(l, LLVMTypeOf(LLVMGetOperand(i, 1)));
  *ret_first = (u32)lane * *ret_n;
  return (u64)lane < type_n_lanes(LLVMTypeOf(i));
}

/* May this part of v be read before it is written over?  Vectors and structs are begun with an
 * undefined one and filled insertion by insertion. */
static bool part_is_read(Lower *l, LLVMValueRef v, u32 part) {
  for (LLVMValueRef user; (user = value_only_user(v)); v = user) {
    u32 first, n;
    if (LLVMIsAShuffleVectorInst(user)) {
      u32 lane = part / type_n_parts(l, type_lane(LLVMTypeOf(v)));
      u32 n_lanes = type_n_lanes(LLVMTypeOf(v));
      for (u32 k = 0; k < LLVMGetNumMaskElements(user); k++) {
        int from = LLVMGetMaskValue(user, k);
        if (LLVMGetOperand(user, 0) == v && from == (int)lane) return true;
        if (LLVMGetOperand(user, 1) == v && from == (int)(lane + n_lanes)) return true;
      }
      return false;
    }
    if (LLVMGetOperand(user, 0) != v || !inserted_parts(l, user, &first, &n)) return true;
    if (part - first < n) return false; /* also when part is less: unsigned */
  }
  return LLVMGetFirstUse(v) != NULL;
}

static void copy_whole(Lower *l, LLVMValueRef i, LLVMValueRef whole, u32 first, u32 n) {
  if (LLVMIsUndef(whole)) {
    /* Begins an aggregate without a value, before an insertion changes n parts from `first` on. */
    u32 to = value_out(l, i), n_parts = type_n_parts(l, LLVMTypeOf(i));
    assert(first + n <= n_parts);
    for (u32 k = 0; k < n_parts; k++)
      if (k - first >= n && part_is_read(l, i, k))
        lower_uninit(l, to + k, 1);
      else
        build_set(&l->b, to + k, 0);
  } else {
    lower_move(l, value_out(l, i), value_in(l, whole), type_n_parts(l, LLVMTypeOf(i)));
  }
}

void lower_insert_value(Lower *l, LLVMValueRef i) {
  LLVMValueRef whole = LLVMGetOperand(i, 0), field = LLVMGetOperand(i, 1);
  LLVMTypeRef t;
  u32 part = field_part(l, i, LLVMTypeOf(i), &t), n = type_n_parts(l, t);
  copy_whole(l, i, whole, part, n);
  lower_move(l, value_out(l, i) + part, value_in(l, field), n);
}

/* ---- lanes --------------------------------------------------------------------------------------- */

/* A bit that says whether the index is lane k. */
static u32 is_lane(Lower *l, LLVMValueRef index, u32 k) {
  u32 width = type_bits(l, LLVMTypeOf(index)), bit = build_reg(&l->b, 1);
  emit_test(l, LLVMIntEQ, width, bit, value_in(l, index), const_of_width(l, k, width));
  return bit;
}

/* Optimised code computes ahead: it may read a missing element without using it, so the element is
 * only uninitialised.  In code as written, the read is an error. */
static bool is_as_written(const Lower *l) {
  LLVMMetadataRef about = LLVMGetSubprogram(l->fn);
  if (!about) return false; /* not our code */
  char *text = LLVMPrintValueToString(LLVMMetadataAsValue(l->context, about));
  bool is_optimised = strstr(text, "DISPFlagOptimized");
  LLVMDisposeMessage(text);
  return !is_optimised;
}

static void check_lane(Lower *l, LLVMValueRef index, u32 n_lanes, bool is_write) {
  if (is_as_written(l)) build_emit(&l->b, OP_LANE, 0, value_as_64(l, index), n_lanes, is_write);
}

void lower_extract_element(Lower *l, LLVMValueRef i) {
  LLVMValueRef whole = LLVMGetOperand(i, 0), index = LLVMGetOperand(i, 1);
  u32 n = type_n_parts(l, LLVMTypeOf(i)), n_lanes = type_n_lanes(LLVMTypeOf(whole));
  u32 from = value_in(l, whole), to = value_out(l, i);
  i64 lane;
  if (const_int(index, &lane) && (u64)lane < n_lanes) {
    lower_move(l, to, from + (u32)lane * n, n);
    return;
  }
  check_lane(l, index, n_lanes, false);
  if (is_as_written(l))
    lower_move(l, to, from, n);
  else
    lower_uninit(l, to, n);
  for (u32 k = 0; k < n_lanes; k++) emit_cmov(l, is_lane(l, index, k), to, from + k * n, to, n);
}

void lower_insert_element(Lower *l, LLVMValueRef i) {
  LLVMValueRef whole = LLVMGetOperand(i, 0), element = LLVMGetOperand(i, 1);
  LLVMValueRef index = LLVMGetOperand(i, 2);
  u32 n = type_n_parts(l, LLVMTypeOf(element)), n_lanes = type_n_lanes(LLVMTypeOf(i));
  u32 to = value_out(l, i), from = value_in(l, element), first = 0, n_inserted = 0;
  bool known = inserted_parts(l, i, &first, &n_inserted);
  if (!known) check_lane(l, index, n_lanes, true);
  if (!known && LLVMIsAConstantInt(index)) { /* there is no such lane */
    lower_uninit(l, to, n * n_lanes);
    return;
  }
  copy_whole(l, i, whole, first, known ? n : 0);
  if (known) lower_move(l, to + first, from, n);
  for (u32 k = 0; !known && k < n_lanes; k++)
    emit_cmov(l, is_lane(l, index, k), to + k * n, from, to + k * n, n);
}

/* Only lanes that are used are looked at: splats come from a vector with one that is set. */
void lower_shuffle(Lower *l, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
  u32 n_lanes = type_n_lanes(LLVMTypeOf(x)), n = type_n_parts(l, type_lane(LLVMTypeOf(i)));
  u32 a = LLVMIsUndef(x) ? NO_REG : value_in(l, x), b = LLVMIsUndef(y) ? NO_REG : value_in(l, y);
  u32 to = value_out(l, i);
  for (u32 k = 0; k < LLVMGetNumMaskElements(i); k++) {
    int lane = LLVMGetMaskValue(i, k);
    assert(lane < 2 * (int)n_lanes);
    u32 source = lane < 0 ? NO_REG : lane < (int)n_lanes ? a : b;
    if (source != NO_REG)
      lower_move(l, to + k * n, source + (u32)lane % n_lanes * n, n);
    else if (part_is_read(l, i, k * n))
      lower_uninit(l, to + k * n, n);
    else
      for (u32 j = 0; j < n; j++) build_set(&l->b, to + k * n + j, 0);
  }
}

/* ---- bitcast ------------------------------------------------------------------------------------- */

/* n bits of register x, from bit `low` on, in a register of n bits. */
static u32 bits_of(Lower *l, u32 x, u32 low, u32 n) {
  assert(low + n <= build_width(&l->b, x));
  u32 width = build_width(&l->b, x), shifted = x;
  if (low) {
    shifted = build_reg(&l->b, width);
    emit_binary(l, LLVMLShr, width, shifted, x, build_const(&l->b, low, width));
  }
  if (n == width) return shifted;
  u32 cut = build_reg(&l->b, n);
  emit_cast(l, LLVMTrunc, width, n, cut, shifted);
  return cut;
}

/* Puts the bits of x above the `low` bits that `to` has already. */
static void add_bits(Lower *l, u32 to, u32 low, u32 x) {
  u32 width = build_width(&l->b, to), x_width = build_width(&l->b, x);
  assert(low + x_width <= width);
  u32 whole = build_reg(&l->b, width);
  emit_cast(l, LLVMZExt, x_width, width, whole, x);
  if (!low) {
    build_move(&l->b, to, whole);
    return;
  }
  u32 shifted = build_reg(&l->b, width);
  emit_binary(l, LLVMShl, width, shifted, whole, build_const(&l->b, low, width));
  emit_binary(l, LLVMOr, width, to, to, shifted);
}

void emit_repack(Lower *l, u32 from, u32 n_from, u32 to, u32 n_to) {
  assert(n_from && n_to);
  u32 source = 0, taken = 0; /* register and how many of its bits are gone */
  for (u32 k = 0; k < n_to; k++) {
    u32 width = build_width(&l->b, to + k), filled = 0;
    while (filled < width && source < n_from) {
      u32 left = build_width(&l->b, from + source) - taken, n = MIN(left, width - filled);
      u32 piece = bits_of(l, from + source, taken, n);
      if (n == width)
        build_move(&l->b, to + k, piece);
      else
        add_bits(l, to + k, filled, piece);
      filled += n;
      taken += n;
      if (n == left) {
        source++;
        taken = 0;
      }
    }
  }
}

void lower_bitcast(Lower *l, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0);
  u32 n_from = type_n_parts(l, LLVMTypeOf(x)), n_to = type_n_parts(l, LLVMTypeOf(i));
  u32 from = value_in(l, x);
  emit_repack(l, from, n_from, value_out(l, i), n_to);
}
