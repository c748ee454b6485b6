/* link.c — what is done to the linked program before it is lowered.
 *
 * Nothing that can go wrong, count or not return is deleted here: promises of functions that would
 * allow it are forgotten, and only promote.c changes code.  No pass looks at conditions; early-cse
 * and simplifycfg do (a repeated condition becomes a constant, two branches a select), and the
 * number of conditions on a path is what nadir measures.
 */
#include "code/llvm/program_impl.h"

#include <llvm-c/Analysis.h>

/* What lets a call be dropped, merged or moved.  (Clang says so of what the source declares pure or
 * const, and at -O1 and above of what it finds to be.) */
static const char *const promises[] = {"memory", "willreturn", "speculatable", "nosync",
                                       "nofree", "nocallback", "norecurse"};

void forget_promises(LLVMModuleRef module) {
  unsigned kinds[ARRAY_LEN(promises)];
  for (u32 k = 0; k < ARRAY_LEN(promises); k++)
    kinds[k] = LLVMGetEnumAttributeKindForName(promises[k], strlen(promises[k]));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    if (!strncmp(LLVMGetValueName2(f, &n), "llvm.", 5)) continue;
    for (u32 k = 0; k < ARRAY_LEN(promises); k++)
      LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kinds[k]);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsAIntrinsicInst(i) || !(LLVMIsACallInst(i) || LLVMIsAInvokeInst(i))) continue;
        for (u32 k = 0; k < ARRAY_LEN(promises); k++)
          LLVMRemoveCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, kinds[k]);
      }
  }
}

void program_keep_pointers(Program *p) { p->keeps_pointers = true; }

Err program_prepare(Program *p) {
  if (!p->module) return err_set(ERR_INPUT, "there is no code to run");
  char *text = NULL;
  bool broken = LLVMVerifyModule(p->module, LLVMReturnStatusAction, &text);
  Err e = broken ? err_set(ERR_INPUT, "the linked program is malformed: %.*s",
                           (int)strcspn(text, "\n"), text)
                 : OK;
  LLVMDisposeMessage(text);
  TRY(e);
  forget_promises(p->module);
  replace_assembly(p->module);
  return promote_locals(p->module, p->keeps_pointers);
}
