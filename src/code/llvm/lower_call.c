/* lower_call.c — calls.
 *
 * What the ABI passes in memory is laid out by the caller, in memory of its own frame that each call
 * uses anew: copies of structs passed by value, and the block of variable arguments.  The block is as
 * long as the longest call wants it, and each call has its arguments at the end: behind the last one there
 * is nothing that a callee could read.  Its va_list starts with both register areas used up, so that the
 * code clang wrote for va_arg reads every argument from the block.
 */
#include "code/llvm/lower_impl.h"

#include "code/llvm/program_impl.h"

#include "base/hash.h"

/* ---- what is passed in memory -------------------------------------------------------------------- */

/* The type that argument k is a copy of, or NULL when it is passed as it is. */
static LLVMTypeRef byval_type(const Lower *l, LLVMValueRef call, u32 k) {
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, k + 1, l->byval_kind);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

static u64 aligned(u64 n, u64 to) {
  assert(to && !(to & (to - 1)));
  return (n + to - 1) / to * to;
}

static bool is_wide(Lower *l, LLVMTypeRef t) { return LLVMABIAlignmentOfType(l->layout, t) > 8; }

/* Where a variable argument starts in the block, given where the one before it ended. */
static u64 slot_start(Lower *l, LLVMTypeRef t, u64 end) {
  return aligned(end, is_wide(l, t) ? 16 : 8);
}

/* The function that is called by its name or an alias of it; or NULL. */
static LLVMValueRef called_function(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
  return LLVMIsAFunction(callee) ? callee : NULL;
}

/* A call without a prototype does not say which of its arguments are the variable ones; the function
 * does. */
static LLVMTypeRef prototype(LLVMValueRef call) {
  LLVMValueRef f = called_function(call);
  LLVMTypeRef own = f ? LLVMGlobalGetValueType(f) : NULL;
  bool knows = own && LLVMIsFunctionVarArg(own) && LLVMCountBasicBlocks(f);
  return knows ? own : LLVMGetCalledFunctionType(call);
}

static u32 n_declared(LLVMValueRef call) {
  return MIN(LLVMCountParamTypes(prototype(call)), LLVMGetNumArgOperands(call));
}

/* Bytes that the callee reads in any case. */
static u64 optional_bytes(LLVMValueRef call) {
  static const struct {
    const char *name;
    u64 n;
  } rows[] = {
#define OPTIONAL(function, n) {#function, n},
#include "code/llvm/optional.def"
#undef OPTIONAL
  };
  size_t n;
  LLVMValueRef f = called_function(call);
  if (!f || !LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, optional_mark,
                                           (unsigned)strlen(optional_mark)))
    return 0;
  const char *name = LLVMGetValueName2(f, &n);
  for (u32 i = 0; i < ARRAY_LEN(rows); i++)
    if (!strcmp(name, rows[i].name)) return 8 * rows[i].n;
  return 0;
}

/* Also of no bytes, where a callee with parameters may look for more. */
static bool has_varargs(LLVMValueRef call) {
  LLVMValueRef f = called_function(call);
  return LLVMIsFunctionVarArg(prototype(call)) &&
         (LLVMGetNumArgOperands(call) > n_declared(call) || optional_bytes(call) ||
          (n_declared(call) && !(f && LLVMIsDeclaration(f))));
}

/* The type of argument k, which is passed as it is or copied. */
static LLVMTypeRef vararg_type(const Lower *l, LLVMValueRef call, u32 k) {
  assert(k >= n_declared(call));
  LLVMTypeRef copied = byval_type(l, call, k);
  return copied ? copied : LLVMTypeOf(LLVMGetOperand(call, k));
}

static u64 varargs_bytes(Lower *l, LLVMValueRef call) {
  u64 end = 0;
  for (u32 k = n_declared(call); k < LLVMGetNumArgOperands(call); k++) {
    LLVMTypeRef t = vararg_type(l, call, k);
    end = slot_start(l, t, end) + aligned(type_bytes(l, t), 8);
  }
  return MAX(end, optional_bytes(call));
}

