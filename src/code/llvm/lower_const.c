/* lower_const.c — constants of LLVM as numbers.
 *
 * Addresses of globals, functions and labels are known before anything is lowered, so every constant
 * expression has a value and no relocation is left for later.
 */
#include "code/llvm/lower_impl.h"

static u64 mask_of(u32 width) {
  assert(width);
  return width >= 64 ? UINT64_MAX : (1ull << width) - 1;
}

/* The C API gives no more than 64 bits of an integer; its decimal text gives all. */
static void wide_int(LLVMValueRef c, u32 width, U64Vec *values) {
  assert(width > 64);
  char *text = LLVMPrintValueToString(c);
  const char *at = strchr(text, ' ');
  at = at ? at + 1 : text;
  bool negative = *at == '-';
  at += negative;
  u32 first = values->n, n = words_of(width);
  vec_resize(values, first + n);
  u64 *words = values->at + first;
  for (; *at >= '0' && *at <= '9'; at++) {
    u64 carry = (u64)(*at - '0');
    for (u32 k = 0; k < n; k++) {
      u128 x = (u128)words[k] * 10 + carry;
      words[k] = (u64)x;
      carry = (u64)(x >> 64);
    }
  }
  for (u32 k = 0, carry = 1; negative && k < n; k++) {
    words[k] = ~words[k] + carry;
    carry = carry && !words[k];
  }
  words[n - 1] &= mask_of(width - 64 * (n - 1));
  LLVMDisposeMessage(text);
}

static bool float_parts(Lower *l, LLVMValueRef c, U64Vec *values) {
  LLVMTypeRef bits = LLVMIntTypeInContext(l->context, type_bits(l, LLVMTypeOf(c)));
  LLVMValueRef as_int = LLVMConstBitCast(c, bits);
  return LLVMIsAConstantInt(as_int) && const_parts(l, as_int, values);
}

static bool address_of(Lower *l, const void *what, U64Vec *values) {
  u64 address;
  if (!map_get(&l->addresses, (u64)(uintptr_t)what, &address)) return false;
  vec_push(values, address);
  return true;
}

/* One word of a constant, or false. */
static bool word_of(Lower *l, LLVMValueRef c, u64 *ret_word) {
  U64Vec v = {0};
  bool ok = const_parts(l, c, &v) && v.n == 1;
  if (ok) *ret_word = v.at[0];
  vec_free(&v);
  return ok;
}

static u64 sign_extend(u64 x, u32 width) {
  u32 unused = 64 - MIN(width, 64);
  return (u64)((i64)(x << unused) >> unused);
}

static bool gep_word(Lower *l, LLVMValueRef c, u64 *ret_word) {
  Gep g;
  gep_split(l, c, &g);
  u64 at;
  bool ok = word_of(l, g.base, &at);
  at += g.offset;
  for (u32 k = 0; ok && k < g.terms.n; k++) {
    u64 index = 0;
    ok = word_of(l, g.terms.at[k].index, &index);
    at += sign_extend(index, type_bits(l, LLVMTypeOf(g.terms.at[k].index))) * g.terms.at[k].scale;
  }
  gep_done(&g);
  if (ok) *ret_word = at;
  return ok;
}

static bool binary_word(Lower *l, LLVMValueRef c, LLVMOpcode op, u64 *ret_word) {
  u64 x, y;
  if (!word_of(l, LLVMGetOperand(c, 0), &x) || !word_of(l, LLVMGetOperand(c, 1), &y)) return false;
  if (op == LLVMAdd)
    *ret_word = x + y;
  else if (op == LLVMSub)
    *ret_word = x - y;
  else if (op == LLVMMul)
    *ret_word = x * y;
  else if (op == LLVMXor)
    *ret_word = x ^ y;
  else
    return false;
  return true;
}

/* ---- expressions over vectors --------------------------------------------------------------------- */

