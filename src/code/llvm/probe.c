/* probe.c — puts probes at calls, branches and blocks; lines are in probe_lines.c.
 *
 * A probe is a call of a function without a body, so that no pass of ours or of clang can move it
 * over another call or drop it, and none of them looks at conditions.
 */
#include "code/llvm/probe_impl.h"

#include "base/map.h"
#include "base/suggest.h"
#include "code/llvm/source_name.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>

/* ---- inserting ----------------------------------------------------------------------------------- */

enum { MAX_ARGS = 2 };

static LLVMValueRef declare(Prober *p, const char *name, LLVMValueRef *args, u32 n_args) {
  LLVMTypeRef types[MAX_ARGS];
  for (u32 k = 0; k < n_args; k++) types[k] = LLVMTypeOf(args[k]);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(p->context), types, n_args, false);
  LLVMValueRef f = LLVMGetNamedFunction(p->module, name);
  return f ? f : LLVMAddFunction(p->module, name, type);
}

void probe_put(Prober *p, LLVMValueRef before, LLVMValueRef position, const char *fn,
               LLVMValueRef *args, u32 n_args) {
  LLVMValueRef f = declare(p, fn, args, n_args);
  LLVMPositionBuilderBefore(p->builder, before);
  LLVMSetCurrentDebugLocation2(p->builder, position ? LLVMInstructionGetDebugLoc(position) : NULL);
  LLVMBuildCall2(p->builder, LLVMGlobalGetValueType(f), f, args, n_args, "");
  p->n_probes++;
}

void probe_put_count(Prober *p, LLVMValueRef before, LLVMValueRef position, u64 n) {
  LLVMValueRef arg = LLVMConstInt(LLVMInt64TypeInContext(p->context), n, false);
  probe_put(p, before, position, "nadir_probe", &arg, 1);
}

bool is_real_call(LLVMValueRef i) {
  return (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) && !LLVMIsAIntrinsicInst(i);
}

/* ---- calls --------------------------------------------------------------------------------------- */

static bool is_skipped(const Prober *p, LLVMValueRef f) {
  size_t n;
  return p->probe->is_skipped && p->probe->is_skipped(LLVMGetValueName2(f, &n));
}

static void probe_calls_in(Prober *p, LLVMValueRef fn, LLVMValueRef callee) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (is_real_call(i) && LLVMGetCalledValue(i) == callee) probe_put_count(p, i, i, 1);
}

static void probe_calls(Prober *p) {
  assert(p->probe->kind);
  LLVMValueRef callee = LLVMGetNamedFunction(p->module, p->probe->fn);
  if (!callee) return;
  if (!LLVMIsDeclaration(callee)) {
    LLVMBasicBlockRef b = LLVMGetEntryBasicBlock(callee);
    LLVMValueRef at = LLVMGetFirstInstruction(b);
    while (LLVMIsAAllocaInst(at)) at = LLVMGetNextInstruction(at);
    probe_put_count(p, at, at, 1);
    return;
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
    if (!is_skipped(p, f)) probe_calls_in(p, f, callee);
}

/* ---- branches ------------------------------------------------------------------------------------ */

/* Whether va_arg reads a register or memory: the machine passes all of it in memory. */
static bool is_of_va_arg(LLVMValueRef condition) {
  if (!LLVMIsAICmpInst(condition) || !LLVMIsALoadInst(LLVMGetOperand(condition, 0))) return false;
  LLVMValueRef place = LLVMGetOperand(LLVMGetOperand(condition, 0), 0);
  if (!LLVMIsAGetElementPtrInst(place)) return false;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(place);
  const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
  static const char list[] = "struct.__va_list_tag"; /* with a number where files are linked */
  return name && !strncmp(name, list, strlen(list));
}

/* What an instruction decides on, or NULL. */
static LLVMValueRef condition_of(LLVMValueRef i) {
  if (LLVMIsABranchInst(i)) return LLVMIsConditional(i) ? LLVMGetCondition(i) : NULL;
  if (LLVMIsASwitchInst(i)) return LLVMGetOperand(i, 0);
  if (!LLVMIsASelectInst(i)) return NULL;
  LLVMValueRef c = LLVMGetOperand(i, 0);
  return LLVMGetTypeKind(LLVMTypeOf(c)) == LLVMIntegerTypeKind ? c : NULL; /* no vector */
}

/* Sites are numbered in the order of the program. */
static void probe_trace(Prober *p, LLVMValueRef fn) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef c = condition_of(i);
      if (!c || is_of_va_arg(c)) continue;
      LLVMPositionBuilderBefore(p->builder, i);
      LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(i));
      LLVMTypeRef u64_type = LLVMInt64TypeInContext(p->context);
      LLVMValueRef args[MAX_ARGS] = {
          LLVMConstInt(LLVMInt32TypeInContext(p->context), p->n_probes, false),
          LLVMBuildIntCast2(p->builder, c, u64_type, false, ""),
      };
      probe_put(p, i, i, "nadir_trace", args, MAX_ARGS);
    }
}

