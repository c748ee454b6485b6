/* lower_value.c — which registers hold an LLVM value, and which values need none.
 *
 * A value that only one instruction of the same block uses, and that this user can take in itself
 * (a comparison by a branch, an address by a load), is *folded*: emitted with its user.
 *
 * A value that only goes around a loop into a phi is computed into the phi's own register, which
 * saves the copy on the edge: `i + 1` of a for loop becomes add32 i, i, 1.
 *
 * A value that is another one under a new name (the first element of an array has the array's
 * address) shares its register, if that is written once.
 */
#include "code/llvm/lower_impl.h"

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

/* The value that v only renames; or NULL. */
static LLVMValueRef renamed(Lower *l, LLVMValueRef v) {
  if (!LLVMIsAInstruction(v) || LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind) return NULL;
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  LLVMValueRef x = op == LLVMGetElementPtr || op == LLVMPtrToInt || op == LLVMIntToPtr
                       ? LLVMGetOperand(v, 0)
                       : NULL;
  if (!x || LLVMIsAPHINode(x) || value_is_const(x) || map_find(&l->shared, map_key(x))) return NULL;
  if (op != LLVMGetElementPtr)
    return type_bits(l, LLVMTypeOf(x)) == type_bits(l, LLVMTypeOf(v)) ? x : NULL;
  Gep g;
  gep_split(l, v, &g);
  bool same = !g.offset && !g.terms.n;
  gep_done(&g);
  return same ? x : NULL;
}

u32 value_out(Lower *l, LLVMValueRef v) {
  assert(!value_is_const(v));
  u64 known;
  if (map_get(&l->regs, map_key(v), &known)) return (u32)known - 1;
  LLVMValueRef same = renamed(l, v), next = same;
  while (next && (next = renamed(l, same))) same = next;
  u32 first = same ? value_out(l, same) : new_regs(l, LLVMTypeOf(v));
  map_put(&l->regs, map_key(v), first + 1);
  return first;
}

void lower_uninit(Lower *l, u32 to, u32 n) {
  assert(to + n <= l->b.widths.n);
  for (u32 k = 0; k < n; k++)
    build_emit(&l->b, OP_UNINIT, build_width(&l->b, to + k), to + k, 0, 0);
}

/* Sets the registers from `at` on to a constant, parts of which may be uninitialised; returns the
 * next register. */
static u32 set_parts(Lower *l, LLVMValueRef c, u32 at) {
  assert(LLVMIsConstant(c));
  u32 n = type_n_parts(l, LLVMTypeOf(c));
  U64Vec values = {0};
  if (LLVMIsUndef(c)) {
    lower_uninit(l, at, n);
  } else if (const_has_uninit(c)) {
    u32 next = at;
    for (int k = 0; k < LLVMGetNumOperands(c); k++)
      next = set_parts(l, LLVMGetOperand(c, (u32)k), next);
  } else if (const_parts(l, c, &values)) {
    for (u32 k = 0; k < values.n; k++) build_set(&l->b, at + k, values.at[k]);
  } else {
    lower_unsupported(l, "a constant of an unknown kind");
  }
  vec_free(&values);
  return at + n;
}

static u32 const_in(Lower *l, LLVMValueRef c) {
  assert(LLVMIsConstant(c));
  U64Vec values = {0};
  u32 first;
  if (const_has_uninit(c)) {
    first = new_regs(l, LLVMTypeOf(c));
    if (!l->block_ended) set_parts(l, c, first);
    return first;
  }
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

u32 value_as_64(Lower *l, LLVMValueRef v) {
  u32 width = type_bits(l, LLVMTypeOf(v)), x = value_in(l, v);
  if (width == 64) return x;
  u32 whole = build_reg(&l->b, 64);
  emit_cast(l, width < 64 ? LLVMZExt : LLVMTrunc, width, 64, whole, x);
  return whole;
}

void lower_move(Lower *l, u32 to, u32 from, u32 n) {
  for (u32 k = 0; k < n; k++) build_move(&l->b, to + k, from + k);
}

/* ---- folding ------------------------------------------------------------------------------------- */

LLVMValueRef value_only_user(LLVMValueRef v) {
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
  LLVMValueRef user = value_only_user(v);
  if (!user) return false;
  if (op == LLVMICmp) return test_is_folded(l, v, user);
  if (op == LLVMSExt) return index_is_folded(l, v, user);
  return address_is_folded(v, user);
}

/* ---- sharing a register with a phi --------------------------------------------------------------- */

static u64 order_of(const Lower *l, LLVMValueRef v) {
  u64 n = 0;
  map_get(&l->order, map_key(v), &n);
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

/* How far to look for uses of a phi before giving up: loops of the source are small. */
enum { MAX_LOOK = SIZED(64, 4) };

typedef struct BlockSet {
  LLVMBasicBlockRef at[MAX_LOOK];
  u32 n;
} BlockSet;

static bool region_has(const BlockSet *r, LLVMBasicBlockRef b) {
  for (u32 k = 0; k < r->n; k++)
    if (r->at[k] == b) return true;
  return false;
}

/* Blocks that can follow the end of `from` before `stop` is entered; false when they are many. */
static bool region_after(LLVMBasicBlockRef from, LLVMBasicBlockRef stop, BlockSet *r) {
  r->n = 0;
  for (u32 done = 0;; done++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (u32 k = 0; k < LLVMGetNumSuccessors(end); k++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
      if (to == stop || region_has(r, to)) continue;
      if (r->n == MAX_LOOK) return false;
      r->at[r->n++] = to;
    }
    if (done == r->n) return true;
    from = r->at[done];
  }
}

/* True when nothing reads phi p after v was written and before p is written again.  The reading of
 * a phi happens at the end of the block that its operand comes from. */
static bool dead_after(Lower *l, LLVMValueRef p, LLVMValueRef v, const BlockSet *after) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(v);
  for (LLVMUseRef u = LLVMGetFirstUse(p); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAPHINode(user)) {
      for (u32 k = 0; k < LLVMCountIncoming(user); k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(user, k);
        if (LLVMGetIncomingValue(user, k) == p && (from == home || region_has(after, from)))
          return false;
      }
      continue;
    }
    LLVMBasicBlockRef b = LLVMGetInstructionParent(user);
    if (region_has(after, b)) return false;
    if (b != home) continue;
    LLVMValueRef at = emitted_by(l, user);
    if (order_of(l, at) > order_of(l, v) || (at == v && !reads_first(l, v))) return false;
  }
  return true;
}