/* The end of a block may be at any multiple of 8: arguments that want 16 need one of their own. */
static bool shares_block(Lower *l, LLVMValueRef call) {
  for (u32 k = n_declared(call); k < LLVMGetNumArgOperands(call); k++)
    if (is_wide(l, vararg_type(l, call, k))) return false;
  return true;
}

static u32 frame_memory(Lower *l, u64 n_bytes) {
  u32 reg = build_reg(&l->b, 64);
  build_emit(&l->b, OP_ALLOCA, 0, reg, (u32)n_bytes, (u32)(n_bytes >> 32));
  return reg;
}

static void prepare_copies(Lower *l, LLVMValueRef call) {
  for (u32 k = 0; k < n_declared(call); k++) {
    LLVMTypeRef t = byval_type(l, call, k);
    if (t) map_put(&l->copies, hash_pair(map_key(call), k), frame_memory(l, type_bytes(l, t)));
  }
}

void calls_prepare(Lower *l) {
  l->varargs_bytes = 0;
  for (u32 k = 0; k < l->reachable.n; k++) {
    LLVMValueRef i = LLVMGetFirstInstruction(l->reachable.at[k]);
    for (; i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsACallInst(i) || LLVMIsAInlineAsm(LLVMGetCalledValue(i))) continue;
      prepare_copies(l, i);
      if (has_varargs(i) && shares_block(l, i))
        l->varargs_bytes = MAX(l->varargs_bytes, varargs_bytes(l, i));
    }
  }
  l->varargs = l->varargs_bytes ? frame_memory(l, l->varargs_bytes) : NO_REG;
}

/* ---- arguments ----------------------------------------------------------------------------------- */

static void emit_copy(Lower *l, u32 to, u32 from, u64 n_bytes) {
  build_emit(&l->b, OP_MEMCPY, 0, to, from, build_const(&l->b, n_bytes, 64));
}

static void store_zero(Lower *l, u32 block, u64 at) {
  LLVMTypeRef word = LLVMInt64TypeInContext(l->context);
  emit_store(l, word, build_const(&l->b, 0, 64), block, (i64)at);
}

/* A narrow integer fills its slot: C leaves open what another type finds there, but programs pass a plain
 * 0 where a pointer is read.  Compilers move an int into a register with 32 bits, whose upper half becomes
 * zero; on the stack, where most write the whole slot, clang -O0 leaves the old upper half.  The machine has
 * zeros in both, so that a path does not depend on what an earlier call left there. */
static void store_vararg(Lower *l, LLVMTypeRef t, u32 from, u32 block, u64 at) {
  u32 width = LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? type_bits(l, t) : 64;
  if (width < 64) {
    u32 whole = build_reg(&l->b, 64);
    emit_cast(l, LLVMZExt, width, 64, whole, from);
    t = LLVMInt64TypeInContext(l->context);
    from = whole;
  }
  emit_store(l, t, from, block, (i64)at);
}

/* The block of a call.  *ret_mark: it ends with the call, at this mark; NO_REG: it is the frame's. */
static u32 block_of(Lower *l, LLVMValueRef call, u32 *ret_mark) {
  u64 n_bytes = varargs_bytes(l, call);
  *ret_mark = NO_REG;
  if (l->varargs != NO_REG && shares_block(l, call))
    return emit_offset(l, l->varargs, l->varargs_bytes - n_bytes);
  *ret_mark = build_reg(&l->b, 64);
  build_emit(&l->b, OP_SAVE, 0, *ret_mark, 0, 0);
  return frame_memory(l, n_bytes);
}

static void store_varargs(Lower *l, LLVMValueRef call, u32 block) {
  u64 end = 0, n_optional = optional_bytes(call);
  for (u32 k = n_declared(call); k < LLVMGetNumArgOperands(call); k++) {
    LLVMValueRef v = LLVMGetOperand(call, k);
    LLVMTypeRef copied = byval_type(l, call, k), t = copied ? copied : LLVMTypeOf(v);
    u64 start = slot_start(l, t, end);
    u32 from = value_in(l, v);
    if (copied)
      emit_copy(l, emit_offset(l, block, start), from, type_bytes(l, t));
    else
      store_vararg(l, t, from, block, start);
    end = start + aligned(type_bytes(l, t), 8);
  }
  for (; end < n_optional; end += 8) store_zero(l, block, end);
}

