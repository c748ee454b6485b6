/* link.c — what is done to the linked program before it is lowered.
 *
 * Few passes, chosen so that the branches of the source stay what they are: sroa and mem2reg move
 * locals into registers, dce drops what that left without use.  None of them looks at conditions;
 * early-cse and simplifycfg do (a repeated condition becomes a constant, two branches a select),
 * and the number of conditions on a path is what nadir measures.  `preserve-cfg` keeps sroa from
 * splitting blocks around selects.
 */
#include "code/program_impl.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

static const char passes[] = "function(sroa<preserve-cfg>,mem2reg,dce)";

static Err run_passes(LLVMModuleRef module) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error) return OK;
  char *text = LLVMGetErrorMessage(error);
  Err e = err_set(ERR_INPUT, "LLVM cannot prepare the program: %s", text);
  LLVMDisposeErrorMessage(text);
  return e;
}

Err program_prepare(Program *p, bool promotes) {
  if (!p->module) return err_set(ERR_INPUT, "there is no code to run");
  char *text = NULL;
  bool broken = LLVMVerifyModule(p->module, LLVMReturnStatusAction, &text);
  Err e = broken ? err_set(ERR_INPUT, "the linked program is malformed: %.*s",
                           (int)strcspn(text, "\n"), text)
                 : OK;
  LLVMDisposeMessage(text);
  TRY(e);
  return promotes ? run_passes(p->module) : OK;
}
