/* kernel.c — links the kernel that programs run on (runtime/posix), with the system calls that the
 * program can make and no others.
 *
 * The kernel finds handlers in a table by number.  A small program makes a handful of calls, and
 * linking and lowering all handlers took most of its start.  So the numbers are collected first:
 * where nadir_syscall is called, the number is a constant, or a parameter of a function whose
 * callers we check likewise (the C library has several layers).  If it is anything else, every call
 * is possible.
 */
#include "code/llvm/program_impl.h"

#include "base/map.h"

static const char entry[] = "nadir_syscall", table_name[] = "syscall_table";

enum { MAX_NUMBERS = 1024 };

typedef struct CallNumbers {
  bool has[MAX_NUMBERS];
  bool any;
  Map seen; /* parameters that were asked about */
} CallNumbers;

/* ---- which numbers ------------------------------------------------------------------------------- */

/* Unoptimised code keeps parameters in locals: the parameter that is all that is ever stored. */
static LLVMValueRef stored_in(LLVMValueRef local) {
  LLVMValueRef found = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user)) continue;
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != local || found) return NULL;
    found = LLVMGetOperand(user, 0);
  }
  return found;
}

static LLVMValueRef source_of(LLVMValueRef v) {
  if (LLVMIsASExtInst(v) || LLVMIsAZExtInst(v)) v = LLVMGetOperand(v, 0);
  if (!LLVMIsALoadInst(v)) return v;
  LLVMValueRef local = LLVMGetOperand(v, 0);
  LLVMValueRef stored = LLVMIsAAllocaInst(local) ? stored_in(local) : NULL;
  return stored ? stored : v;
}

static void add_callers(CallNumbers *n, LLVMValueRef fn, u32 parameter);

static void add_value(CallNumbers *n, LLVMValueRef v) {
  v = source_of(v);
  if (LLVMIsAConstantInt(v)) {
    u64 number = LLVMConstIntGetZExtValue(v);
    if (number < MAX_NUMBERS) n->has[number] = true;
    return;
  }
  if (!LLVMIsAArgument(v)) {
    n->any = true;
    return;
  }
  LLVMValueRef fn = LLVMGetParamParent(v);
  u32 parameter = 0;
  while (LLVMGetParam(fn, parameter) != v) parameter++;
  bool fresh;
  map_at(&n->seen, (u64)(uintptr_t)v, &fresh);
  if (fresh) add_callers(n, fn, parameter);
}

/* Of a function or of an alias of one.  Code that takes its address may call it with anything. */
static void add_callers(CallNumbers *n, LLVMValueRef fn, u32 parameter) {
  for (LLVMUseRef u = LLVMGetFirstUse(fn); u && !n->any; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAGlobalAlias(user)) {
      add_callers(n, user, parameter);
      continue;
    }
    bool is_call = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn &&
                   LLVMGetNumArgOperands(user) > parameter;
    for (u32 i = 0; is_call && i < LLVMGetNumArgOperands(user); i++)
      is_call = LLVMGetOperand(user, i) != fn;
    if (is_call)
      add_value(n, LLVMGetOperand(user, parameter));
    else
      n->any = true;
  }
}

/* ---- the table ----------------------------------------------------------------------------------- */

enum { HANDLER = 0 }; /* the member of a row */

static LLVMValueRef without_handler(LLVMContextRef context, LLVMValueRef row) {
  LLVMTypeRef type = LLVMTypeOf(row);
  LLVMValueRef parts[8];
  u32 n = LLVMCountStructElementTypes(type);
  CHECK(n > HANDLER && n <= ARRAY_LEN(parts), "a row of the system calls has %u members", n);
  for (u32 i = 0; i < n; i++) parts[i] = LLVMGetAggregateElement(row, i);
  parts[HANDLER] = LLVMConstNull(LLVMTypeOf(parts[HANDLER]));
  return LLVMGetStructName(type) ? LLVMConstNamedStruct(type, parts, n)
                                 : LLVMConstStructInContext(context, parts, n, false);
}

static void drop_others(LLVMContextRef context, LLVMModuleRef kernel, const CallNumbers *numbers) {
  LLVMValueRef table = LLVMGetNamedGlobal(kernel, table_name);
  CHECK(table, "the kernel has no '%s'", table_name);
  LLVMValueRef rows = LLVMGetInitializer(table);
  LLVMTypeRef type = LLVMTypeOf(rows);
  u64 n = LLVMGetArrayLength2(type);
  VEC(LLVMValueRef) kept = {0};
  for (u64 i = 0; i < n; i++) {
    LLVMValueRef row = LLVMGetAggregateElement(rows, (unsigned)i);
    vec_push(&kept, i < MAX_NUMBERS && numbers->has[i] ? row : without_handler(context, row));
  }
  LLVMSetInitializer(table, LLVMConstArray2(LLVMGetElementType(type), kept.at, n));
  vec_free(&kept);
}

Err program_link_kernel(Program *p, const void *bytes, size_t n_bytes) {
  LLVMModuleRef kernel = NULL;
  LLVMValueRef called = p->module ? LLVMGetNamedFunction(p->module, entry) : NULL;
  if (!p->module || (called && !LLVMIsDeclaration(called))) return OK;
  if (!called && !LLVMGetNamedFunction(p->module, "nadir_arguments")) return OK;
  CallNumbers numbers = {0};
  if (called) add_callers(&numbers, called, 0);
  map_done(&numbers.seen);
  TRY(program_parse_lazily(p, "the kernel of nadir", bytes, n_bytes, &kernel));
  if (!numbers.any) drop_others(p->context, kernel, &numbers);
  /* Entry points are linked if something refers to them. */
  for (LLVMValueRef f = LLVMGetFirstFunction(kernel); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage)
      LLVMSetLinkage(f, LLVMLinkOnceAnyLinkage);
  return program_add(p, "the kernel of nadir", kernel);
}
