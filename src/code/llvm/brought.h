/* brought.h — functions that a program brings along and that the machine has better ones for. */
#ifndef CODE_LLVM_BROUGHT_H
#define CODE_LLVM_BROUGHT_H

#include "code/program.h"

/* Has the library's definitions take the place of those that are in brought.def. */
void program_forget_brought(Program *p);

#endif
