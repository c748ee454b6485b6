/* assembly.c — puts LLVM instructions in the place of inline assembly that is known (assembly.def).
 *
 * Other assembly stays, and a path that reaches it stops.  We recognise only whole texts with
 * exactly their operands: a guess could give a wrong answer.
 */
#include "code/llvm/program_impl.h"

#include "base/vec.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* The value that the assembly would have left; NULL if its operands are not as expected. */
typedef LLVMValueRef AssemblyFn(LLVMBuilderRef b, LLVMValueRef call);

typedef struct AssemblyRow {
  const char *text, *constraints;
  AssemblyFn *make;
} AssemblyRow;

/* ---- what rows compute ------------------------------------------------------------------------- */

static LLVMContextRef context_of(LLVMValueRef v) { return LLVMGetTypeContext(LLVMTypeOf(v)); }

static bool takes_words(LLVMValueRef call, u32 n) {
  LLVMTypeRef word = LLVMInt64TypeInContext(context_of(call));
  if (LLVMGetNumArgOperands(call) != n) return false;
  for (u32 i = 0; i < n; i++)
    if (LLVMTypeOf(LLVMGetOperand(call, i)) != word) return false;
  return true;
}

static bool gives_words(LLVMValueRef call, u32 n) {
  LLVMTypeRef t = LLVMTypeOf(call), word = LLVMInt64TypeInContext(context_of(call));
  if (LLVMGetTypeKind(t) != LLVMStructTypeKind || LLVMCountStructElementTypes(t) != n) return false;
  for (u32 i = 0; i < n; i++)
    if (LLVMStructGetTypeAtIndex(t, i) != word) return false;
  return true;
}

static LLVMValueRef widened(LLVMBuilderRef b, LLVMValueRef v) {
  return LLVMBuildZExt(b, v, LLVMInt128TypeInContext(context_of(v)), "");
}

static LLVMValueRef shift_of(LLVMValueRef wide) {
  return LLVMConstInt(LLVMTypeOf(wide), 64, false);
}

static LLVMValueRef joined(LLVMBuilderRef b, LLVMValueRef high, LLVMValueRef low) {
  LLVMValueRef h = widened(b, high);
  return LLVMBuildOr(b, LLVMBuildShl(b, h, shift_of(h), ""), widened(b, low), "");
}

/* A struct of the halves of a wide value, in the order that the call has them. */
static LLVMValueRef halves(LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef wide, bool low_first) {
  LLVMTypeRef word = LLVMInt64TypeInContext(context_of(call));
  LLVMValueRef low = LLVMBuildTrunc(b, wide, word, "");
  LLVMValueRef high = LLVMBuildTrunc(b, LLVMBuildLShr(b, wide, shift_of(wide), ""), word, "");
  LLVMValueRef pair = LLVMGetPoison(LLVMTypeOf(call));
  pair = LLVMBuildInsertValue(b, pair, low_first ? low : high, 0, "");
  return LLVMBuildInsertValue(b, pair, low_first ? high : low, 1, "");
}

static LLVMValueRef wide_product(LLVMBuilderRef b, LLVMValueRef call) {
  if (!takes_words(call, 2) || !gives_words(call, 2)) return NULL;
  LLVMValueRef x = widened(b, LLVMGetOperand(call, 0)), y = widened(b, LLVMGetOperand(call, 1));
  return halves(b, call, LLVMBuildMul(b, x, y, ""), true);
}

/* Operands are high, high, low, low. */
static LLVMValueRef wide_pair(LLVMBuilderRef b, LLVMValueRef call, LLVMOpcode op) {
  if (!takes_words(call, 4) || !gives_words(call, 2)) return NULL;
  LLVMValueRef x = joined(b, LLVMGetOperand(call, 0), LLVMGetOperand(call, 2));
  LLVMValueRef y = joined(b, LLVMGetOperand(call, 1), LLVMGetOperand(call, 3));
  return halves(b, call, LLVMBuildBinOp(b, op, x, y, ""), false);
}

static LLVMValueRef wide_sum(LLVMBuilderRef b, LLVMValueRef call) {
  return wide_pair(b, call, LLVMAdd);
}