static bool bitcast_parts(Lower *l, LLVMValueRef x, LLVMTypeRef to_type, U64Vec *values) {
  PartVec from = {0}, to = {0};
  U64Vec v = {0};
  bool ok = const_parts(l, x, &v) && type_parts(l, LLVMTypeOf(x), 0, &from) &&
            type_parts(l, to_type, 0, &to);
  if (ok) {
    /* The bits of parts, one behind the other, cut into parts of other widths. */
    u32 source = 0, taken = 0;
    for (u32 k = 0; k < to.n; k++) {
      u64 word = 0;
      for (u32 bit = 0; bit < to.at[k].width && source < from.n; bit++) {
        word |= (v.at[source] >> taken & 1) << bit;
        if (++taken < from.at[source].width) continue;
        source++;
        taken = 0;
      }
      vec_push(values, word);
    }
  }
  vec_free(&from);
  vec_free(&to);
  vec_free(&v);
  return ok;
}

/* Lane `lane` of the vectors x and y, one behind the other; a lane that does not exist is zero. */
static bool add_lane(Lower *l, LLVMValueRef x, LLVMValueRef y, i64 lane, U64Vec *values) {
  u32 n = type_n_lanes(LLVMTypeOf(x)), n_parts = type_n_parts(l, type_lane(LLVMTypeOf(x)));
  bool is_second = y && lane >= n;
  U64Vec v = {0};
  bool ok = const_parts(l, is_second ? y : x, &v);
  u64 first = (u64)(is_second ? lane - n : lane) * n_parts;
  for (u32 k = 0; ok && k < n_parts; k++)
    vec_push(values, lane >= 0 && first + k < v.n ? v.at[first + k] : 0);
  vec_free(&v);
  return ok;
}

/* extractelement, insertelement and shufflevector of constants that LLVM does not fold because an
 * address is among them. */
static bool lane_parts(Lower *l, LLVMValueRef c, LLVMOpcode op, U64Vec *values) {
  LLVMValueRef x = LLVMGetOperand(c, 0), y = LLVMGetOperand(c, 1);
  u64 index = 0;
  bool ok = true;
  if (op == LLVMExtractElement)
    return word_of(l, y, &index) && add_lane(l, x, NULL, (i64)index, values);
  if (op == LLVMShuffleVector) {
    for (u32 k = 0; ok && k < LLVMGetNumMaskElements(c); k++)
      ok = add_lane(l, x, y, LLVMGetMaskValue(c, k), values);
    return ok;
  }
  if (!word_of(l, LLVMGetOperand(c, 2), &index)) return false;
  for (u32 k = 0; ok && k < type_n_lanes(LLVMTypeOf(c)); k++)
    ok = k == index ? const_parts(l, y, values) : add_lane(l, x, NULL, k, values);
  return ok;
}

/* ---- all kinds ----------------------------------------------------------------------------------- */

static bool expr_parts(Lower *l, LLVMValueRef c, U64Vec *values) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(c));
  LLVMOpcode op = LLVMGetConstOpcode(c);
  if (op == LLVMExtractElement || op == LLVMInsertElement || op == LLVMShuffleVector)
    return lane_parts(l, c, op, values);
  if (op == LLVMBitCast) return bitcast_parts(l, LLVMGetOperand(c, 0), LLVMTypeOf(c), values);
  if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) return false;
  u32 width = type_bits(l, LLVMTypeOf(c));
  u64 word;
  if (op == LLVMGetElementPtr) {
    if (!gep_word(l, c, &word)) return false;
  } else if (op == LLVMPtrToInt || op == LLVMIntToPtr || op == LLVMTrunc ||
             op == LLVMAddrSpaceCast) {
    if (!word_of(l, LLVMGetOperand(c, 0), &word)) return false;
  } else if (!binary_word(l, c, op, &word)) {
    return false;
  }
  vec_push(values, word & mask_of(MIN(width, 64)));
  for (u32 k = 1; k < words_of(width); k++) vec_push(values, 0); /* ptrtoint to a wider integer */
  return true;
}

static u32 n_elements(LLVMTypeRef t) {
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (kind == LLVMStructTypeKind) return LLVMCountStructElementTypes(t);
  if (kind == LLVMArrayTypeKind) return (u32)LLVMGetArrayLength2(t);
  if (kind == LLVMVectorTypeKind) return LLVMGetVectorSize(t);
  return 0;
}

bool value_is_const(LLVMValueRef v) { return LLVMIsConstant(v); }

bool const_int(LLVMValueRef v, i64 *ret_value) {
  if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
  *ret_value = LLVMConstIntGetSExtValue(v);
  return true;
}