/* ---- blocks -------------------------------------------------------------------------------------- */

typedef VEC(LLVMBasicBlockRef) ReachedBlocks;

static void reach(Map *known, ReachedBlocks *open, LLVMBasicBlockRef b) {
  bool is_fresh;
  map_at(known, (u64)(uintptr_t)b, &is_fresh);
  if (is_fresh) vec_push(open, b);
}

/* Without a position, so that lines are found as before. */
static void probe_entries(Prober *p, LLVMValueRef fn) {
  cleanup(map_done) Map known = {0};
  ReachedBlocks open = {0};
  reach(&known, &open, LLVMGetEntryBasicBlock(fn));
  for (u32 k = 0; k < open.n; k++) {
    LLVMValueRef at = LLVMGetFirstInstruction(open.at[k]), end;
    while (LLVMIsAPHINode(at) || LLVMIsAAllocaInst(at)) at = LLVMGetNextInstruction(at);
    probe_put(p, at, NULL, "nadir_block", NULL, 0);
    end = LLVMGetBasicBlockTerminator(open.at[k]);
    for (u32 i = 0; i < LLVMGetNumSuccessors(end); i++)
      reach(&known, &open, LLVMGetSuccessor(end, i));
  }
  vec_free(&open);
}

/* ---- what there is to count ---------------------------------------------------------------------- */

static void add_name(Text *t, u32 *n, const char *name) {
  enum { MAX_NAMES = 12 };
  if (*n < MAX_NAMES) text_addf(t, "%s%s", *n ? ", " : "", name);
  if (*n == MAX_NAMES) text_add(t, ", ...");
  ++*n;
}

static Err no_function(const Prober *p) {
  cleanup(text_free) Text names = {0}, meant = {0};
  Suggestion s = suggestion_for(p->probe->fn);
  u32 n = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    if (is_skipped(p, f)) continue;
    if (strncmp(name, "llvm.", 5) != 0 && LLVMGetFirstUse(f)) suggestion_offer(&s, name);
    if (!LLVMIsDeclaration(f)) add_name(&names, &n, name);
  }
  if (s.best) text_addf(&meant, " did you mean '%s'?", s.best);
  return err_set(ERR_INPUT, "the program neither has nor calls a function '%s';%s it has: %s",
                 p->probe->fn, text_c(&meant), text_c(&names));
}

static Err no_file(const Prober *p) {
  cleanup(text_free) Text names = {0};
  u32 n = 0;
  for (u32 k = 0; k < p->places.files.n; k++) add_name(&names, &n, p->places.files.at[k].name);
  if (!n) return err_set(ERR_INPUT, "the program was compiled without -g: its lines are not known");
  if (!p->probe->file) return OK; /* in all files together there is nothing to count */
  return err_set(ERR_INPUT, "the program has no code of a file '%s'; there is: %s", p->probe->file,
                 text_c(&names));
}

static Err no_line(const Prober *p) {
  u32 below = 0, above = UINT32_MAX, line = p->probe->line;
  for (u32 k = 1; k < p->places.at.n; k++) {
    const CodeLine *at = &p->places.at.at[k];
    if (!file_is(&p->places.files.at[at->file], p->probe->file)) continue;
    if (at->line < line) below = MAX(below, at->line);
    if (at->line > line) above = MIN(above, at->line);
  }
  cleanup(text_free) Text near = {0};
  if (below && above != UINT32_MAX)
    text_addf(&near, "nearest lines with code are %u and %u", below, above);
  else
    text_addf(&near, "nearest line with code is %u", below ? below : above);
  return below || above != UINT32_MAX ? err_set(ERR_INPUT, "line %u of '%s' has no code; the %s",
                                                line, p->probe->file, text_c(&near))
                                      : no_file(p);
}

