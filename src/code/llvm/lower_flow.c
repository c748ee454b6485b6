/* lower_flow.c — branches, switches, returns, selects, and the copies that phis ask for.
 *
 * Blocks keep the order of the source.  A branch is turned so that one side falls through, and its
 * site remembers whether it was turned.  Copies stand at the end of a block with one way out, else
 * in a piece of code of their own on the edge.
 */
#include "code/llvm/lower_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct Copy {
  u32 to, from;
} Copy;

typedef VEC(Copy) CopyVec;

static u32 label_of(const Lower *l, LLVMBasicBlockRef b) {
  u64 label = 0;
  CHECK(map_get(&l->blocks, map_key(b), &label), "a block that is not reachable is jumped to");
  return (u32)label;
}

static bool is_next(const Lower *l, LLVMBasicBlockRef b) {
  return l->next_block < l->reachable.n && l->reachable.at[l->next_block] == b;
}

/* ---- phis ---------------------------------------------------------------------------------------- */

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  for (u32 k = 0; k < LLVMCountIncoming(phi); k++)
    if (LLVMGetIncomingBlock(phi, k) == from) return LLVMGetIncomingValue(phi, k);
  return NULL;
}

static bool is_read(const CopyVec *copies, u32 reg) {
  for (u32 k = 0; k < copies->n; k++)
    if (copies->at[k].from == reg) return true;
  return false;
}

/* All copies happen at once.  A copy whose target no other copy reads can go first; when there is
 * none, only cycles remain, and saving one target breaks a cycle. */
static void emit_copies(Lower *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  CopyVec copies = {0};
  /* The registers of constants are fresh at each use: copying them is setting them. */
  LLVMValueRef i = LLVMGetFirstInstruction(to);
  for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
    LLVMValueRef v = incoming(i, from);
    assert(v);
    u32 source = value_in(l, v), target = value_out(l, i);
    u32 n = type_n_parts(l, LLVMTypeOf(i));
    for (u32 k = 0; k < n; k++)
      if (source + k != target + k) vec_push(&copies, ((Copy){target + k, source + k}));
  }
  while (copies.n) {
    u32 k = 0;
    while (k < copies.n && is_read(&copies, copies.at[k].to)) k++;
    if (k == copies.n) {
      u32 target = copies.at[0].to;
      u32 saved = build_reg(&l->b, build_width(&l->b, target));
      build_move(&l->b, saved, target);
      for (u32 j = 0; j < copies.n; j++)
        if (copies.at[j].from == target) copies.at[j].from = saved;
      k = 0;
    }
    build_move(&l->b, copies.at[k].to, copies.at[k].from);
    copies.at[k] = vec_pop(&copies);
  }
  vec_free(&copies);
}

static bool needs_copies(Lower *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  LLVMValueRef i = LLVMGetFirstInstruction(to);
  for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
    LLVMValueRef v = incoming(i, from);
    assert(v);
    if (value_is_const(v) || value_out(l, v) != value_out(l, i)) return true;
  }
  return false;
}

/* Where to jump for an edge: the block, or the copies before it, which stand at the end of the
 * function, out of the way of whatever falls through. */
static u32 edge_label(Lower *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  assert(from && to);
  if (!needs_copies(l, from, to)) return label_of(l, to);
  for (u32 k = l->edges.n; k-- > 0 && l->edges.at[k].from == from;)
    if (l->edges.at[k].to == to) return l->edges.at[k].label;
  u32 label = build_label(&l->b);
  vec_push(&l->edges, ((Edge){from, to, label, l->b.position}));
  return label;
}

void flow_finish(Lower *l) {
  for (u32 k = 0; k < l->edges.n; k++) {
    Edge e = l->edges.at[k];
    build_place(&l->b, e.label);
    l->b.position = e.position;
    l->block_ended = false;
    emit_copies(l, e.from, e.to);
    build_emit(&l->b, OP_JMP, 0, 0, 0, label_of(l, e.to));
    lower_cut_block(l);
  }
}

/* ---- conditions ---------------------------------------------------------------------------------- */

/* Jumps to `label` if the condition holds, or if it does not. */
static u32 jump_if(Lower *l, LLVMValueRef cond, bool holds, u32 label) {
  if (value_is_folded(l, cond)) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(cond);
    if (!holds) p = test_opposite(p);
    LLVMValueRef x = LLVMGetOperand(cond, 0), y = LLVMGetOperand(cond, 1);
    u32 index = 0, imm;
    CHECK(width_index(type_bits(l, LLVMTypeOf(x)), &index), "a test of odd width was folded");
    if (value_is_const(x) && !value_is_const(y)) {
      LLVMValueRef swap = x;
      x = y;
      y = swap;
      p = test_swapped(p);
    }
    const TestOps *ops = test_ops(p);
    if (imm_of(y, &imm))
      return build_emit(&l->b, ops->jump8i + index, 0, value_in(l, x), imm, label);
    u32 a = value_in(l, x), b = value_in(l, y);
    return build_emit(&l->b, ops->jump8 + index, 0, ops->swapped ? b : a, ops->swapped ? a : b,
                      label);
  }
  return build_emit(&l->b, holds ? OP_JNZ : OP_JZ, 0, value_in(l, cond), 0, label);
}

