/* types_inputs.c — the types of what a harness makes symbolic, from its calls:
 *
 *     char s[8];    klee_make_symbolic(s, sizeof s, "s");      an array of 8 char
 *     int *a = …;   nadir_symbolic(a, n * sizeof *a, "a");     an int, as often as it fits
 *
 * Only what clang -O0 makes of that is understood: the address of a variable, or of one of its members,
 * or a pointer that was just loaded from a variable.
 */
#include "code/llvm/types_impl.h"

#include "base/text.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* The argument with the name, and a name for those that have none. */
static const struct Maker {
  const char *function;
  u32 name_arg;
  const char *name;
} makers[] = {
    {"nadir_symbolic", 2, NULL},
    {"klee_make_symbolic", 2, NULL},
    {"__VERIFIER_nondet_memory", 0, "memory"},
};

typedef struct HarnessReader {
  TypeReader types;
  LLVMValueRef fn; /* whose variables are known */
  Map variables;   /* alloca -> what declares it */
} HarnessReader;

static bool is_declare(LLVMValueRef i) {
  static const char name[] = "llvm.dbg.declare";
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  size_t n;
  return callee && LLVMIsAFunction(callee) && !strcmp(LLVMGetValueName2(callee, &n), name);
}

static void find_variables(HarnessReader *r, LLVMValueRef fn) {
  if (r->fn == fn) return;
  r->fn = fn;
  map_clear(&r->variables);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef local = NULL;
      if (!is_declare(i) || LLVMGetMDNodeNumOperands(LLVMGetOperand(i, 0)) != 1) continue;
      LLVMGetMDNodeOperands(LLVMGetOperand(i, 0), &local);
      LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
      if (local) map_put(&r->variables, map_key(local), map_key(variable));
    }
}

static const CType *type_of_object(HarnessReader *r, LLVMValueRef address) {
  if (LLVMIsAGlobalVariable(address)) return type_of_global(&r->types, address);
  u64 variable = 0;
  if (!LLVMIsAAllocaInst(address)) return NULL;
  map_get(&r->variables, map_key(address), &variable);
  return variable ? type_of_variable(&r->types, (LLVMMetadataRef)(uintptr_t)variable) : NULL;
}

/* Of an array all of it, whichever element is meant; of a struct the member, counted as LLVM counts
 * them, which differs only where there are bit-fields. */
static const CType *type_of_part(const CType *whole, LLVMValueRef gep) {
  u32 n = LLVMGetNumIndices(gep);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  LLVMValueRef last = LLVMGetOperand(gep, n);
  bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  const CType *t = ctype_plain(whole);
  while (is_struct && t->kind == C_ARRAY) t = ctype_plain(t->to);
  if (t->kind == C_STRUCT && !is_struct) return NULL; /* so many bytes behind its beginning */
  if (n == 1 || t->kind == C_ARRAY) return t;
  if (n != 2 || !is_struct || t->kind != C_STRUCT || !LLVMIsAConstantInt(last)) return NULL;
  u64 member = LLVMConstIntGetZExtValue(last);
  if (t->members.n != LLVMCountStructElementTypes(type) || member >= t->members.n) return NULL;
  return t->members.at[member].type;
}

static bool is_gep(LLVMValueRef v) {
  if (LLVMIsAConstantExpr(v)) return LLVMGetConstOpcode(v) == LLVMGetElementPtr;
  return LLVMIsAGetElementPtrInst(v);
}

/* What lies at the address; NULL: not known. */
static const CType *type_at(HarnessReader *r, LLVMValueRef address) {
  if (LLVMIsALoadInst(address)) {
    const CType *pointer = type_of_object(r, LLVMGetOperand(address, 0));
    pointer = pointer ? ctype_plain(pointer) : NULL;
    return pointer && pointer->kind == C_POINTER ? pointer->to : NULL;
  }
  if (!is_gep(address)) return type_of_object(r, address);
  const CType *whole = type_at(r, LLVMGetOperand(address, 0));
  return whole ? type_of_part(whole, address) : NULL;
}

