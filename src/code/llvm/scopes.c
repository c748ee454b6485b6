/* scopes.c — marks where blocks of the source are entered and left, for the locals that live there.
 *
 * A local of a block is dead when the block is left.  clang says so only when it optimises, and
 * then with code of its own behind every jump: branches that the source does not have.  At -O0 the
 * debug information says it, too: each instruction is in a scope, and scopes are nested.  Where
 * control goes from an instruction within the scope of a local to one outside of it, the local
 * dies; the other way round it lives again, uninitialised.  Both are marked with LLVM's own intrinsics,
 * llvm.lifetime.end and .start.  Both do nothing where they do not apply, so that a block with
 * several predecessors can have them at its beginning.
 *
 * A local that lives again is at the same place as before, as in a compiled program, unless its address
 * was kept somewhere: then it is at another one, so that who comes with the old address is found out.
 *
 * A local without a name is a compound literal or helps the compiler: it belongs to the innermost
 * scope that has all its uses.  So does a local that is used outside of its block, which only the
 * compiler can do: a variable that is returned is also the result.
 */
#include "code/llvm/program_impl.h"

#include "base/map.h"
#include "base/vec.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

typedef LLVMMetadataRef DebugScope; /* NULL: not known */

typedef struct Local {
  LLVMValueRef alloca;
  DebugScope scope;
  bool is_kept; /* its address */
} Local;

typedef struct Ends {
  DebugScope first, last; /* of the instructions of a block */
} Ends;

typedef struct Marker {
  LLVMContextRef context;
  LLVMBuilderRef builder;  /* owned */
  LLVMValueRef start, end; /* the intrinsics */
  VEC(Local) locals;       /* of the function: those that live in a block of it */
  VEC(LLVMBasicBlockRef) blocks;
  VEC(Ends) ends;    /* of each block */
  Map index_of;      /* block -> its index */
  LLVMValueRef head; /* the instruction at the beginning of a block that is looked at */
  Map marked;        /* locals that are marked there */
  Map parents;       /* of scopes that were asked for */
} Marker;

/* ---- scopes --------------------------------------------------------------------------------------- */

static DebugScope read_parent(const Marker *m, DebugScope s) {
  LLVMMetadataKind kind = LLVMGetMetadataKind(s);
  if (kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind)
    return NULL;
  LLVMValueRef node = LLVMMetadataAsValue(m->context, s), fields[8];
  if (LLVMGetMDNodeNumOperands(node) > ARRAY_LEN(fields)) return NULL;
  LLVMGetMDNodeOperands(node, fields); /* the file, the scope around it */
  return fields[1] ? LLVMValueAsMetadata(fields[1]) : NULL;
}

/* NULL for that of the function itself.  Reading them took half of the start of a large program. */
static DebugScope parent_of(Marker *m, DebugScope s) {
  bool fresh;
  u64 *parent = map_at(&m->parents, map_key(s), &fresh);
  if (fresh) *parent = map_key(read_parent(m, s));
  return (DebugScope)(uintptr_t)*parent;
}

static bool contains(Marker *m, DebugScope outer, DebugScope inner) {
  while (inner && inner != outer) inner = parent_of(m, inner);
  return inner;
}

static DebugScope common(Marker *m, DebugScope a, DebugScope b) {
  while (a && !contains(m, a, b)) a = parent_of(m, a);
  return a;
}

/* NULL: the instruction does not say.  Of what was inlined (always_inline is, even at -O0): where it was called. */
static DebugScope scope_of(LLVMValueRef i) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i), caller;
  while (at && (caller = LLVMDILocationGetInlinedAt(at))) at = caller;
  return at ? LLVMDILocationGetScope(at) : NULL;
}

/* ---- locals --------------------------------------------------------------------------------------- */

static bool is_call_of(LLVMValueRef i, const char *prefix) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  size_t n;
  return callee && LLVMIsAFunction(callee) &&
         !strncmp(LLVMGetValueName2(callee, &n), prefix, strlen(prefix));
}

/* A call of alloca() says how many bytes, in 64 bits: what it makes lives as long as the function. */
static bool is_variable(LLVMValueRef i) {
  LLVMValueRef n = LLVMIsAAllocaInst(i) ? LLVMGetOperand(i, 0) : NULL;
  return n && LLVMIsAConstantInt(n) && LLVMGetIntTypeWidth(LLVMTypeOf(n)) == 32;
}

/* May a use of an address leave it where it outlives a block?  Functions that are only declared are those of
 * the library, which keep none. */
static bool is_keeping(LLVMValueRef address, LLVMValueRef user) {
  if (LLVMIsAStoreInst(user)) return LLVMGetOperand(user, 0) == address;
  if (LLVMIsACallInst(user)) {
    LLVMValueRef callee = LLVMGetCalledValue(user);
    return !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee);
  }
  return !LLVMIsALoadInst(user) && !LLVMIsACmpInst(user) && !LLVMIsAGetElementPtrInst(user) &&
         !LLVMIsAAtomicRMWInst(user);
}

static bool is_kept(LLVMValueRef address) {
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (is_keeping(address, user) || (LLVMIsAGetElementPtrInst(user) && is_kept(user))) return true;
  }
  return false;
}

/* Of the declared ones: alloca -> scope. */
static void find_declared(LLVMValueRef fn, Map *to) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!is_call_of(i, "llvm.dbg.declare")) continue;
      LLVMValueRef local = NULL;
      if (LLVMGetMDNodeNumOperands(LLVMGetOperand(i, 0)) != 1) continue;
      LLVMGetMDNodeOperands(LLVMGetOperand(i, 0), &local);
      LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
      if (local) map_put(to, map_key(local), map_key(LLVMDIVariableGetScope(variable)));
    }
}

