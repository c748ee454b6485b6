/* promote.c — which locals become registers.
 *
 * LLVM's mem2reg does the work and deletes nothing but the loads and stores of what it moves.  It
 * may take a local whose uses are all whole loads or stores: no access can be outside, and no other
 * code can see it.  Of these we keep in memory the ones that the program may read before it writes
 * them: in a register an uninitialised local is `undef`, which decides silently; in memory the
 * machine sees that nothing was written.  A data-flow analysis of definite assignment finds these
 * locals.  A local is safe if on every way to a load there is a store, and its scope is not entered
 * or left in between.
 *
 * (sroa, which can do more, cuts off accesses outside of a variable; dce drops divisions, loads and
 * calls whose results are unused.  Both assume that a program has no errors.)
 */
#include "code/llvm/program_impl.h"

#include "base/map.h"
#include "base/vec.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* A local is touched. */
typedef struct Touch {
  u32 local; /* index in Promoter.locals */
  enum { READ, WRITTEN, FORGOTTEN } kind;
} Touch;

typedef struct Node {
  LLVMBasicBlockRef block;
  u32 first_touch, n_touches;
  u32 first_next, n_nexts;
  u64 in; /* of a group of 64 locals: written on every way to the block */
} Node;

typedef struct Promoter {
  VEC(LLVMValueRef) locals; /* that mem2reg would take */
  Map local_of;             /* alloca -> index in locals + 1 */
  VEC(Node) nodes;          /* blocks that can be reached, the entry first */
  Map node_of;              /* block -> index in nodes + 1 */
  VEC(Touch) touches;       /* of block after block, in their order */
  VEC(LLVMValueRef) kept;   /* accesses that are volatile for mem2reg only */
  U32Vec nexts;             /* the blocks that follow, of block after block */
  bool keeps_pointers;      /* in memory */
} Promoter;

/* ---- what mem2reg would take ----------------------------------------------------------------------- */

static bool is_lifetime(LLVMValueRef user) {
  LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
  if (!callee || !LLVMIsAFunction(callee)) return false;
  size_t n;
  return !strncmp(LLVMGetValueName2(callee, &n), "llvm.lifetime.", 14);
}

static bool is_whole_access(LLVMValueRef user, LLVMValueRef local) {
  LLVMTypeRef t = LLVMGetAllocatedType(local);
  if (LLVMIsALoadInst(user)) return !LLVMGetVolatile(user) && LLVMTypeOf(user) == t;
  if (!LLVMIsAStoreInst(user)) return is_lifetime(user);
  LLVMValueRef value = LLVMGetOperand(user, 0);
  return value != local && !LLVMGetVolatile(user) && LLVMTypeOf(value) == t;
}

static bool is_plain(LLVMValueRef local) {
  LLVMValueRef count = LLVMGetOperand(local, 0);
  if (!LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u))
    if (!is_whole_access(LLVMGetUser(u), local)) return false;
  return true;
}

/* A volatile access is what mem2reg keeps its hands off; release() makes it a plain one again. */
static void keep_in_memory(Promoter *p, LLVMValueRef local) {
  for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if ((!LLVMIsALoadInst(user) && !LLVMIsAStoreInst(user)) || LLVMGetVolatile(user)) continue;
    LLVMSetVolatile(user, true);
    vec_push(&p->kept, user);
  }
}

/* mem2reg looks for locals in the entry block only. */
static void find_locals(Promoter *p, LLVMValueRef fn) {
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
  for (; i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAAllocaInst(i)) continue;
    bool is_pointer = LLVMGetTypeKind(LLVMGetAllocatedType(i)) == LLVMPointerTypeKind;
    if (is_plain(i) && !(p->keeps_pointers && is_pointer)) {
      vec_push(&p->locals, i);
      map_put(&p->local_of, map_key(i), p->locals.n);
    } else {
      keep_in_memory(p, i);
    }
  }
}

/* ---- what is written on every way ------------------------------------------------------------------ */

static u32 node_at(Promoter *p, LLVMBasicBlockRef block) {
  bool fresh;
  u64 *index = map_at(&p->node_of, map_key(block), &fresh);
  if (fresh) {
    vec_push(&p->nodes, ((Node){.block = block}));
    *index = p->nodes.n;
  }
  return (u32)*index - 1;
}