/* The text that a constant pointer points to; NULL: it is none. */
static const char *constant_text(LLVMValueRef v) {
  LLVMValueRef text = LLVMIsAGlobalVariable(v) ? LLVMGetInitializer(v) : NULL;
  size_t n;
  if (text && LLVMIsNull(text)) return "unnamed"; /* as made.c has it */
  if (!text || !LLVMIsAConstantDataSequential(text) || !LLVMIsConstantString(text)) return NULL;
  const char *s = LLVMGetAsString(text, &n);
  return n && !s[n - 1] ? s : NULL;
}

static CInput *find_input(const CTypes *t, const char *name, size_t n) {
  for (u32 i = 0; i < t->inputs.n; i++)
    if (strlen(t->inputs.at[i].name) == n && !memcmp(t->inputs.at[i].name, name, n))
      return &t->inputs.at[i];
  return NULL;
}

static void add_input(CTypes *t, const char *name, const CType *type) {
  CInput *known = find_input(t, name, strlen(name));
  if (!known)
    vec_push(&t->inputs, ((CInput){text_dup(name), type}));
  else if (!type || !known->type || !ctype_equal(known->type, type))
    known->type = NULL;
}

static void add_call(HarnessReader *r, const struct Maker *maker, LLVMValueRef call) {
  if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) <= maker->name_arg) return;
  const char *name =
      maker->name ? maker->name : constant_text(LLVMGetOperand(call, maker->name_arg));
  if (!name) return;
  find_variables(r, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  const CType *type = type_at(r, LLVMGetOperand(call, 0));
  bool says_something = type && ctype_plain(type)->kind != C_VOID;
  add_input(r->types.types, name, says_something ? type : NULL);
}

/* The main of runtime/harness.c, which is linked later, makes what it gives to libFuzzer's function. */
static void add_fuzzed(HarnessReader *r, const Program *p) {
  LLVMValueRef fn = LLVMGetNamedFunction(p->module, "LLVMFuzzerTestOneInput");
  const CType *type = fn ? type_of_function(&r->types, fn) : NULL;
  const CType *data = type && type->members.n ? ctype_plain(type->members.at[0].type) : NULL;
  if (data && data->kind == C_POINTER) add_input(r->types.types, "data", data->to);
}

CTypes *program_inputs(const Program *p) {
  CTypes *t = NEW(CTypes);
  HarnessReader r = {.types = {.context = p->context, .types = t}};
  bool had_records = p->module && LLVMIsNewDbgInfoFormat(p->module), is_changed = false;
  for (u32 k = 0; p->module && k < ARRAY_LEN(makers); k++) {
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, makers[k].function);
    if (!fn || !LLVMGetFirstUse(fn)) continue;
    if (!is_changed) LLVMSetIsNewDbgInfoFormat(p->module, false); /* declarations as calls */
    is_changed = true;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
      add_call(&r, &makers[k], LLVMGetUser(u));
  }
  if (p->module) add_fuzzed(&r, p);
  if (is_changed) LLVMSetIsNewDbgInfoFormat(p->module, had_records);
  map_done(&r.types.known);
  map_done(&r.variables);
  return t;
}

/* Without "_1" or "@1" behind it. */
static size_t stem_length(const char *name) {
  size_t n = strlen(name), stem = n;
  while (stem && name[stem - 1] >= '0' && name[stem - 1] <= '9') stem--;
  return stem > 1 && stem < n && strchr("_@", name[stem - 1]) ? stem - 1 : n;
}

const CType *ctypes_input(const CTypes *t, const char *name) {
  const CInput *found = find_input(t, name, strlen(name));
  if (!found) found = find_input(t, name, stem_length(name));
  return found ? found->type : NULL;
}
