/* gep.c — getelementptr taken apart: a base, a constant offset, and indices with their scales. */
#include "code/llvm/lower_impl.h"

static void add_index(Lower *l, Gep *g, LLVMValueRef index, LLVMTypeRef element) {
  u64 scale = type_bytes(l, element);
  i64 value;
  if (const_int(index, &value))
    g->offset += (u64)value * scale;
  else if (scale)
    vec_push(&g->terms, ((GepTerm){index, scale}));
}

void gep_split(Lower *l, LLVMValueRef gep, Gep *ret_gep) {
  assert(LLVMIsAGetElementPtrInst(gep) || LLVMIsAConstantExpr(gep));
  Gep g = {.base = LLVMGetOperand(gep, 0)};
  LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
  u32 n = (u32)LLVMGetNumOperands(gep);
  add_index(l, &g, LLVMGetOperand(gep, 1), t);
  for (u32 k = 2; k < n; k++) {
    LLVMValueRef index = LLVMGetOperand(gep, k);
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      u32 field = (u32)LLVMConstIntGetZExtValue(index);
      g.offset += LLVMOffsetOfElement(l->layout, t, field);
      t = LLVMStructGetTypeAtIndex(t, field);
    } else {
      t = LLVMGetElementType(t);
      add_index(l, &g, index, t);
    }
  }
  *ret_gep = g;
}

void gep_done(Gep *g) { vec_free(&g->terms); }
