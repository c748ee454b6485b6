/* lower_value.c — which registers hold an LLVM value, and which values need none.
 *
 * A value that only one instruction of the same block uses, and that this user can take in itself
 * (a comparison by a branch, an address by a load), is *folded*: emitted with its user.
 *
 * A value that only goes around a loop into a phi is computed into the phi's own register, which
 * saves the copy on the edge: `i + 1` of a for loop becomes add32 i, i, 1.
 */
#include "code/lower_impl.h"

static u64 key_of(const void *p) {
  return (u64)(uintptr_t)p;
}

/* ---- registers ----------------------------------------------------------------------------------- */

static u32 new_regs(Lower *l, LLVMTypeRef t) {
  PartVec parts = {0};
  u32 first = l->b.widths.n;
  if (!type_parts(l, t, 0, &parts)) {
    vec_clear(&parts);
    lower_unsupported(l, "a value with more than %d parts", MAX_PARTS);
  }
  for (u32 k = 0; k < parts.n; k++) build_reg(&l->b, parts.at[k].width);
  if (!parts.n) build_reg(&l->b, 1); /* an empty struct still needs a name */
  vec_free(&parts);
  return first;
}

u32 value_out(Lower *l, LLVMValueRef v) {
  bool fresh;
  u64 *reg = map_at(&l->regs, key_of(v), &fresh);
  if (!fresh) return (u32)*reg - 1;
  u32 first = new_regs(l, LLVMTypeOf(v));
  map_put(&l->regs, key_of(v), first + 1);
  return first;
}

static u32 const_in(Lower *l, LLVMValueRef c) {
  U64Vec values = {0};
  u32 first;
  if (!const_parts(l, c, &values)) {
    lower_unsupported(l, "a constant of an unknown kind");
    first = new_regs(l, LLVMTypeOf(c));
  } else if (values.n == 1) {
    PartVec parts = {0};
    CHECK(type_parts(l, LLVMTypeOf(c), 0, &parts), "a constant has parts and its type none");
    first = build_const(&l->b, values.at[0], parts.at[0].width);
    vec_free(&parts);
  } else {
    first = new_regs(l, LLVMTypeOf(c));
    for (u32 k = 0; k < values.n; k++) build_set(&l->b, first + k, values.at[k]);
  }
  vec_free(&values);
  return first;
}

u32 value_in(Lower *l, LLVMValueRef v) {
  return value_is_const(v) ? const_in(l, v) : value_out(l, v);
}

void lower_move(Lower *l, u32 to, u32 from, u32 n) {
  for (u32 k = 0; k < n; k++) build_move(&l->b, to + k, from + k);
}

/* ---- folding ------------------------------------------------------------------------------------- */

/* The instruction of the same block that alone uses v, once; or NULL. */
static LLVMValueRef only_user(LLVMValueRef v) {
  LLVMUseRef use = LLVMGetFirstUse(v);
  if (!use || LLVMGetNextUse(use)) return NULL;
  LLVMValueRef user = LLVMGetUser(use);
  if (!LLVMIsAInstruction(user)) return NULL;
  return LLVMGetInstructionParent(user) == LLVMGetInstructionParent(v) ? user : NULL;
}

static bool is_scalar(LLVMValueRef v) {
  return LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind;
}

static bool test_is_folded(Lower *l, LLVMValueRef v, LLVMValueRef user) {
  LLVMValueRef x = LLVMGetOperand(v, 0);
  u32 index;
  if (!is_scalar(x) || !width_index(type_bits(l, LLVMTypeOf(x)), &index)) return false;
  LLVMOpcode op = LLVMGetInstructionOpcode(user);
  if (op == LLVMBr) return true;
  return op == LLVMSelect && l->options->select_branches && LLVMGetOperand(user, 0) == v;
}

static bool address_is_folded(LLVMValueRef v, LLVMValueRef user) {
  LLVMOpcode op = LLVMGetInstructionOpcode(user);
  if (op == LLVMLoad) return true;
  return op == LLVMStore && LLVMGetOperand(user, 0) != v;
}