/* ---- public -------------------------------------------------------------------------------------- */

static void prober_done(Prober *p) {
  LLVMDisposeBuilder(p->builder);
  places_done(&p->places);
}

/* Visits the blocks of the program: notes those that are there, or makes those that are new blocks of
 * no line. */
static void each_block(LLVMModuleRef module, Map *known, bool is_new) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
      u64 key = (u64)(uintptr_t)b;
      if (!is_new)
        map_put(known, key, 1);
      else if (!map_find(known, key))
        LLVMInstructionSetDebugLoc(LLVMGetBasicBlockTerminator(b), NULL);
    }
}

/* Gives every edge a block where something can be counted on it alone. */
static Err split_edges(LLVMModuleRef module) {
  cleanup(map_done) Map known = {0};
  each_block(module, &known, false);
  TRY(run_passes(module, "function(break-crit-edges)"));
  each_block(module, &known, true);
  return OK;
}

static void probe_fns(Prober *p) {
  for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    if (p->probe->kind == PROBE_TRACE)
      probe_trace(p, f);
    else if (is_skipped(p, f))
      continue;
    else if (p->probe->kind == PROBE_ENTRIES)
      probe_entries(p, f);
    else
      probe_lines(p, f);
  }
}

Err program_probe(Program *program, const Probe *probe) {
  if (probe->kind == PROBE_NONE) return OK;
  if (!program->module) return err_set(ERR_INPUT, "there is no code to count in");
  cleanup(prober_done) Prober p = {.context = program->context,
                                   .module = program->module,
                                   .builder = LLVMCreateBuilderInContext(program->context),
                                   .probe = probe};
  source_root(program->module, &p.places.root);
  forget_promises(program->module);
  if (probe->kind == PROBE_CALLS) {
    probe_calls(&p);
    return p.n_probes ? OK : no_function(&p);
  }
  bool has_lines = probe->kind != PROBE_TRACE && probe->kind != PROBE_ENTRIES;
  if (has_lines) TRY(split_edges(program->module));
  probe_fns(&p);
  if (p.n_probes || !has_lines) return OK;
  return probe->kind == PROBE_BLOCK ? no_line(&p) : no_file(&p);
}

bool program_uses(const Program *p, const char *fn) {
  LLVMValueRef f = p->module ? LLVMGetNamedFunction(p->module, fn) : NULL;
  return f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f);
}

static bool is_of_harness(const char *name) {
  static const char *const begins[] = {"llvm.", "nadir_", "klee_", "__VERIFIER_"};
  for (u32 i = 0; i < ARRAY_LEN(begins); i++)
    if (!strncmp(name, begins[i], strlen(begins[i]))) return true;
  return false;
}

void program_list_used(const Program *p, Text *ret) {
  size_t n;
  for (LLVMValueRef f = p->module ? LLVMGetFirstFunction(p->module) : NULL; f;
       f = LLVMGetNextFunction(f)) {
    const char *name = LLVMGetValueName2(f, &n);
    if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !is_of_harness(name))
      text_add_n(ret, name, n + 1);
  }
}

/* A function whose address is called may be any. */
static bool decides(LLVMValueRef f, Map *seen) {
  bool fresh;
  map_at(seen, (u64)(uintptr_t)f, &fresh);
  if (!fresh) return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMOpcode op = LLVMGetInstructionOpcode(i);
      if (op == LLVMSwitch || (op == LLVMBr && LLVMIsConditional(i))) return true;
      LLVMValueRef callee = op == LLVMCall ? LLVMGetCalledValue(i) : NULL;
      if (callee && (!LLVMIsAFunction(callee) || decides(callee, seen))) return true;
    }
  return false;
}

bool program_decides(const Program *p, const char *fn) {
  LLVMValueRef f = p->module ? LLVMGetNamedFunction(p->module, fn) : NULL;
  if (!f) return p->module && LLVMGetNamedGlobalAlias(p->module, fn, strlen(fn));
  Map seen = {0};
  bool found = decides(f, &seen);
  map_done(&seen);
  return found;
}

Err program_write(Program *p, const char *path) {
  if (!p->module) return err_set(ERR_INPUT, "there is no code to write");
  if (!LLVMWriteBitcodeToFile(p->module, path)) return OK;
  return err_set(ERR_FILE, "cannot write '%s'", path);
}
