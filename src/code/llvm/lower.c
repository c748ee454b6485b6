/* lower.c — LLVM functions into register code, one after the other.
 *
 * Needs: a program that LLVM's verifier accepts, with locals in registers where possible.
 * Gives: a Module that code/verify.c accepts.  Nothing here fails: what cannot be lowered becomes an
 * `unsupported` instruction with a text, and the machine stops a path only if it comes there.
 */
#include "code/llvm/lower_impl.h"

#include "code/llvm/program_impl.h"
#include "code/llvm/source_name.h"
#include "code/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static LowerFn *const lower_fns[] = {
#define LOWER(opcode, function) [LLVM##opcode] = lower_##function,
#include "code/llvm/lower.def"
#undef LOWER
};

void lower_unsupported(Lower *l, const char *fmt, ...) {
  if (l->block_ended) return; /* the first reason is the one that is met */
  char text[160];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  build_emit(&l->b, OP_UNSUPPORTED, 0, lines_text(l, text, strlen(text)), 0, 0);
  lower_end_block(l);
}

void lower_end_block(Lower *l) {
  assert(!l->block_ended);
  l->block_ended = true;
  l->block_end = l->b.code.n;
}

void lower_cut_block(Lower *l) {
  if (l->block_ended) build_cut(&l->b, l->block_end);
}

/* ---- blocks -------------------------------------------------------------------------------------- */

typedef VEC(LLVMBasicBlockRef) BlockVec;

static void add_edge(Lower *l, LLVMBasicBlockRef to, BlockVec *fresh_blocks) {
  bool fresh;
  u64 *n = map_at(&l->n_preds, map_key(to), &fresh);
  (*n)++;
  if (fresh) vec_push(fresh_blocks, to);
}

/* Blocks that can be reached, in the order of the function, and how many edges lead to each.  What
 * stands behind a constant condition (musl's isalpha is `0 ? isalpha(c) : ...`) is not code that a
 * test could cover. */
static void find_blocks(Lower *l) {
  BlockVec stack = {0};
  bool fresh;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->fn);
  map_at(&l->n_preds, map_key(entry), &fresh);
  vec_push(&stack, entry);
  while (stack.n) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(vec_pop(&stack));
    LLVMBasicBlockRef only = lower_only_way(end);
    u32 n = only ? 1 : LLVMGetNumSuccessors(end);
    for (u32 k = 0; k < n; k++) add_edge(l, only ? only : LLVMGetSuccessor(end, k), &stack);
  }
  vec_free(&stack);
  for (LLVMBasicBlockRef b = entry; b; b = LLVMGetNextBasicBlock(b)) {
    if (!map_find(&l->n_preds, map_key(b))) continue;
    vec_push(&l->reachable, b);
    map_put(&l->blocks, map_key(b), build_label(&l->b));
  }
}

static bool calls_intrinsic(LLVMValueRef fn, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(LLVMGetGlobalParent(fn), name);
  for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u))
    if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(LLVMGetUser(u))) == fn) return true;
  return false;
}

static bool is_renewed(LLVMValueRef local) {
  for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    LLVMValueRef way = LLVMIsAIntrinsicInst(user) ? LLVMGetOperand(user, 0) : NULL;
    if (way && LLVMIsAConstantInt(way) && LLVMConstIntGetZExtValue(way) == SCOPE_RENEWED)
      return true;
  }
  return false;
}

/* Its other objects are made when they are needed, or here, where an array of variable length gives back
 * all that was made after it. */
void renewal_prepare(Lower *l, LLVMValueRef local, u64 n_bytes) {
  assert(LLVMIsAAllocaInst(local));
  if (!is_renewed(local)) return;
  bool gives_back = calls_intrinsic(l->fn, "llvm.stackrestore.p0");
  u32 first = build_reg(&l->b, 64), second = build_reg(&l->b, 64);
  CHECK(second == first + 1, "registers are not in a row");
  for (u32 reg = first; reg <= second; reg++) {
    if (!gives_back) {
      build_set(&l->b, reg, 0);
      continue;
    }
    build_emit(&l->b, OP_ALLOCA, 0, reg, (u32)n_bytes, (u32)(n_bytes >> 32));
    build_emit(&l->b, OP_DIE, 0, reg, 0, 0);
  }
  map_put(&l->renewed, map_key(local), first);
}

/* Lowers instructions that are not steps of the program.  We follow only our own lifetime marks
 * (scopes.c): those of the compiler are hints to its passes, which may read dead variables. */
static bool lower_note(Lower *l, LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  if (!callee || !LLVMIsAFunction(callee)) return false;
  size_t n;
  const char *name = LLVMGetValueName2(callee, &n);
  if (!strncmp(name, "llvm.dbg.", 9)) return true;
  if (strncmp(name, "llvm.lifetime.", 14)) return false;
  u64 way = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)), first;
  LLVMValueRef local = LLVMGetOperand(i, 1);
  if (way == SCOPE_RENEWED && map_get(&l->renewed, map_key(local), &first))
    build_emit(&l->b, OP_RENEW, 0, value_in(l, local), (u32)first, (u32)first + 1);
  if (way == SCOPE_MARK)
    build_emit(&l->b, strncmp(name + 14, "start", 5) ? OP_DIE : OP_LIVE, 0, value_in(l, local), 0,
               0);
  return true;
}