bool const_parts(Lower *l, LLVMValueRef c, U64Vec *values) {
  assert(LLVMIsConstant(c));
  LLVMTypeRef t = LLVMTypeOf(c);
  if (LLVMIsNull(c) || LLVMIsUndef(c)) { /* undef in an image is padding */
    PartVec parts = {0};
    bool ok = type_parts(l, t, 0, &parts);
    for (u32 k = 0; ok && k < parts.n; k++) vec_push(values, 0);
    vec_free(&parts);
    return ok;
  }
  if (LLVMIsAConstantInt(c)) {
    u32 width = LLVMGetIntTypeWidth(t);
    if (width > 64)
      wide_int(c, width, values);
    else
      vec_push(values, LLVMConstIntGetZExtValue(c));
    return true;
  }
  if (LLVMIsAConstantFP(c)) return float_parts(l, c, values);
  if (LLVMIsAGlobalValue(c)) return address_of(l, c, values);
  if (LLVMIsABlockAddress(c)) return address_of(l, LLVMGetBlockAddressBasicBlock(c), values);
  if (LLVMIsAConstantExpr(c)) return expr_parts(l, c, values);
  for (u32 k = 0; k < n_elements(t); k++) {
    LLVMValueRef element = LLVMGetAggregateElement(c, k);
    if (!element || !const_parts(l, element, values)) return false;
  }
  return n_elements(t) > 0;
}

bool const_has_uninit(LLVMValueRef c) {
  if (LLVMIsUndef(c)) return true; /* or poison */
  if (!LLVMIsAConstantStruct(c) && !LLVMIsAConstantArray(c) && !LLVMIsAConstantVector(c))
    return false;
  for (int k = 0; k < LLVMGetNumOperands(c); k++)
    if (const_has_uninit(LLVMGetOperand(c, (u32)k))) return true;
  return false;
}

/* ---- memory images ------------------------------------------------------------------------------ */

static bool scalar_image(Lower *l, LLVMValueRef c, u8 *bytes) {
  U64Vec v = {0};
  bool ok = const_parts(l, c, &v);
  u64 n = LLVMStoreSizeOfType(l->layout, LLVMTypeOf(c));
  for (u32 k = 0; ok && k < v.n; k++) memcpy(bytes + 8 * k, &v.at[k], MIN(n - 8 * k, 8));
  vec_free(&v);
  return ok;
}

static bool elements_image(Lower *l, LLVMValueRef c, LLVMTypeRef t, u8 *bytes) {
  bool is_struct = LLVMGetTypeKind(t) == LLVMStructTypeKind;
  u64 stride = is_struct ? 0 : type_bytes(l, LLVMGetElementType(t));
  if (LLVMGetTypeKind(t) == LLVMVectorTypeKind) {
    stride = LLVMSizeOfTypeInBits(l->layout, LLVMGetElementType(t));
    if (stride % 8) {
      /* A vector whose elements are not whole bytes becomes the integer of all its bits. */
      U64Vec v = {0};
      LLVMTypeRef as_int = LLVMIntTypeInContext(l->context, type_bits(l, t));
      bool ok = bitcast_parts(l, c, as_int, &v);
      u64 n = LLVMStoreSizeOfType(l->layout, t);
      for (u32 k = 0; ok && k < v.n; k++) memcpy(bytes + 8 * k, &v.at[k], MIN(n - 8 * k, 8));
      vec_free(&v);
      return ok;
    }
    stride /= 8;
  }
  for (u32 k = 0; k < n_elements(t); k++) {
    LLVMValueRef element = LLVMGetAggregateElement(c, k);
    u64 at = is_struct ? LLVMOffsetOfElement(l->layout, t, k) : k * stride;
    if (!element || !const_image(l, element, bytes + at)) return false;
  }
  return true;
}

bool const_image(Lower *l, LLVMValueRef c, u8 *bytes) {
  assert(LLVMIsConstant(c));
  if (LLVMIsNull(c) || LLVMIsUndef(c)) return true;
  if (LLVMIsConstantString(c)) {
    size_t n;
    const char *s = LLVMGetAsString(c, &n);
    memcpy(bytes, s, n);
    return true;
  }
  LLVMTypeRef t = LLVMTypeOf(c);
  return n_elements(t) ? elements_image(l, c, t, bytes) : scalar_image(l, c, bytes);
}