static void find_nodes(Promoter *p, LLVMValueRef fn) {
  node_at(p, LLVMGetEntryBasicBlock(fn));
  for (u32 k = 0; k < p->nodes.n; k++) {
    Node node = p->nodes.at[k];
    node.first_touch = p->touches.n;
    LLVMValueRef i = LLVMGetFirstInstruction(node.block);
    for (; i; i = LLVMGetNextInstruction(i)) {
      bool reads = LLVMIsALoadInst(i), writes = LLVMIsAStoreInst(i);
      if (!reads && !writes && !is_lifetime(i)) continue;
      u64 index;
      if (!map_get(&p->local_of, map_key(LLVMGetOperand(i, reads ? 0 : 1)), &index)) continue;
      vec_push(&p->touches, ((Touch){(u32)index - 1, reads ? READ : writes ? WRITTEN : FORGOTTEN}));
    }
    node.n_touches = p->touches.n - node.first_touch;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(node.block);
    node.first_next = p->nexts.n;
    node.n_nexts = LLVMGetNumSuccessors(end);
    for (u32 j = 0; j < node.n_nexts; j++)
      vec_push(&p->nexts, node_at(p, LLVMGetSuccessor(end, j)));
    p->nodes.at[k] = node;
  }
}

/* What is written at the end of the block; adds what may be read uninitialised in it. */
static u64 through(const Promoter *p, const Node *node, u32 first_local, u64 *uninit) {
  u64 now = node->in;
  for (u32 k = 0; k < node->n_touches; k++) {
    Touch t = p->touches.at[node->first_touch + k];
    if (t.local - first_local >= 64) continue; /* also when it is less: unsigned */
    u64 bit = 1ull << (t.local - first_local);
    if (t.kind == READ)
      *uninit |= ~now & bit;
    else if (t.kind == WRITTEN)
      now |= bit;
    else
      now &= ~bit;
  }
  return now;
}

/* Of the 64 locals from this one on, those that may be read before they are written. */
static u64 find_uninit(Promoter *p, u32 first_local) {
  for (u32 k = 0; k < p->nodes.n; k++) p->nodes.at[k].in = k ? UINT64_MAX : 0;
  u64 uninit = 0;
  for (bool changed = true; changed;) {
    changed = false;
    uninit = 0;
    for (u32 k = 0; k < p->nodes.n; k++) {
      const Node *node = &p->nodes.at[k];
      u64 out = through(p, node, first_local, &uninit);
      for (u32 j = 0; j < node->n_nexts; j++) {
        Node *next = &p->nodes.at[p->nexts.at[node->first_next + j]];
        changed |= (next->in & out) != next->in;
        next->in &= out;
      }
    }
  }
  return uninit;
}

/* ---- the module ------------------------------------------------------------------------------------ */

static void choose(Promoter *p, LLVMValueRef fn) {
  vec_clear(&p->locals);
  map_clear(&p->local_of);
  vec_clear(&p->nodes);
  map_clear(&p->node_of);
  vec_clear(&p->touches);
  vec_clear(&p->nexts);
  find_locals(p, fn);
  if (!p->locals.n) return;
  find_nodes(p, fn);
  u64 uninit = 0;
  for (u32 k = 0; k < p->locals.n; k++) {
    if (k % 64 == 0) uninit = find_uninit(p, k);
    if (uninit >> (k % 64) & 1) keep_in_memory(p, p->locals.at[k]);
  }
}

static void promoter_done(Promoter *p) {
  vec_free(&p->locals);
  map_done(&p->local_of);
  vec_free(&p->nodes);
  map_done(&p->node_of);
  vec_free(&p->touches);
  vec_free(&p->nexts);
  vec_free(&p->kept);
}

Err run_passes(LLVMModuleRef module, const char *passes) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error) return OK;
  char *text = LLVMGetErrorMessage(error);
  Err e = err_set(ERR_INPUT, "LLVM cannot prepare the program: %s", text);
  LLVMDisposeErrorMessage(text);
  return e;
}

Err promote_locals(LLVMModuleRef module, bool keeps_pointers) {
  cleanup(promoter_done) Promoter p = {.keeps_pointers = keeps_pointers};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    /* mem2reg makes assumptions of what they say about a load. */
    static const char *const names[] = {"noundef", "nonnull", "range", "dereferenceable", "align"};
    LLVMContextRef context = LLVMGetModuleContext(module);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        if (!LLVMIsALoadInst(i) || !LLVMHasMetadata(i)) continue;
        for (u32 k = 0; k < ARRAY_LEN(names); k++)
          LLVMSetMetadata(i, LLVMGetMDKindIDInContext(context, names[k], (u32)strlen(names[k])),
                          NULL);
      }
    choose(&p, f);
  }
  /* What is constant is asked before promotion, as compilers that do not optimise do. */
  Err err = run_passes(module, "function(lower-constant-intrinsics,mem2reg)");
  for (u32 k = 0; k < p.kept.n; k++) LLVMSetVolatile(p.kept.at[k], false);
  return err;
}