static void lower_instruction(Lower *l, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  LowerFn *f = op < ARRAY_LEN(lower_fns) ? lower_fns[op] : NULL;
  l->b.position = lines_position(l, i);
  build_tick(&l->b);
  if (value_is_folded(l, i)) return;
  if (f) {
    f(l, i);
    return;
  }
  char *text = LLVMPrintValueToString(i);
  const char *start = text + strspn(text, " ");
  lower_unsupported(l, "the instruction '%.*s'", (int)MIN(strcspn(start, "\n"), 100), start);
  LLVMDisposeMessage(text);
}

static void lower_block(Lower *l, LLVMBasicBlockRef b) {
  u64 label = 0;
  map_get(&l->blocks, map_key(b), &label);
  build_place(&l->b, (u32)label);
  l->block_ended = false;
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
    if (!lower_note(l, i)) lower_instruction(l, i);
    if (l->block_ended) break;
  }
  lower_cut_block(l);
}

/* ---- functions ----------------------------------------------------------------------------------- */

static bool lower_params(Lower *l) {
  u64 unread = 0;
  for (u32 k = 0; k < LLVMCountParams(l->fn); k++) {
    LLVMValueRef p = LLVMGetParam(l->fn, k);
    u32 first = value_out(l, p);
    if (l->block_ended) return false;
    for (u32 reg = first; !LLVMGetFirstUse(p) && reg < MIN(l->b.widths.n, 64); reg++)
      unread |= 1ull << reg;
  }
  l->m->fns.at[l->b.fn].unread = unread;
  l->m->fns.at[l->b.fn].shape = shape_of_fn(l, l->fn);
  if (l->m->fns.at[l->b.fn].is_variadic) build_reg(&l->b, 64);
  l->b.n_params = l->b.widths.n;
  return true;
}

static bool lower_results(Lower *l) {
  PartVec parts = {0};
  Fn *f = &l->m->fns.at[l->b.fn];
  LLVMTypeRef t = LLVMGetReturnType(LLVMGlobalGetValueType(l->fn));
  bool ok = type_parts(l, t, 0, &parts);
  if (ok) {
    u8 *widths = mem_new(parts.n + 1);
    for (u32 k = 0; k < parts.n; k++) widths[k] = (u8)parts.at[k].width;
    f->result_widths = widths;
    f->n_results = parts.n;
  }
  vec_free(&parts);
  return ok;
}

static void start_fn(Lower *l, LLVMValueRef f, u32 index) {
  build_start(&l->b, l->m, index);
  map_clear(&l->regs);
  map_clear(&l->order);
  map_clear(&l->shared);
  map_clear(&l->blocks);
  map_clear(&l->n_preds);
  map_clear(&l->renewed);
  map_clear(&l->copies);
  vec_clear(&l->reachable);
  vec_clear(&l->edges);
  l->fn = f;
  l->block_ended = false;
}

static void lower_fn(Lower *l, LLVMValueRef f, u32 index) {
  assert(index < l->m->fns.n);
  start_fn(l, f, index);
  if (lower_params(l) && lower_results(l)) {
    find_blocks(l);
    values_number(l);
    calls_prepare(l);
    for (u32 k = 0; k < l->reachable.n; k++) {
      l->next_block = k + 1;
      lower_block(l, l->reachable.at[k]);
    }
    flow_finish(l);
  } else {
    lower_unsupported(l, "a function that passes more than %d parts", MAX_PARTS);
  }
  build_finish(&l->b);
}

/* ---- modules ------------------------------------------------------------------------------------- */

static void lower_done(Lower *l) {
  module_free(l->m);
  build_done(&l->b);
  map_done(&l->addresses);
  map_done(&l->fn_index);
  map_done(&l->texts);
  map_done(&l->positions);
  map_done(&l->shapes);
  map_done(&l->regs);
  map_done(&l->files);
  text_free(&l->root);
  map_done(&l->order);
  map_done(&l->shared);
  map_done(&l->blocks);
  map_done(&l->n_preds);
  map_done(&l->renewed);
  map_done(&l->copies);
  vec_free(&l->reachable);
  vec_free(&l->edges);
}

Err program_lower(Program *p, const LowerOptions *options, Module **ret_module) {
  cleanup(lower_done) Lower l = {.m = NEW(Module), .options = options};
  l.program = p;
  l.context = p->context;
  l.module = p->module;
  l.layout = LLVMGetModuleDataLayout(p->module);
  l.byval_kind = LLVMGetEnumAttributeKindForName("byval", 5);
  l.zeroext_kind = LLVMGetEnumAttributeKindForName("zeroext", 7);
  l.signext_kind = LLVMGetEnumAttributeKindForName("signext", 7);
  source_root(p->module, &l.root);
  vec_push(&l.m->positions, ((Pos){0}));
  vec_push(&l.m->shapes, ((AbiShape){0}));
  CHECK(lines_text(&l, "", 0) == 0, "the first text is the empty one");
  layout_addresses(&l);
  layout_images(&l);
  for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f)) {
    u64 index;
    if (LLVMCountBasicBlocks(f) && map_get(&l.fn_index, map_key(f), &index))
      lower_fn(&l, f, (u32)index);
  }
  TRY(module_verify(l.m));
  module_pack(l.m);
  *ret_module = TAKE(l.m);
  return OK;
}