/* True when everything but phi p reads v in the block that computes it. */
static bool used_at_home(LLVMValueRef v, LLVMValueRef p) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(v);
  u32 n_phis = 0;
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (user == p)
      n_phis++;
    else if (LLVMIsAPHINode(user) || LLVMGetInstructionParent(user) != home)
      return false;
  }
  return n_phis == 1;
}

/* True when one of the values that share p's register already may be written between v and p. */
static bool overwritten(Lower *l, LLVMValueRef p, LLVMValueRef v, const BlockSet *after) {
  for (u32 k = 0; k < LLVMCountIncoming(p); k++) {
    LLVMValueRef other = LLVMGetIncomingValue(p, k);
    if (other == v || !map_find(&l->shared, map_key(other))) continue;
    LLVMBasicBlockRef home = LLVMGetInstructionParent(other);
    BlockSet after_other;
    if (home == LLVMGetInstructionParent(v) || region_has(after, home)) return true;
    if (!region_after(home, LLVMGetInstructionParent(p), &after_other) ||
        region_has(&after_other, LLVMGetInstructionParent(v)))
      return true;
  }
  return false;
}

/* True when v is computed anew each time that p takes it, coming from block `from`: else the
 * register has another value of p by then. */
static bool is_fresh(LLVMValueRef p, LLVMValueRef v, LLVMBasicBlockRef from) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(v), head = LLVMGetInstructionParent(p);
  BlockSet after;
  if (from == home) return true;
  return from != head && region_after(head, home, &after) && !region_has(&after, from);
}

/* Can v share the register of p?  Yes if no instruction between the two reads the old value or
 * writes another one. */
static bool can_share(Lower *l, LLVMValueRef p, LLVMValueRef v, LLVMBasicBlockRef from) {
  if (!LLVMIsAInstruction(v) || LLVMIsAPHINode(v) || map_find(&l->shared, map_key(v))) return false;
  LLVMBasicBlockRef home = LLVMGetInstructionParent(v);
  if (!map_find(&l->n_preds, map_key(home)) || !used_at_home(v, p) || !is_fresh(p, v, from))
    return false;
  BlockSet after;
  return region_after(home, LLVMGetInstructionParent(p), &after) && !region_has(&after, home) &&
         dead_after(l, p, v, &after) && !overwritten(l, p, v, &after);
}

static void share_phi(Lower *l, LLVMValueRef p) {
  for (u32 k = 0; k < LLVMCountIncoming(p); k++) {
    LLVMValueRef v = LLVMGetIncomingValue(p, k);
    if (!can_share(l, p, v, LLVMGetIncomingBlock(p, k))) continue;
    map_put(&l->shared, map_key(v), 1);
    map_put(&l->regs, map_key(v), value_out(l, p) + 1);
  }
}

void values_number(Lower *l) {
  u64 n = 0;
  for (u32 k = 0; k < l->reachable.n; k++) {
    LLVMValueRef i = LLVMGetFirstInstruction(l->reachable.at[k]);
    for (; i; i = LLVMGetNextInstruction(i)) map_put(&l->order, map_key(i), ++n);
  }
  for (u32 k = 0; k < l->reachable.n; k++) {
    LLVMValueRef i = LLVMGetFirstInstruction(l->reachable.at[k]);
    for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) share_phi(l, i);
  }
}