/* The innermost scope around s, if given, that has all uses.  NULL: a use does not say. */
static DebugScope with_uses(Marker *m, LLVMValueRef local, DebugScope s) {
  for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
    DebugScope here = scope_of(LLVMGetUser(u));
    if (!here) return NULL;
    s = s ? common(m, s, here) : here;
  }
  return s;
}

/* ---- blocks ---------------------------------------------------------------------------------------- */

static Ends ends_of(LLVMBasicBlockRef b) {
  Ends e = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
    DebugScope s = is_call_of(i, "llvm.dbg.") ? NULL : scope_of(i);
    if (!s) continue;
    if (!e.first) e.first = s;
    e.last = s;
  }
  return e;
}

static u32 index_of(const Marker *m, LLVMBasicBlockRef b) {
  return (u32)*map_find(&m->index_of, map_key(b));
}

/* A block that does not say is where the one before it is. */
static void find_unsaid(Marker *m) {
  for (bool changes = true; changes;) {
    changes = false;
    for (u32 k = 0; k < m->blocks.n; k++) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(m->blocks.at[k]);
      for (u32 i = 0; m->ends.at[k].last && i < LLVMGetNumSuccessors(end); i++) {
        Ends *next = &m->ends.at[index_of(m, LLVMGetSuccessor(end, i))];
        if (next->first) continue;
        next->first = next->last = m->ends.at[k].last;
        changes = true;
      }
    }
  }
}

/* ---- marks ----------------------------------------------------------------------------------------- */

/* Control comes from one scope to another, before an instruction. */
static void mark_step(Marker *m, LLVMValueRef before, DebugScope from, DebugScope to) {
  if (!from || !to || from == to) return;
  for (u32 k = 0; k < m->locals.n; k++) {
    const Local *l = &m->locals.at[k];
    bool was = contains(m, l->scope, from), is = contains(m, l->scope, to);
    if (was == is) continue;
    bool fresh = true;
    if (before == m->head) map_at(&m->marked, map_key(l->alloca), &fresh);
    if (fresh) {
      /* The marks of the compiler give the size, so lowering can recognise ours. */
      LLVMValueRef intrinsic = is ? m->start : m->end;
      u64 way = l->is_kept && intrinsic == m->start ? SCOPE_RENEWED : SCOPE_MARK;
      LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(m->context), way, false);
      LLVMValueRef args[] = {size, l->alloca};
      LLVMPositionBuilderBefore(m->builder, before);
      LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(intrinsic), intrinsic, args, 2, "");
    }
  }
}

static void mark_within(Marker *m, LLVMBasicBlockRef b) {
  DebugScope now = NULL;
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
    DebugScope s = is_call_of(i, "llvm.dbg.") ? NULL : scope_of(i);
    if (!s) continue;
    mark_step(m, i, now, s);
    now = s;
  }
}

static LLVMValueRef first_step(LLVMBasicBlockRef b) {
  LLVMValueRef i = LLVMGetFirstInstruction(b);
  while (LLVMIsAPHINode(i)) i = LLVMGetNextInstruction(i);
  return i;
}

/* At the beginning of a block, for all from where control comes; each local once. */
static void mark_entry(Marker *m, u32 block) {
  LLVMValueRef self = LLVMBasicBlockAsValue(m->blocks.at[block]);
  m->head = first_step(m->blocks.at[block]);
  map_clear(&m->marked);
  for (LLVMUseRef u = LLVMGetFirstUse(self); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsATerminatorInst(user)) continue; /* the address of a label */
    u32 from = index_of(m, LLVMGetInstructionParent(user));
    mark_step(m, m->head, m->ends.at[from].last, m->ends.at[block].first);
  }
  m->head = NULL;
}

static void mark_function(Marker *m, LLVMValueRef fn) {
  Map declared = {0};
  find_declared(fn, &declared);
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
  for (; i; i = LLVMGetNextInstruction(i)) {
    if (!is_variable(i)) continue;
    u64 found = 0;
    map_get(&declared, map_key(i), &found);
    DebugScope s = with_uses(m, i, (DebugScope)(uintptr_t)found);
    if (s && parent_of(m, s)) vec_push(&m->locals, ((Local){i, s, is_kept(i)}));
  }
  map_done(&declared);
  if (m->locals.n) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
      map_put(&m->index_of, map_key(b), m->blocks.n);
      vec_push(&m->blocks, b);
      vec_push(&m->ends, ends_of(b));
    }
    find_unsaid(m);
    for (u32 k = 0; k < m->blocks.n; k++) mark_within(m, m->blocks.at[k]);
    for (u32 k = 0; k < m->blocks.n; k++) mark_entry(m, k);
  }
  vec_clear(&m->locals);
  vec_clear(&m->blocks);
  vec_clear(&m->ends);
  map_clear(&m->index_of);
}

/* ---- modules --------------------------------------------------------------------------------------- */

static LLVMValueRef intrinsic(LLVMModuleRef module, const char *name) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  return LLVMGetIntrinsicDeclaration(module, id, &pointer, 1);
}

void mark_scopes(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  Marker m = {.context = context,
              .builder = LLVMCreateBuilderInContext(context),
              .start = intrinsic(module, "llvm.lifetime.start"),
              .end = intrinsic(module, "llvm.lifetime.end")};
  bool had_records = LLVMIsNewDbgInfoFormat(module);
  LLVMSetIsNewDbgInfoFormat(module, false); /* declarations as calls, which can be looked at */
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) mark_function(&m, f);
  LLVMSetIsNewDbgInfoFormat(module, had_records);
  LLVMDisposeBuilder(m.builder);
  vec_free(&m.locals);
  vec_free(&m.blocks);
  vec_free(&m.ends);
  map_done(&m.index_of);
  map_done(&m.marked);
  map_done(&m.parents);
}