/* Appends the registers of argument k to Build.args. */
static void pass(Lower *l, LLVMValueRef call, u32 k) {
  LLVMValueRef v = LLVMGetOperand(call, k);
  LLVMTypeRef copied = k < n_declared(call) ? byval_type(l, call, k) : NULL;
  u32 from = value_in(l, v);
  if (copied) {
    u64 copy = 0;
    CHECK(map_get(&l->copies, hash_pair(map_key(call), k), &copy), "a copy has no memory");
    emit_copy(l, (u32)copy, from, type_bytes(l, copied));
    vec_push(&l->b.args, (u32)copy);
    return;
  }
  for (u32 j = 0; j < type_n_parts(l, LLVMTypeOf(v)); j++) vec_push(&l->b.args, from + j);
}

/* ---- the call itself ----------------------------------------------------------------------------- */

u32 add_call(Lower *l, u32 first_arg, u32 n_fixed, u32 block, u32 n_results) {
  assert(first_arg <= l->b.args.n && n_fixed <= l->b.args.n - first_arg);
  u32 n_args = l->b.args.n - first_arg;
  vec_push(&l->b.calls, ((Call){first_arg, n_args, n_fixed, block, n_results, 0, false}));
  return l->b.calls.n - 1;
}

static void emit_call(Lower *l, LLVMValueRef i, Op op, u32 what) {
  u32 n = LLVMGetNumArgOperands(i), n_fixed = 0, mark = NO_REG;
  u32 block = has_varargs(i) ? block_of(l, i, &mark) : NO_REG;
  if (block != NO_REG) store_varargs(l, i, block);
  /* Copies may need registers of constants, and those instructions: arguments are listed last. */
  u32 first = l->b.args.n;
  for (u32 k = 0; k < n; k++) {
    pass(l, i, k);
    if (k + 1 == n_declared(i)) n_fixed = l->b.args.n - first;
  }
  bool is_void = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind;
  u32 n_results = is_void ? 0 : type_n_parts(l, LLVMTypeOf(i));
  u32 to = n_results ? value_out(l, i) : 0;
  if (l->block_ended) return; /* an argument was refused */
  u32 call = add_call(l, first, n_fixed, block, n_results);
  if (op == OP_CALL_AT) {
    l->b.calls.at[call].shape = shape_of_call(l, i);
    l->b.calls.at[call].drops_results = !LLVMGetFirstUse(i);
  }
  build_emit(&l->b, op, 0, to, what, call);
  if (mark != NO_REG) build_emit(&l->b, OP_RESTORE, 0, mark, 0, 0);
}

/* The call passes what the body takes; else the machine looks at the places, as for a pointer. */
static bool fits(LLVMValueRef i, LLVMValueRef f) {
  LLVMTypeRef called = LLVMGetCalledFunctionType(i), own = LLVMGlobalGetValueType(f);
  if (called == own) return true;
  u32 n = n_declared(i), n_own = LLVMCountParamTypes(own);
  if (LLVMGetReturnType(called) != LLVMGetReturnType(own)) return false;
  if (n != n_own || (!LLVMIsFunctionVarArg(own) && n != LLVMGetNumArgOperands(i))) return false;
  for (u32 k = 0; k < n; k++)
    if (LLVMTypeOf(LLVMGetOperand(i, k)) != LLVMTypeOf(LLVMGetParam(f, k))) return false;
  return true;
}

