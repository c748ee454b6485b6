/* param_use.h — what a function does with the pointers that it is given: facts of its code, for
 * those who must guess what a caller hands to it. */
#pragma once

#include "base/map.h"
#include "code/llvm/types.h"

#include <llvm-c/Core.h>

/* Of parameter k, followed through the functions of the program that it is handed to.  Bitcode
 * must not be optimised. */
ParamUse param_use(LLVMValueRef fn, u32 k);

/* Does the function loop or call itself, or reach one that does?  `known` remembers the answers. */
bool function_has_loop(LLVMValueRef fn, Map *known);