static bool index_is_folded(Lower *l, LLVMValueRef v, LLVMValueRef user) {
  return LLVMGetInstructionOpcode(user) == LLVMGetElementPtr && is_scalar(user) &&
         type_bits(l, LLVMTypeOf(v)) == 64 && type_bits(l, LLVMTypeOf(LLVMGetOperand(v, 0))) == 32;
}

bool value_is_folded(Lower *l, LLVMValueRef v) {
  if (!LLVMIsAInstruction(v) || !is_scalar(v)) return false;
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  if (op != LLVMICmp && op != LLVMGetElementPtr && op != LLVMSExt) return false;
  LLVMValueRef user = only_user(v);
  if (!user) return false;
  if (op == LLVMICmp) return test_is_folded(l, v, user);
  if (op == LLVMSExt) return index_is_folded(l, v, user);
  return address_is_folded(v, user);
}

/* ---- sharing a register with a phi --------------------------------------------------------------- */

static u64 order_of(const Lower *l, LLVMValueRef v) {
  u64 n = 0;
  map_get(&l->order, key_of(v), &n);
  return n;
}

/* Where the code of an instruction really stands: with the last user it is folded into. */
static LLVMValueRef emitted_by(Lower *l, LLVMValueRef v) {
  while (value_is_folded(l, v)) v = LLVMGetUser(LLVMGetFirstUse(v));
  return v;
}

/* One instruction of ours, which reads its operands before it writes its result. */
static bool reads_first(Lower *l, LLVMValueRef v) {
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  LLVMTypeRef t = LLVMTypeOf(v);
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) return false;
  u32 index;
  bool plain = width_index(type_bits(l, t), &index);
  if (op == LLVMLoad) return plain;
  if (op == LLVMGetElementPtr) {
    Gep g;
    gep_split(l, v, &g);
    bool once = g.terms.n + (g.offset != 0) <= 1;
    gep_done(&g);
    return once;
  }
  return plain && LLVMIsABinaryOperator(v);
}

/* True when nothing reads phi p in block `from` at or after the place where v is written. */
static bool dead_after(Lower *l, LLVMValueRef p, LLVMValueRef v, LLVMBasicBlockRef from) {
  for (LLVMUseRef u = LLVMGetFirstUse(p); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAPHINode(user)) {
      if (LLVMGetInstructionParent(user) == LLVMGetInstructionParent(p)) return false;
      continue;
    }
    if (LLVMGetInstructionParent(user) != from) continue;
    LLVMValueRef at = emitted_by(l, user);
    if (order_of(l, at) > order_of(l, v) || (at == v && !reads_first(l, v))) return false;
  }
  return true;
}

/* v is computed in `from`, whose only way leads to p's block, where p gets it. */
static bool can_share(Lower *l, LLVMValueRef p, LLVMValueRef v, LLVMBasicBlockRef from) {
  if (!LLVMIsAInstruction(v) || LLVMIsAPHINode(v) || LLVMGetInstructionParent(v) != from)
    return false;
  LLVMUseRef use = LLVMGetFirstUse(v);
  if (LLVMGetNextUse(use)) return false;
  if (LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(from)) != 1) return false;
  return dead_after(l, p, v, from);
}

static void share_phi(Lower *l, LLVMValueRef p) {
  for (u32 k = 0; k < LLVMCountIncoming(p); k++) {
    LLVMValueRef v = LLVMGetIncomingValue(p, k);
    if (can_share(l, p, v, LLVMGetIncomingBlock(p, k)))
      map_put(&l->regs, key_of(v), value_out(l, p) + 1);
  }
}

void values_number(Lower *l) {
  u64 n = 0;
  for (u32 k = 0; k < l->reachable.n; k++) {
    LLVMValueRef i = LLVMGetFirstInstruction(l->reachable.at[k]);
    for (; i; i = LLVMGetNextInstruction(i)) map_put(&l->order, key_of(i), ++n);
  }
  for (u32 k = 0; k < l->reachable.n; k++) {
    LLVMValueRef i = LLVMGetFirstInstruction(l->reachable.at[k]);
    for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) share_phi(l, i);
  }
}