/* memcpy, memmove and memset without a body are what the intrinsics of that name are. */
static bool lower_mem_function(Lower *l, LLVMValueRef i, const char *name) {
  static const struct {
    const char *name;
    Op op;
  } rows[] = {{"memcpy", OP_MEMCPY}, {"memmove", OP_MEMMOVE}, {"memset", OP_MEMSET}};
  if (LLVMGetNumArgOperands(i) != 3 || LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMPointerTypeKind)
    return false;
  for (u32 k = 0; k < ARRAY_LEN(rows); k++) {
    if (strcmp(rows[k].name, name)) continue;
    u32 to = value_in(l, LLVMGetOperand(i, 0)), from = value_in(l, LLVMGetOperand(i, 1));
    u32 n = value_as_64(l, LLVMGetOperand(i, 2));
    if (rows[k].op == OP_MEMSET) {
      u32 byte = build_reg(&l->b, 8);
      emit_cast(l, LLVMTrunc, build_width(&l->b, from), 8, byte, from);
      from = byte;
    }
    build_emit(&l->b, rows[k].op, 0, to, from, n);
    build_move(&l->b, value_out(l, i), to);
    return true;
  }
  return false;
}

static bool calls_assert(LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
      size_t n;
      if (callee && !strcmp(LLVMGetValueName2(callee, &n), "__assert_fail")) return true;
    }
  return false;
}

static void unknown_function(Lower *l, const char *name) {
  const char *file = program_native_file(l->program, name);
  if (file)
    lower_unsupported(l, "a call of '%s', which '%s' has only as machine code", name, file);
  else if (l->program->is_of_pieces)
    lower_unsupported(l, "a call of '%s', which is in no part that 'nadir cc' built", name);
  else
    lower_unsupported(l, "a call of '%s', which no given file defines", name);
}

static void call_function(Lower *l, LLVMValueRef i, LLVMValueRef f) {
  size_t n;
  const char *name = LLVMGetValueName2(f, &n);
  /* To call reach_error is the error in SV-COMP's programs, whatever its body does; one that fails an
   * assertion says it itself. */
  if ((!strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error")) &&
      LLVMCountBasicBlocks(f) && !calls_assert(f)) {
    emit_call(l, i, OP_BUILTIN, BUILTIN_REACH_ERROR);
    return;
  }
  if (!strncmp(name, "llvm.", 5)) {
    if (!lower_intrinsic(l, i, name) && !lower_sse(l, i, name))
      lower_unsupported(l, "the intrinsic '%s'", name);
    return;
  }
  u64 index = 0;
  map_get(&l->fn_index, map_key(f), &index);
  if (LLVMCountBasicBlocks(f)) {
    if (fits(i, f))
      emit_call(l, i, OP_CALL, (u32)index);
    else
      emit_call(l, i, OP_CALL_AT, build_const(&l->b, l->m->fns.at[index].address, 64));
  } else if (l->m->fns.at[index].builtin != BUILTIN_COUNT) {
    emit_call(l, i, OP_BUILTIN, l->m->fns.at[index].builtin);
  } else if (!lower_mem_function(l, i, name)) {
    unknown_function(l, name);
  }
}

/* Of assembly only the empty text is understood: a barrier, or a value hidden from the optimiser. */
static void call_asm(Lower *l, LLVMValueRef i, LLVMValueRef code) {
  size_t n = 0, n_constraints = 0;
  const char *text = LLVMGetInlineAsmAsmString(code, &n);
  const char *constraints = LLVMGetInlineAsmConstraintString(code, &n_constraints);
  bool is_void = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind;
  bool hides = !is_void && LLVMGetNumArgOperands(i) == 1 &&
               LLVMTypeOf(LLVMGetOperand(i, 0)) == LLVMTypeOf(i) && n_constraints >= 4 &&
               !strncmp(constraints + 1, "r,0", 3);
  if (n || !(is_void || hides)) {
    lower_unsupported(l, "the assembly \"%.*s\"", (int)MIN(n, 40), text);
    return;
  }
  if (hides)
    lower_move(l, value_out(l, i), value_in(l, LLVMGetOperand(i, 0)),
               type_n_parts(l, LLVMTypeOf(i)));
}

void lower_call(Lower *l, LLVMValueRef i) {
  assert(LLVMIsACallInst(i));
  LLVMValueRef callee = LLVMGetCalledValue(i), f = called_function(i);
  if (LLVMIsAInlineAsm(callee)) {
    call_asm(l, i, callee);
  } else if (f) {
    call_function(l, i, f);
  } else {
    u32 at = value_in(l, callee);
    emit_call(l, i, OP_CALL_AT, at);
  }
}