static LLVMValueRef wide_difference(LLVMBuilderRef b, LLVMValueRef call) {
  return wide_pair(b, call, LLVMSub);
}

/* llvm.cttz and llvm.ctlz, which are defined for zero; the assembly is not. */
static LLVMValueRef count_zeros(LLVMBuilderRef b, LLVMValueRef v, const char *name) {
  LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
  LLVMTypeRef type = LLVMTypeOf(v);
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(module, id, &type, 1);
  LLVMValueRef args[] = {v, LLVMConstInt(LLVMInt1TypeInContext(context_of(v)), 0, false)};
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, 2, "");
}

static bool takes_integer(LLVMValueRef call) {
  return LLVMGetNumArgOperands(call) == 1 &&
         LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) == LLVMIntegerTypeKind &&
         LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind;
}

static LLVMValueRef fitted(LLVMBuilderRef b, LLVMValueRef v, LLVMValueRef call) {
  return LLVMBuildIntCast2(b, v, LLVMTypeOf(call), false, "");
}

static LLVMValueRef lowest_bit(LLVMBuilderRef b, LLVMValueRef call) {
  if (!takes_integer(call)) return NULL;
  return fitted(b, count_zeros(b, LLVMGetOperand(call, 0), "llvm.cttz"), call);
}

static LLVMValueRef highest_bit(LLVMBuilderRef b, LLVMValueRef call) {
  if (!takes_integer(call)) return NULL;
  LLVMValueRef v = LLVMGetOperand(call, 0);
  LLVMTypeRef type = LLVMTypeOf(v);
  LLVMValueRef top = LLVMConstInt(type, LLVMGetIntTypeWidth(type) - 1, false);
  return fitted(b, LLVMBuildSub(b, top, count_zeros(b, v, "llvm.ctlz"), ""), call);
}

static LLVMValueRef zeros(LLVMBuilderRef b, LLVMValueRef call) {
  (void)b;
  return LLVMConstNull(LLVMTypeOf(call));
}

/* The text has no result, so that anything will do as one. */
static LLVMValueRef nothing(LLVMBuilderRef b, LLVMValueRef call) {
  (void)b;
  return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? call : NULL;
}

/* ---- which row --------------------------------------------------------------------------------- */

static const AssemblyRow rows[] = {
#define ASSEMBLY(text, constraints, make) {text, constraints, make},
#include "code/llvm/assembly.def"
#undef ASSEMBLY
};

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == ';'; }

/* Blanks, also several, separate; none is needed at the ends. */
static bool same_text(const char *a, const char *a_end, const char *b) {
  while (a < a_end && is_blank(*a)) a++;
  while (a < a_end && *b) {
    if (is_blank(*a) && is_blank(*b)) {
      while (a < a_end && is_blank(*a)) a++;
      while (is_blank(*b)) b++;
    } else if (*a++ != *b++) {
      return false;
    }
  }
  while (a < a_end && is_blank(*a)) a++;
  return a == a_end && !*b;
}

static const AssemblyRow *find_row(LLVMValueRef code) {
  size_t n, n_constraints;
  const char *text = LLVMGetInlineAsmAsmString(code, &n);
  const char *constraints = LLVMGetInlineAsmConstraintString(code, &n_constraints);
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    size_t k = strlen(rows[i].constraints);
    if (n_constraints >= k && !memcmp(constraints, rows[i].constraints, k) &&
        same_text(text, text + n, rows[i].text))
      return &rows[i];
  }
  return NULL;
}

/* ---- public ------------------------------------------------------------------------------------ */

static void replace(LLVMBuilderRef b, LLVMValueRef call) {
  const AssemblyRow *row = find_row(LLVMGetCalledValue(call));
  LLVMPositionBuilderBefore(b, call);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef made = row ? row->make(b, call) : assembly_compute(b, call);
  if (!made) return;
  if (made != call) LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
}

void replace_assembly(LLVMModuleRef module) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
      for (LLVMValueRef i = LLVMGetFirstInstruction(k), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i))) replace(b, i);
      }
  LLVMDisposeBuilder(b);
}
