/* program_impl.h — what read.c, link.c and lower.c share. */
#ifndef CODE_PROGRAM_IMPL_H
#define CODE_PROGRAM_IMPL_H

#include "base/text.h"
#include "code/program.h"

#include <llvm-c/Core.h>

struct Program {
  LLVMContextRef context; /* owned */
  LLVMModuleRef module;   /* owned; NULL until the first file */
  Text diagnostics;       /* what LLVM said since it was last cleared */
};

#endif