/* ---- instructions -------------------------------------------------------------------------------- */

void lower_phi(Lower *l, LLVMValueRef i) {
  value_out(l, i); /* every edge into this block wrote it */
}

static void branch_to(Lower *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  emit_copies(l, from, to);
  /* Falls through where it may: costs so far must not reach a block that others jump to. */
  u64 n_preds = 0;
  map_get(&l->n_preds, map_key(to), &n_preds);
  if (is_next(l, to) && (l->b.cost == 0 || n_preds == 1)) return;
  build_emit(&l->b, OP_JMP, 0, 0, 0, label_of(l, to));
}

/* Does the block only report what a sanitizer found?  Its first call says so. */
static bool is_report(LLVMBasicBlockRef b) {
  static const char prefix[] = "__ubsan_handle_", trap[] = "llvm.ubsantrap";
  LLVMValueRef i = LLVMGetFirstInstruction(b);
  while (i && !LLVMIsACallInst(i)) i = LLVMGetNextInstruction(i);
  if (!i) return false;
  size_t n;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(i), &n);
  return !strncmp(name, prefix, sizeof prefix - 1) || !strcmp(name, trap);
}

LLVMBasicBlockRef lower_only_way(LLVMValueRef end) {
  assert(LLVMIsATerminatorInst(end));
  if (LLVMIsASwitchInst(end)) {
    /* Operands come in pairs of value and block; successor 0 is the default. */
    u32 n = LLVMGetNumSuccessors(end);
    LLVMValueRef v = LLVMGetOperand(end, 0);
    if (n > 1 && !LLVMIsAConstantInt(v)) return NULL;
    for (u32 k = 1; k < n; k++) /* integer constants of one value are one object */
      if (LLVMGetOperand(end, 2 * k) == v) return LLVMGetSuccessor(end, k);
    return LLVMGetSuccessor(end, 0);
  }
  if (!LLVMIsABranchInst(end)) return NULL;
  LLVMBasicBlockRef yes = LLVMGetSuccessor(end, 0);
  if (!LLVMIsConditional(end) || LLVMGetSuccessor(end, 1) == yes) return yes;
  i64 value;
  if (!const_int(LLVMGetCondition(end), &value)) return NULL;
  return value ? yes : LLVMGetSuccessor(end, 1);
}

void lower_br(Lower *l, LLVMValueRef i) {
  assert(LLVMIsABranchInst(i));
  LLVMBasicBlockRef from = LLVMGetInstructionParent(i), only = lower_only_way(i);
  if (only) {
    branch_to(l, from, only);
    return;
  }
  LLVMBasicBlockRef yes = LLVMGetSuccessor(i, 0), no = LLVMGetSuccessor(i, 1);
  LLVMValueRef cond = LLVMGetCondition(i);
  bool fall_yes = is_next(l, yes) && !needs_copies(l, from, yes);
  bool fall_no = is_next(l, no) && !needs_copies(l, from, no);
  /* The side that falls through, or gets its copies in place, is the one not jumped to. */
  bool jump_on_yes = fall_no || (!fall_yes && !needs_copies(l, from, yes));
  LLVMBasicBlockRef far = jump_on_yes ? yes : no, near = jump_on_yes ? no : yes;
  u32 pc = jump_if(l, cond, jump_on_yes, edge_label(l, from, far));
  bool fails_far = is_report(far);
  if (fails_far || is_report(near))
    build_site(&l->b, pc, SITE_CHECK, fails_far);
  else
    build_site(&l->b, pc, SITE_BRANCH, !jump_on_yes);
  if (fall_yes || fall_no) return;
  emit_copies(l, from, near);
  build_emit(&l->b, OP_JMP, 0, 0, 0, label_of(l, near));
}

static int by_value(const void *x, const void *y) {
  u64 p = ((const Case *)x)->value, q = ((const Case *)y)->value;
  return p < q ? -1 : p > q;
}

static void emit_switch(Lower *l, u32 reg, u32 width, u32 first_case, u32 other) {
  assert(width >= 1 && width <= 64 && first_case <= l->b.cases.n);
  u32 n = l->b.cases.n - first_case;
  if (n) qsort(l->b.cases.at + first_case, n, sizeof *l->b.cases.at, by_value);
  for (u32 k = first_case + 1; k < l->b.cases.n; k++)
    assert(l->b.cases.at[k - 1].value < l->b.cases.at[k].value);
  vec_push(&l->b.switches, ((Switch){reg, width, first_case, n, other}));
  u32 pc = build_emit(&l->b, OP_SWITCH, 0, 0, l->b.switches.n - 1, 0);
  build_site(&l->b, pc, SITE_SWITCH, false);
}

void lower_switch(Lower *l, LLVMValueRef i) {
  assert(LLVMIsASwitchInst(i));
  LLVMBasicBlockRef from = LLVMGetInstructionParent(i), only = lower_only_way(i);
  LLVMValueRef v = LLVMGetOperand(i, 0);
  u32 width = type_bits(l, LLVMTypeOf(v));
  if (only) {
    branch_to(l, from, only);
  } else if (width > 64) {
    lower_unsupported(l, "a switch over %u bits", width);
  } else {
    u32 first = l->b.cases.n;
    for (u32 k = 1; k < LLVMGetNumSuccessors(i); k++) {
      u64 value = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 * k));
      vec_push(&l->b.cases, ((Case){value, edge_label(l, from, LLVMGetSuccessor(i, k))}));
    }
    u32 other = edge_label(l, from, LLVMGetSuccessor(i, 0));
    emit_switch(l, value_in(l, v), width, first, other);
  }
}

void lower_indirect_br(Lower *l, LLVMValueRef i) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(i);
  u32 n = LLVMGetNumSuccessors(i), first = l->b.cases.n;
  Map seen = {0};
  for (u32 k = 0; k < n; k++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(i, k);
    u64 address;
    bool fresh = false;
    if (!map_get(&l->addresses, map_key(to), &address)) continue;
    map_at(&seen, address, &fresh);
    if (fresh) vec_push(&l->b.cases, ((Case){address, edge_label(l, from, to)}));
  }
  map_done(&seen);
  u32 other = build_label(&l->b);
  emit_switch(l, value_in(l, LLVMGetOperand(i, 0)), 64, first, other);
  build_place(&l->b, other);
  build_emit(&l->b, OP_UNREACHABLE, 0, 0, 0, 0);
}

void lower_unreachable(Lower *l, LLVMValueRef i) {
  (void)i;
  build_emit(&l->b, OP_UNREACHABLE, 0, 0, 0, 0);
}

void lower_ret(Lower *l, LLVMValueRef i) {
  bool has_value = LLVMGetNumOperands(i) > 0;
  LLVMValueRef v = has_value ? LLVMGetOperand(i, 0) : NULL;
  u32 n = v ? type_n_parts(l, LLVMTypeOf(v)) : 0;
  u32 first = n ? value_in(l, v) : 0;
  if (l->block_ended) return; /* the value was refused */
  build_emit(&l->b, OP_RET, 0, first, n, 0);
}

/* ---- select -------------------------------------------------------------------------------------- */

static void select_by_branch(Lower *l, LLVMValueRef i, u32 n) {
  u32 yes = value_in(l, LLVMGetOperand(i, 1)), no = value_in(l, LLVMGetOperand(i, 2));
  u32 to = value_out(l, i), end = build_label(&l->b);
  lower_move(l, to, yes, n);
  build_site(&l->b, jump_if(l, LLVMGetOperand(i, 0), true, end), SITE_SELECT, false);
  lower_move(l, to, no, n);
  build_place(&l->b, end);
}

void emit_cmov(Lower *l, u32 cond, u32 to, u32 yes, u32 no, u32 n) {
  assert(build_width(&l->b, cond) == 1);
  for (u32 k = 0; k < n; k++) {
    build_move(&l->b, to + k, no + k);
    build_emit(&l->b, OP_CMOV, build_width(&l->b, to + k), to + k, cond, yes + k);
  }
}

void lower_select(Lower *l, LLVMValueRef i) {
  LLVMValueRef cond = LLVMGetOperand(i, 0);
  u32 n = type_n_parts(l, LLVMTypeOf(i)), n_lanes = type_n_lanes(LLVMTypeOf(cond));
  if (n_lanes == 1 && l->options->select_branches && !value_is_const(cond)) {
    select_by_branch(l, i, n);
    return;
  }
  assert(n % n_lanes == 0);
  u32 bits = value_in(l, cond);
  u32 yes = value_in(l, LLVMGetOperand(i, 1)), no = value_in(l, LLVMGetOperand(i, 2));
  u32 to = value_out(l, i), per_lane = n / n_lanes;
  for (u32 k = 0; k < n_lanes; k++)
    emit_cmov(l, bits + k, to + k * per_lane, yes + k * per_lane, no + k * per_lane, per_lane);
}
